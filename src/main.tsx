import './vendor.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { composeClient } from './compose.ts';
import { focusPressedControls } from './services/press-focus.ts';
import { App } from './views/app/app.tsx';
import { AppProvider } from './views/app/actors-context.tsx';
import { Crash } from './views/app/crash.tsx';
import { untilFirstScreen } from './views/app/first-screen.ts';
import { viewCode } from './views/app/pages.tsx';
import { logCaught } from './views/ui/chunk.tsx';
import { HistoryRouter } from './views/ui/history-router.tsx';
import './views/styles/index.css';

/** Longest wait of the first render for answers to the boot script, in ms. */
const FIRST_SCREEN_PATIENCE_MS = 250;

// Not preloaded by index.html: it would compete with the code for bandwidth.
queueMicrotask(() => void document.fonts.load('1em "Inter Variable"').catch(() => undefined));

focusPressedControls();

// In a task of its own: on slow phones parsing the modules and starting the machines both take long.
const isInspector = new URL('inspector', document.baseURI).pathname === location.pathname;
setTimeout(
  isInspector
    ? async () => (await import('./inspect.tsx')).drawWindow()
    : isTaped()
      ? async () => start((await import('./taped.ts')).tapeClient)
      : start,
);

function isTaped(): boolean {
  try {
    return sessionStorage.getItem('earmark.tape') !== null;
  } catch {
    return false;
  }
}

function start(tapeClient?: Parameters<typeof composeClient>[1]): void {
  const container = document.getElementById('root');
  // index.html takes it away from browsers that are too old.
  if (!container) return;
  const { app, history, basePath } = composeClient(viewCode, tapeClient);
  const root = createRoot(container, { onCaughtError: logCaught });
  app.subscribe({ error: (cause) => root.render(<Crash cause={cause} />) });
  // No top-level await: the chunks of pages import this one and would wait for it.
  void untilFirstScreen(app, FIRST_SCREEN_PATIENCE_MS).then(() => {
    if (app.getSnapshot().status === 'error') return;
    startTransition(() =>
      root.render(
        <StrictMode>
          <AppProvider value={app}>
            <HistoryRouter history={history} basePath={basePath}>
              <App />
            </HistoryRouter>
          </AppProvider>
        </StrictMode>,
      ),
    );
  });
  app.start();
}
