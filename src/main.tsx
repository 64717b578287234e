import './vendor.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { appMachine } from './machines/app/app.machine.ts';
import { AppException } from './schemas/app-error.ts';
import { createApi } from './services/api.ts';
import { systemClock } from './services/clock.ts';
import { createEarlyRequests } from './services/early-requests.ts';
import { createHistory } from './services/history.ts';
import { createHotkeys } from './services/hotkeys.ts';
import { createHttp } from './services/http.ts';
import { createLocks } from './services/locks.ts';
import { createMedia } from './services/media-element.ts';
import { createSystemPlayer } from './services/media-session.ts';
import { createNavigation } from './services/navigation.ts';
import { createPage } from './services/page.ts';
import { createSocketClient } from './services/socket-client.ts';
import { createStorage, localStorageOrNull, sessionStorageOrNull } from './services/storage.ts';
import type { TokenSource } from './services/token-source.ts';
import { App } from './views/app/app.tsx';
import { AppProvider } from './views/app/actors-context.tsx';
import { Crash } from './views/app/crash.tsx';
import { untilFirstScreen } from './views/app/first-screen.ts';
import { pageViews } from './views/app/pages.tsx';
import { HistoryRouter } from './views/ui/history-router.tsx';
import './views/styles/index.css';

// The composition root: real services, the root actor, the first render. Nothing else is made here.

/** So long the first drawing waits for answers that the boot script asked for, in ms. */
const FIRST_SCREEN_PATIENCE_MS = 250;

// Not preloaded by index.html: it would take the wire from the code.
queueMicrotask(() => void document.fonts.load('1em "Inter Variable"').catch(() => undefined));

const baseUrl = new URL('.', document.baseURI).href;
const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
const local = localStorageOrNull();

const tokens: TokenSource = {
  request: (rejected) =>
    new Promise((resolve, reject) => {
      app.system.get('auth').send({
        type: 'token.request',
        rejected,
        replyTo: {
          send: (answer: { type: 'token.granted'; accessToken: string } | { type: 'token.denied'; error: AppException['error'] }) =>
            answer.type === 'token.granted' ? resolve(answer.accessToken) : reject(new AppException(answer.error)),
        },
      });
    }),
};
const early = createEarlyRequests(window.earmarkEarly ?? new Map(), systemClock.now, window.earmarkEarlyToken ?? null);
const http = createHttp({ baseUrl, tokens, early });
const history = createHistory();

const app = createActor(appMachine, {
  input: {
    ports: {
      api: createApi({ http, early, baseUrl }),
      baseUrl,
      clock: systemClock,
      hotkeys: createHotkeys(),
      locks: createLocks(navigator.locks, local),
      media: createMedia(),
      navigation: createNavigation(history, basePath),
      page: createPage(),
      socket: createSocketClient(baseUrl),
      storage: createStorage(local),
      systemPlayer: createSystemPlayer(navigator.mediaSession),
      tabStorage: createStorage(sessionStorageOrNull()),
      views: pageViews,
    },
  },
});

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);
app.subscribe({ error: (cause) => root.render(<Crash cause={cause} />) });
// No top-level await: the chunks of pages import this one and would wait for it.
void untilFirstScreen(app, FIRST_SCREEN_PATIENCE_MS).then(() => {
  if (app.getSnapshot().status === 'error') return;
  startTransition(() => root.render(
    <StrictMode>
      <AppProvider value={app}>
        <HistoryRouter history={history} basePath={basePath}><App /></HistoryRouter>
      </AppProvider>
    </StrictMode>,
  ));
});
app.start();
