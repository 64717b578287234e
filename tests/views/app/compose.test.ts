import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { composeClient } from '../../../src/compose.ts';
import type { PageHostRef } from '../../../src/machines/app/page-host/page-host.machine.ts';
// The client loads this code after sign-in: here it is loaded already.
import '../../../src/machines/app/session/session.machine.ts';
import { getPorts } from '../../../src/machines/kit/ports.ts';
import { getMe } from '../../../src/services/endpoints/me.ts';
import { viewCode } from '../../../src/views/app/pages.tsx';
import { recording } from '../../support/recordings.ts';
import { startRoot } from '../../support/roots.ts';

interface Requested {
  readonly call: string;
  readonly authorization: string | null;
}

const account = recording('auth/login-root').response.body as { user: { id: string; accessToken: string } };
let requested: Requested[];
/** Bodies by method and path; a number is a refusal with that status. */
let answers: Record<string, unknown>;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  requested = [];
  answers = {
    'GET /status': recording('auth/status').response.body,
    'POST /api/authorize': account,
    'GET /api/libraries': recording('libraries/list').response.body,
    'GET /api/me': account.user,
    'POST /auth/refresh': { ...account, user: { ...account.user, accessToken: 'new' } },
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(input instanceof Request ? input.url : String(input), document.baseURI),
      input instanceof Request ? input : init,
    );
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const authorization = request.headers.get('authorization');
    requested.push({ call, authorization });
    if (authorization === 'Bearer old') return new Response('Unauthorized', { status: 401 });
    return call in answers ? Response.json(answers[call]) : new Response('', { status: 404 });
  });
});
afterEach(() => {
  document.head.replaceChildren();
  window.history.replaceState(null, '', '/');
});

/** The client that `main.tsx` starts, at this address; `base` as the server writes it into `index.html`. */
function start(path: string, { accessToken, base = '/' }: { accessToken?: string; base?: string } = {}) {
  if (accessToken !== undefined)
    localStorage.setItem('earmark.session', JSON.stringify({ accessToken, userId: account.user.id }));
  window.history.pushState(null, '', path);
  document.head.appendChild(document.createElement('base')).href = base;
  const { app, history, basePath } = composeClient(viewCode);
  startRoot(app);
  const named = <Ref>(name: string) => app.system.get(name) as Ref | undefined;
  return { app, history, basePath, ports: getPorts(app.system), named };
}

const bearers = (call: string) =>
  requested.filter((one) => one.call === call).map(({ authorization }) => authorization);

test('the auth machine renews a refused token, and the call is sent again with the new one', async () => {
  const { named } = start('/item/missing', { accessToken: 'old' });
  await vi.waitFor(() => expect(named('pageHost')).toBeDefined());
  expect(bearers('POST /api/authorize')).toEqual(['Bearer old', 'Bearer new']);
  expect(bearers('POST /auth/refresh')).toEqual([null]);
  expect(JSON.parse(localStorage.getItem('earmark.session') ?? '')).toEqual({
    accessToken: 'new',
    userId: account.user.id,
  });
});

test('signed out, no call carries a token, and one that needs it is not sent (AUT-010)', async () => {
  const { app, ports } = start('/login');
  await vi.waitFor(() => expect(app.getSnapshot().children.login?.getSnapshot().value).toBe('form'));
  await expect(ports.api.call(getMe, undefined)).rejects.toMatchObject({ error: { kind: 'unauthorized' } });
  expect(requested).toEqual([{ call: 'GET /status', authorization: null }]);
});

test("the page host keeps places under the key of the browser's history entry, from the first one on", async () => {
  const { history, named } = start('/item/missing', { accessToken: 'token' });
  const host = () => named<PageHostRef>('pageHost')?.getSnapshot().context.entryKey;
  const entry = () => (window.history.state as { key: string }).key;
  await vi.waitFor(() => expect(host()).toBe(entry()));
  const first = entry();
  history.push('/item/other');
  expect([host(), host() === first]).toEqual([entry(), false]);
});

test('storage of browser and tab is separate, and the address below the base path is the place', () => {
  const { app, basePath, named } = start('/earmark/login', { base: '/earmark/' });
  named<{ send: (event: object) => void }>('preferences')?.send({ type: 'preferences.set', change: { volume: 0.3 } });
  expect(JSON.parse(localStorage.getItem('userSettings') ?? '')).toMatchObject({ volume: 0.3 });
  expect(sessionStorage.getItem('userSettings')).toBeNull();
  expect([basePath, app.getSnapshot().context.route, app.getSnapshot().context.ports.baseUrl]).toEqual([
    '/earmark',
    { name: 'login' },
    new URL('/earmark/', location.href).href,
  ]);
});

test('every port is the service of its name', () => {
  const { ports } = start('/login');
  const verbs = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      typeof port === 'object' ? Object.keys(port).sort() : typeof port,
    ]),
  );
  expect(verbs).toMatchObject({
    api: ['call', 'changes', 'forget', 'onReach', 'prefetch', 'serverTime'],
    hotkeys: ['subscribe'],
    journal: ['changes', 'places', 'read', 'remove', 'write', 'written'],
    locks: ['hold', 'withLock'],
    socket: ['open'],
    storage: verbs['tabStorage'],
    systemPlayer: expect.arrayContaining(['onAction', 'show']),
    navigation: expect.arrayContaining(['leaveTo', 'navigate']),
    page: expect.arrayContaining(['applyTheme', 'isOnline']),
  });
});
