import { Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import type { AppRef } from './machines/app/app.machine.ts';
import { stageMachine, type Reached } from './machines/inspector/stage.machine.ts';
import { createRerun, type Rerun } from './machines/inspector/tape/rerun.ts';
import type { RouterRef } from './machines/kit/router/router.machine.ts';
import type { Tape } from './schemas/tape.ts';
import { createPageEnd, openInspectorChannel } from './services/inspector-channel.ts';
import { watchRandomValues } from './services/random-values.ts';
import { AppProvider } from './views/app/actors-context.tsx';
import { App } from './views/app/app.tsx';
import { Crash } from './views/app/crash.tsx';
import { viewCode } from './views/app/pages.tsx';
import { HistoryRouter, type LinkHistory } from './views/ui/history-router.tsx';

/** Turns without a delay; later turns pause (ms). */
const QUICK_TURNS = 20;
const PAUSE_MS = 10;

/** Resolves after pending tasks. `turn` counts polls from 0. */
export function nextTask(turn: number): Promise<void> {
  return new Promise((resolve) => {
    if (turn >= QUICK_TURNS) return void setTimeout(resolve, PAUSE_MS);
    // A timer would add some ms.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

// A window that replays a tape with the client's views. Input is ignored; only pictures are requested from the server.

export function drawStage(name: string): void {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  const root = createRoot(place);
  const channel = createPageEnd(openInspectorChannel().channel);
  let rerun: Rerun | null = null;
  let begun = 0;
  watchRandomValues((values) => values.set(rerun?.random() ?? []));

  const draw = (app: AppRef) =>
    root.render(
      <Fragment key={begun}>
        <AppProvider value={app}>
          <HistoryRouter history={historyOf(app)} basePath="">
            <App />
          </HistoryRouter>
        </AppProvider>
      </Fragment>,
    );
  const begin = async (tape: Tape) => {
    rerun?.stop();
    begun += 1;
    const baseUrl = new URL('.', document.baseURI).href;
    rerun = createRerun({ tape: { ...tape, baseUrl }, settle: nextTask, views: viewCode });
    rerun.app.subscribe({ error: (cause) => root.render(<Crash cause={cause} />) });
    await rerun.playTo(0);
    draw(rerun.app);
    return rerun;
  };
  const play = async (tape: Tape, step: number): Promise<Reached> => {
    const wanted = Math.max(step, 0);
    const own = rerun && rerun.position <= wanted ? rerun : await begin(tape);
    await own.playTo(wanted);
    return { step, differences: [...own.differences].map(([at, what]) => ({ step: at, what: [...what] })) };
  };
  createActor(stageMachine, { input: { name, channel, play, close: () => window.close() } }).start();
  window.addEventListener('pagehide', () => channel.post({ type: 'stage.left', stage: name }));
}

function historyOf(app: AppRef): LinkHistory {
  const router: RouterRef = app.system.get('router');
  const read = () => {
    const { path, key } = router.getSnapshot().context;
    const { pathname, search, hash } = new URL(path, document.baseURI);
    return { location: { pathname, search, hash, key } };
  };
  let entry = read();
  const nothing = () => undefined;
  return {
    current() {
      const now = read();
      const { location } = entry;
      if (now.location.key !== location.key || now.location.pathname !== location.pathname) entry = now;
      return entry;
    },
    subscribe(listener) {
      const { unsubscribe } = router.subscribe(listener);
      return unsubscribe;
    },
    push: nothing,
    replace: nothing,
    go: nothing,
    createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? '/'}${to.search ?? ''}${to.hash ?? ''}`),
  };
}
