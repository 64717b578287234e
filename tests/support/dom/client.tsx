import { act, render } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { createActor } from 'xstate';
import { sessionMachine } from '../../../src/machines/app/session/session.machine.ts';
import { appMachine } from '../../../src/machines/app/app.machine.ts';
import type { ViewCode } from '../../../src/machines/kit/ports.ts';
import type { SignedIn } from '../../../src/schemas/api/auth.ts';
import { authorize, getStatus, login, logout } from '../../../src/services/endpoints/auth.ts';
import { getLibraryWithFilterData, listLibraries } from '../../../src/services/endpoints/libraries.ts';
import { getMe } from '../../../src/services/endpoints/me.ts';
import { listTasks } from '../../../src/services/endpoints/tasks.ts';
import { createHistory } from '../../../src/services/history.ts';
import { createNavigation } from '../../../src/services/navigation.ts';
import { App } from '../../../src/views/app/app.tsx';
import { AppProvider } from '../../../src/views/app/actors-context.tsx';
import { viewCode } from '../../../src/views/app/pages.tsx';
import { HistoryRouter } from '../../../src/views/ui/history-router.tsx';
import { createFakePorts, type FakePorts } from '../fakes/ports.ts';
import { recording } from '../recordings.ts';
import { startRoot } from '../roots.ts';
// Imported here, so that the first test does not wait for the chunks.
import '../../../src/views/app/global-layer.tsx';
import '../../../src/views/app/shell.tsx';
import '../../../src/views/app/tasks-button.tsx';
import '../../../src/views/app/update-notice.tsx';
import '../../../src/views/shared/public-badges.tsx';
import '../../../src/views/app/modals/modals.tsx';
import '../../../src/views/ui/menu.tsx';
import '../../../src/views/ui/popover.tsx';

export interface ClientOptions {
  /**
   * The account that answers: the name of a recorded sign-in (`login-root`, `login-user`, `login-guest` …). Default
   * root.
   */
  readonly account?: string;
  /** The account has a token already: no sign-in is needed. Default true. */
  readonly signedIn?: boolean;
  /** Recording of `GET /status`. Default `status`. */
  readonly status?: string;
  /** Loads the code of page views. Default: the real one. */
  readonly views?: ViewCode;
  /** Scripts further answers before the client starts. */
  readonly prepare?: (ports: FakePorts) => void;
}

/** A pending `back` at the end of a test would change the place in the next one. */
async function settled() {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/**
 * The whole client in jsdom: real root machine, views and router over fake ports that answer like the
 * recorded server. `here()` is the address shown, `left` the pages outside that it went to.
 */
export function openClient(path: string, options: ClientOptions = {}) {
  const { account = 'login-root', signedIn = true, status = 'status', views = viewCode, prepare } = options;
  const fakes = createFakePorts({ views });
  window.history.replaceState(null, '', path);
  const ended = new AbortController();
  onTestFinished(() => {
    ended.abort();
    return settled();
  });
  const history = createHistory(window, ended.signal);
  const left: string[] = [];
  const outside = { assign: (url: string) => void left.push(url), reload: () => void left.push('reload') };
  const ports = { ...fakes, navigation: createNavigation(history, '', outside as Location) };
  const body = recording(`auth/${account}`).response.body as SignedIn;
  if (signedIn) fakes.storage.put('earmark.session', JSON.stringify({ accessToken: 'token', userId: body.user.id }));
  fakes.api.answer(getStatus, recording(`auth/${status}`).response.body);
  fakes.api.answer(login, body);
  fakes.api.answer(authorize, body);
  fakes.api.answer(logout, { redirect_url: null });
  fakes.api.answer(getMe, body.user);
  fakes.api.answer(listLibraries, recording('libraries/list').response.body);
  fakes.api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
  fakes.api.answer(listTasks, { tasks: [] });
  prepare?.(fakes);
  const app = startRoot(createActor(appMachine, { input: { ports, sessionMachine }, clock: fakes.clock }));
  render(
    <AppProvider value={app}>
      <HistoryRouter history={history} basePath="">
        <App />
      </HistoryRouter>
    </AppProvider>,
  );
  const here = () => window.location.pathname + window.location.search;
  return { app, ports: fakes, left, here, visit: (to: string) => act(async () => history.push(to)) };
}
