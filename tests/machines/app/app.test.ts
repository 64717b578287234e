import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { appMachine, type AppRef } from '../../../src/machines/app/app.machine.ts';
import { selectScreen } from '../../../src/machines/app/app.selectors.ts';
import type { ViewCode } from '../../../src/machines/kit/ports.ts';
import { getPreferences } from '../../../src/machines/kit/system.ts';
import type { ConnectivityRef } from '../../../src/machines/account/connectivity/connectivity.machine.ts';
import type { PageHostRef } from '../../../src/machines/app/page-host/page-host.machine.ts';
import { sessionMachine, type SessionRef } from '../../../src/machines/app/session/session.machine.ts';
import type { ToastsRef } from '../../../src/machines/app/toasts.machine.ts';
import { storedSession } from '../../../src/machines/account/auth/auth.actors.ts';
import { authorize, getStatus, login, logout, refresh } from '../../../src/services/endpoints/auth.ts';
import { getLibraryWithFilterData, listLibraries, listShelves } from '../../../src/services/endpoints/libraries.ts';
import { getMe } from '../../../src/services/endpoints/me.ts';
import { defineStored } from '../../../src/services/storage.ts';
import { createFakeNavigation } from '../../support/fakes/navigation.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { recording } from '../../support/recordings.ts';
import { startRoot } from '../../support/roots.ts';
import { topState } from '../../support/state-values.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';

takeOutUnbuiltPage();

const SESSION = defineStored('earmark.session', storedSession);

const account = recording('auth/login-root').response.body as {
  user: { id: string; accessToken: string; type: string; permissions: object; librariesAccessible: string[] };
  userDefaultLibraryId: string | null;
};
const list = recording('libraries/list').response.body as {
  libraries: { id: string; displayOrder: number; mediaType: string }[];
};
const [firstLibrary] = list.libraries.toSorted((a, b) => a.displayOrder - b.displayOrder).map(({ id }) => id);

function open(
  path: string,
  options: { token?: string; user?: object; tab?: string; libraries?: unknown; status?: object; views?: ViewCode } = {},
) {
  const ports = createFakePorts({
    navigation: createFakeNavigation(path),
    ...(options.views && { views: options.views }),
  });
  const user = { ...account.user, ...options.user };
  if (options.token !== undefined) {
    ports.storage.put('earmark.session', JSON.stringify({ accessToken: options.token, userId: user.id }));
  }
  if (options.tab !== undefined) ports.tabStorage.put('earmark.openId', options.tab);
  ports.api.answer(getStatus, {
    serverVersion: '2.26.0',
    ...(options.status ?? { isInit: true, authMethods: ['local'] }),
  });
  ports.api.answer(login, { ...account, user });
  ports.api.answer(authorize, { ...account, user });
  ports.api.answer(getMe, user);
  ports.api.answer(listLibraries, options.libraries ?? list);
  ports.api.refuse(getLibraryWithFilterData, { kind: 'notFound', message: '' });
  const app = startRoot(createActor(appMachine, { input: { ports, sessionMachine }, clock: ports.clock }));
  const here = () => ports.navigation.current().pathname + ports.navigation.current().search;
  const session = () => app.system.get('session') as SessionRef | undefined;
  const pageHost = () => app.system.get('pageHost') as PageHostRef | undefined;
  const place = () => {
    const host = pageHost();
    return host && topState(host);
  };
  return { app, ports, here, session, pageHost, place };
}

test.each([
  ['/', '/login', 'AUT-003, AMB-08'],
  ['/batch', '/login', 'AUT-002, AMB-08'],
  ['/library/a/bookshelf?filter=issues', '/login?redirect=%2Flibrary%2Fa%2Fbookshelf%3Ffilter%3Dissues', 'AUT-004'],
  ['/item/1', '/login?redirect=%2Fitem%2F1', 'AUT-004'],
])('signed out: %s leads to %s (AUT-001, %s)', (path, expected) => {
  expect(open(path).here()).toBe(expected);
});

test('on the sign-in page a visitor stays at its form, and gets to the last wanted page', async () => {
  const { app, ports, here } = open('/login');
  const form = () => app.getSnapshot().children.login?.sessionId;
  const first = form();
  expect([here(), selectScreen(app.getSnapshot())]).toEqual(['/login', 'login']);
  ports.navigation.visit('/login?redirect=%2Fitem%2F1');
  expect([here(), form()]).toEqual(['/login?redirect=%2Fitem%2F1', first]);
  ports.navigation.visit('/item/2');
  expect([here(), selectScreen(app.getSnapshot())]).toEqual(['/login?redirect=%2Fitem%2F2', 'login']);
  await submitForm(app);
  await vi.waitFor(() => expect(here()).toBe('/item/2'));
});

test('an account that another tab signs in takes the place of the one that signed in here, also by name', async () => {
  const { app, ports, session } = open(UNBUILT.path);
  await submitForm(app);
  const name = () => session()?.getSnapshot().context.account?.user.username;
  await vi.waitFor(() => expect(name()).toBe('root'));
  ports.api.answer(authorize, { ...account, user: { ...account.user, id: 'theirs', username: 'other' } });
  ports.storage.changeElsewhere(SESSION, { accessToken: 'theirs', userId: 'theirs' });
  expect(name()).toBe(undefined);
  await vi.waitFor(() => expect(name()).toBe('other'));
});

test('the client knows whether it is online, with and without an account', () => {
  const { app, ports } = open('/login');
  const network = () => (app.system.get('connectivity') as ConnectivityRef).getSnapshot().value.network;
  expect(network()).toBe('online');
  ports.page.setOnline(false);
  expect(network()).toBe('offline');
});

describe('a server that sends visitors to the identity provider at once', () => {
  const provider = { isInit: true, authMethods: ['local', 'openid'], authFormData: { authOpenIDAutoLaunch: true } };
  const visit = async (path: string) => {
    const { app, ports } = open(path, { status: provider });
    const login = () => app.getSnapshot().children.login?.getSnapshot().value;
    await vi.waitFor(() => expect(login()).not.toBe('checking'));
    return { state: login(), left: ports.navigation.left };
  };

  test('has its way (AUT-007)', async () => {
    const { state, left } = await visit('/login');
    expect(state).toBe('leaving');
    expect(left).toEqual([expect.stringMatching(/auth\/openid\?callback=/)]);
  });

  test('shows the form where the address says autoLaunch=0 (RTE-003, AUT-008)', async () => {
    expect(await visit('/login?autoLaunch=0')).toEqual({ state: 'form', left: [] });
  });
});

/** Fills in and sends the sign-in form. */
async function submitForm(app: AppRef) {
  const form = () => app.getSnapshot().children.login?.getSnapshot().children.credentials;
  await vi.waitFor(() => expect(form()).toBeDefined());
  form()?.send({ type: 'form.change', field: 'username', value: 'root' });
  form()?.send({ type: 'form.submit' });
}

test('signing in leads to the page that was wanted', async () => {
  const { app, here, session } = open('/item/1');
  await submitForm(app);
  await vi.waitFor(() => expect(session()?.getSnapshot().context.account?.user.username).toBe('root'));
  expect(here()).toBe('/item/1');
});

test.each(['https://evil.test/', '//evil.test', '/\\evil.test'])(
  'a redirect to %s stays on this site (AMB-09)',
  async (redirect) => {
    const { app, here } = open(`/login?redirect=${encodeURIComponent(redirect)}`);
    await submitForm(app);
    await vi.waitFor(() => expect(here()).toMatch(/^\/library\//));
  },
);

test('the start page is the default library of the account, and it is remembered as the last one (AMB-07)', async () => {
  const { app, here } = open('/', { token: 'old' });
  await vi.waitFor(() => expect(here()).toBe(`/library/${account.userDefaultLibraryId ?? firstLibrary}`));
  expect(getPreferences(app.system).lastLibraryId).toBe(account.userDefaultLibraryId ?? firstLibrary);
});

test('with a stored token the account is requested, and an unbuilt page says so', async () => {
  const { place } = open(UNBUILT.path, { token: 'old' });
  await vi.waitFor(() => expect(place()).toBe('unbuilt'));
});

test('an account that cannot load is a failed state with a way out', async () => {
  const { session, ports } = open(UNBUILT.path, { token: 'old' });
  ports.api.refuseOnce(authorize, { kind: 'network' });
  await vi.waitFor(() => expect(session()?.getSnapshot().value).toBe('failed'));
  session()?.send({ type: 'session.retry' });
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
});

test('a press retries an account at once that is waiting for its automatic retry', async () => {
  const { session, ports } = open(UNBUILT.path, { token: 'old' });
  ports.api.refuseOnce(authorize, { kind: 'network' });
  await vi.waitFor(() => expect(session()?.getSnapshot().value).toBe('failed'));
  ports.api.defer(authorize);
  ports.clock.advance(60_000);
  await vi.waitFor(() => expect(session()?.getSnapshot().value).toBe('retrying'));
  session()?.send({ type: 'session.retry' });
  expect(session()?.getSnapshot().value).toBe('authorizing');
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
});

test('a user who is no administrator is redirected from the settings to the own statistics (AMB-10)', async () => {
  const { here } = open('/config/users', { token: 'old', user: { type: 'user' } });
  await vi.waitFor(() => expect(here()).toBe('/config/stats'));
});

test.each([
  ['/upload', 'the start'],
  [`/library/${firstLibrary}/stats`, 'the home of the library'],
])('without the right to %s a user is redirected to %s (AMB-11)', async (path) => {
  const { here } = open(path, {
    token: 'old',
    user: { type: 'user', permissions: { ...account.user.permissions, upload: false } },
  });
  await vi.waitFor(() => expect(here()).toBe(`/library/${firstLibrary}`));
});

test.each([
  ['podcast', 'bookshelf/series'],
  ['book', 'podcast/latest'],
])('a page that a %s library does not have leads to its home (AMB-11)', async (mediaType, page) => {
  const library = list.libraries.find((other) => other.mediaType === mediaType);
  if (!library) throw new Error(`the recording has no ${mediaType} library`);
  const { here } = open(`/library/${library.id}/${page}`, { token: 'old' });
  await vi.waitFor(() => expect(here()).toBe(`/library/${library.id}`));
});

test('a library without access gives a warning and the start page (LIB-004, VAL-055, ERR-082)', async () => {
  const { app, here } = open('/library/foreign', {
    token: 'old',
    user: {
      type: 'user',
      permissions: { ...account.user.permissions, accessAllLibraries: false },
      librariesAccessible: [firstLibrary],
    },
  });
  await vi.waitFor(() => expect(here()).toBe(`/library/${firstLibrary}`));
  const toasts = (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  expect(toasts.map(({ ref }) => ref.getSnapshot().context.message)).toEqual([{ key: 'session.libraryForbidden' }]);
});

test.each(['root', 'user'])('%s without any library shows a message, without a change of place', async (type) => {
  const { place, here } = open('/', { token: 'old', user: { type }, libraries: { libraries: [] } });
  await vi.waitFor(() => expect(place()).toBe('noLibrary'));
  expect(here()).toBe('/');
});

test('an error in the address shows once and is removed from it (RTE-038, RTE-039)', () => {
  const { app, here } = open('/share/s?error=Broken');
  expect(here()).toBe('/share/s');
  const toasts = (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  expect(toasts.map(({ ref }) => ref.getSnapshot().context.message)).toEqual([{ text: 'Broken' }]);
});

test('a signed-in visitor of a public link sees its item, without the account', async () => {
  const { app, ports, session } = open('/account', { token: 'old' });
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
  ports.navigation.visit('/share/s');
  await vi.waitFor(() => expect(app.getSnapshot().matches({ shared: 'running' })).toBe(true));
  expect([app.getSnapshot().context.route, session()]).toEqual([{ name: 'share', slug: 's' }, undefined]);
});

describe('who leaves a public link for a page of the account', () => {
  const another = { accessToken: 'theirs', userId: account.user.id };
  test.each([
    ['was signed in before: gets there', { token: 'old' }, undefined, '/account'],
    ['is signed in by another tab meanwhile: gets there', {}, another, '/account'],
    [
      'is signed out by another tab meanwhile: signs in first',
      { token: 'old' },
      null,
      '/login?redirect=%2Faccount&autoLaunch=0',
    ],
    ['was never signed in: signs in first', {}, undefined, '/login?redirect=%2Faccount'],
  ])('%s', async (_who, options, elsewhere, expected) => {
    const { app, here, ports, session } = open('/share/s', options);
    const running = () => Object.values(app.getSnapshot().children).map((child) => child?.sessionId);
    const before = running();
    if (elsewhere !== undefined) ports.storage.changeElsewhere(SESSION, elsewhere);
    expect([app.getSnapshot().matches('shared'), session(), running()]).toEqual([true, undefined, before]);
    ports.navigation.visit('/account');
    const isSignedIn = () => session()?.getSnapshot().matches('ready') === true;
    await vi.waitFor(() => expect([here(), isSignedIn()]).toEqual([expected, expected === '/account']));
  });
});

test('a return from the identity provider takes the token out of the address', async () => {
  const { here, session } = open('/login?accessToken=from-provider');
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
  expect(here()).not.toContain('from-provider');
});

test.each([
  [UNBUILT.path, UNBUILT.path],
  [`/login?redirect=${encodeURIComponent(UNBUILT.path)}`, UNBUILT.path],
  ['/', null],
])('who goes from %s to the identity provider wants %s afterwards', async (path, redirect) => {
  const { app, ports } = open(path, { status: { isInit: true, authMethods: ['openid'] } });
  const login = () => app.getSnapshot().children.login;
  await vi.waitFor(() => expect(login()?.getSnapshot().value).toBe('form'));
  login()?.send({ type: 'login.chooseOpenId' });
  expect(JSON.parse(ports.tabStorage.texts.get('earmark.openId') ?? '')).toEqual({ kind: 'in', redirect });
});

test('a return from the identity provider leads to the page that was wanted, once', async () => {
  const tab = JSON.stringify({ kind: 'in', redirect: UNBUILT.path });
  const { here, ports } = open('/login?accessToken=from-provider', { tab });
  await vi.waitFor(() => expect(here()).toBe(UNBUILT.path));
  expect(ports.tabStorage.texts.get('earmark.openId')).toBeUndefined();
});

test.each(['//elsewhere.test', 'https://elsewhere.test/x', 'javascript:alert(1)'])(
  'a return from the identity provider does not lead to %s',
  async (redirect) => {
    const { here, session } = open('/login?accessToken=x', { tab: JSON.stringify({ kind: 'in', redirect }) });
    await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
    expect(here()).toMatch(/^\/(library\/.*)?$/);
  },
);

test('signing out closes the session and does not start the identity provider again (pitfall 16)', async () => {
  const { app, ports, here, session } = open(UNBUILT.path, { token: 'old' });
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  app.system.get('auth').send({ type: 'auth.signOut' });
  await vi.waitFor(() => expect(here()).toBe('/login?autoLaunch=0'));
  expect([ports.socket.connections, session()]).toEqual([0, undefined]);
});

test('a sign-out goes on to the identity provider, which does not sign in again after it (pitfall 16)', async () => {
  const { app, ports } = open('/', { token: 'old' });
  const url = 'https://id.example/session/end';
  ports.api.answer(logout, { redirect_url: url });
  app.system.get('auth').send({ type: 'auth.signOut' });
  app.system.get('auth').send({ type: 'auth.settled' });
  await vi.waitFor(() => expect(ports.navigation.left).toEqual([url]));
  expect(ports.tabStorage.texts.get('earmark.openId')).toBe('{"kind":"out"}');
});

async function openEndedSession() {
  const client = open(UNBUILT.path, { token: 'old' });
  const { app, ports, session } = client;
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
  ports.api.refuse(refresh, { kind: 'unauthorized', message: 'Refresh token expired' });
  app.system.get('auth').send({ type: 'token.request', rejected: 'old', replyTo: { send: () => undefined } });
  return client;
}

test('a session that the server ended leads to sign-in and back to the page (AUT-016, ERR-002)', async () => {
  const { here } = await openEndedSession();
  await vi.waitFor(() => expect(here()).toBe(`/login?redirect=${encodeURIComponent(UNBUILT.path)}`));
});

test('a session that the server ended is gone, with its account (AUT-015, ERR-002, ERR-041)', async () => {
  const { app, session } = await openEndedSession();
  await vi.waitFor(() => expect(selectScreen(app.getSnapshot())).toBe('login'));
  expect(session()).toBe(undefined);
});

test('reconnecting after lost events makes the shown data fresh, with one notice (pitfall 17)', async () => {
  const { app, ports, session } = open(UNBUILT.path, { token: 'old' });
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  const connect = () => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: account.user.id, username: 'root' });
  };
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibraries)).toHaveLength(1));
  connect();
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibraries)).toHaveLength(2));
  ports.socket.report({ kind: 'disconnected', reason: 'transport close' });
  connect();
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibraries)).toHaveLength(3));
  const toasts = (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  expect(toasts.map(({ ref }) => ref.getSnapshot().context.message)).toEqual([{ key: 'socket.connected' }]);
  expect(session()?.getSnapshot().status).toBe('active');
});

test('the current library that is removed gives way to the next one at the same place (LIB-005)', async () => {
  const [, second] = list.libraries;
  if (!second || !firstLibrary) throw new Error('the recording has too few libraries');
  const { ports, here, pageHost } = open(`/library/${firstLibrary}/bookshelf`, { token: 'old' });
  await vi.waitFor(() =>
    expect(
      pageHost()
        ?.getSnapshot()
        .context.libraries?.map(({ id }) => id),
    ).toContain(firstLibrary),
  );
  ports.socket.report({ kind: 'connected' });
  ports.socket.receive('init', { userId: account.user.id, username: 'root' });
  ports.socket.receive(
    'library_removed',
    list.libraries.find(({ id }) => id === firstLibrary),
  );
  await vi.waitFor(() => expect(here()).toMatch(/\/bookshelf$/));
  expect(here()).not.toContain(firstLibrary);
});

test('removing the last library leaves a page that says so, and an added one opens (LIB-007)', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { ports, here, place, pageHost } = open(`/library/${firstLibrary}`, { token: 'old' });
  await vi.waitFor(() =>
    expect(
      pageHost()
        ?.getSnapshot()
        .context.libraries?.map(({ id }) => id),
    ).toContain(firstLibrary),
  );
  ports.socket.report({ kind: 'connected' });
  ports.socket.receive('init', { userId: account.user.id, username: 'root' });
  for (const library of list.libraries) ports.socket.receive('library_removed', library);
  await vi.waitFor(() => expect([here(), place()]).toEqual(['/', 'noLibrary']));
  ports.socket.receive(
    'library_added',
    list.libraries.find(({ id }) => id === firstLibrary),
  );
  await vi.waitFor(() => expect(here()).toBe(`/library/${firstLibrary}`));
  expect(warn.mock.calls).toEqual([['User has no more accessible libraries']]);
});

test('a live connection without a token for now takes the one that another tab got (AUT-019)', async () => {
  const { ports } = open(UNBUILT.path, { token: 'old' });
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  ports.api.refuse(refresh, { kind: 'server', status: 502, message: '' });
  ports.socket.report({ kind: 'connected' });
  ports.socket.receive('auth_failed', { message: 'Invalid token' });
  await vi.waitFor(() => expect(ports.api.inputsOf(refresh).length).toBe(1));
  ports.storage.changeElsewhere(SESSION, {
    accessToken: 'newer',
    userId: account.user.id,
  });
  await vi.waitFor(() =>
    expect(ports.socket.sent).toEqual([
      ['auth', 'old'],
      ['auth', 'newer'],
    ]),
  );
});

test('unreadable entries of an answer are reported once, with their number', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { app, ports } = open(UNBUILT.path, { token: 'old' });
  const said = () =>
    (app.system.get('toasts') as ToastsRef)
      .getSnapshot()
      .context.toasts.map(({ ref }) => ref.getSnapshot().context.message);
  const broken = (path: string) => ({ path, message: 'is wrong' });
  ports.unreadable.report('libraries.list', [broken('0')]);
  ports.unreadable.report('libraries.list', [broken('0')]);
  ports.unreadable.report('me.one', [broken('4'), broken('5')]);
  expect(said()).toEqual([{ key: 'app.unreadable', values: { count: 3 } }]);
});

test('a change of the own account is taken over, one of another account is not (server facts 6) (EVT-017)', async () => {
  const { ports, session } = open(UNBUILT.path, { token: 'old' });
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  ports.socket.report({ kind: 'connected' });
  ports.socket.receive('init', { userId: account.user.id, username: 'root' });
  ports.socket.receive('user_updated', { ...account.user, username: 'renamed' });
  ports.socket.receive('user_updated', { ...account.user, id: 'other', username: 'other' });
  expect(session()?.getSnapshot().context.account?.user.username).toBe('renamed');
});

test('data prefetched for one account is dropped with it, and with a change of accounts', async () => {
  const { app, ports, session } = open(UNBUILT.path, { token: 'old' });
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
  ports.api.prefetch(getLibraryWithFilterData, { id: 'l1' });
  app.send({ type: 'auth.signedIn', account: null });
  expect(ports.api.prefetched).toEqual([]);
  ports.api.prefetch(getLibraryWithFilterData, { id: 'l1' });
  app.send({ type: 'auth.signedOut', reason: 'user', leaveTo: null, username: null });
  expect(ports.api.prefetched).toEqual([]);
});

test('a sign-out that ends at the provider leads there; any other one stays', async () => {
  const { app, ports, session } = open(UNBUILT.path, { token: 'old' });
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
  app.send({ type: 'auth.signedOut', reason: 'user', leaveTo: null, username: null });
  expect(ports.navigation.left).toEqual([]);
  app.send({ type: 'auth.signedOut', reason: 'user', leaveTo: 'https://id.example/end', username: null });
  expect(ports.navigation.left).toEqual(['https://id.example/end']);
});

test('at the start, the prefetched data of the sign-in form is kept', () => {
  const ports = createFakePorts({ navigation: createFakeNavigation('/login') });
  ports.api.prefetch(getStatus, undefined);
  startRoot(createActor(appMachine, { input: { ports, sessionMachine }, clock: ports.clock }));
  expect(ports.api.prefetched).toEqual([{ name: getStatus.name, input: undefined }]);
});

describe('a link under the pointer', () => {
  const shelves = (ports: ReturnType<typeof open>['ports']) =>
    ports.api.prefetched.filter(({ name }) => name === listShelves.name);
  const home = { name: 'library', libraryId: firstLibrary ?? '' } as const;

  test('is prefetched when the pointer stays', async () => {
    const { ports, pageHost } = open(UNBUILT.path, { token: 'old' });
    await vi.waitFor(() => expect(pageHost()).toBeDefined());
    pageHost()?.send({ type: 'prefetch.intended', route: home });
    ports.clock.advance(79);
    expect(shelves(ports)).toEqual([]);
    ports.clock.advance(1);
    expect(shelves(ports)).toEqual([{ name: listShelves.name, input: { libraryId: firstLibrary } }]);
  });

  test('is refetched after a server event of a change', async () => {
    const { ports, session } = open(UNBUILT.path, { token: 'old' });
    await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: account.user.id, username: 'root' });
    ports.api.prefetch(listShelves, { libraryId: 'l1' });
    ports.socket.receive('item_removed', { id: 'i1', libraryId: 'l1' });
    expect(ports.api.prefetched).toEqual([]);
  });

  test('is not requested twice when pressed before that: the next refresh would show older data', async () => {
    const { app, ports, pageHost } = open(UNBUILT.path, { token: 'old' });
    ports.api.answer(listShelves, []);
    await vi.waitFor(() => expect(pageHost()).toBeDefined());
    pageHost()?.send({ type: 'prefetch.intended', route: home });
    app.system.get('router').send({ type: 'router.go', to: home });
    const requestedAtOpening = shelves(ports).length;
    ports.clock.advance(80);
    expect(shelves(ports)).toHaveLength(requestedAtOpening);
  });
});

describe('code that failed to load', () => {
  const failing = new TypeError('Failed to fetch dynamically imported module');

  async function openWithout(load: ViewCode['load']) {
    const opened = open(`/library/${firstLibrary}`, {
      token: 'old',
      views: { load, loadModal: () => Promise.resolve(), loadTexts: () => Promise.resolve() },
    });
    opened.ports.api.answer(listShelves, []);
    await vi.waitFor(() => expect(opened.place()).toBe('failed'));
    return opened;
  }

  test('is refetched, and then the page opens', async () => {
    const { pageHost, ports, place } = await openWithout(
      vi.fn<ViewCode['load']>().mockRejectedValueOnce(failing).mockResolvedValue(),
    );
    pageHost()?.send({ type: 'page.retry' });
    await vi.waitFor(() => expect(place()).toBe('open'));
    expect(ports.navigation.reloads).toBe(0);
  });

  test('and fails again comes with a reload of the client, once the server answers', async () => {
    const { pageHost, ports, place } = await openWithout(() => Promise.reject(failing));
    ports.api.refuseOnce(getStatus, { kind: 'network' });
    pageHost()?.send({ type: 'page.retry' });
    await vi.waitFor(() => expect(ports.api.inputsOf(getStatus)).toHaveLength(1));
    await vi.waitFor(() => expect(place()).toBe('failed'));
    expect(ports.navigation.reloads).toBe(0);
    pageHost()?.send({ type: 'page.retry' });
    await vi.waitFor(() => expect(ports.navigation.reloads).toBe(1));
  });
});

describe('the code of the session', () => {
  const start = (token: string | null) => {
    const ports = createFakePorts({ navigation: createFakeNavigation(UNBUILT.path) });
    if (token !== null)
      ports.storage.put('earmark.session', JSON.stringify({ accessToken: token, userId: account.user.id }));
    ports.api.answer(getStatus, { serverVersion: '2.26.0', isInit: true, authMethods: ['local'] });
    ports.api.answer(login, account);
    ports.api.answer(authorize, account);
    ports.api.answer(listLibraries, list);
    return { ports, load: vi.fn<() => Promise<typeof sessionMachine>>(async () => sessionMachine) };
  };
  const run = ({ ports, load }: ReturnType<typeof start>) =>
    startRoot(
      createActor(appMachine.provide({ actors: { loadSessionMachine: fromPromise(load) } }), {
        input: { ports },
        clock: ports.clock,
      }),
    );

  test('is not requested by a signed-out visitor, and loads with the sign-in', async () => {
    const prepared = start(null);
    const app = run(prepared);
    await vi.waitFor(() => expect(selectScreen(app.getSnapshot())).toBe('login'));
    expect(prepared.load).not.toHaveBeenCalled();
    await submitForm(app);
    await vi.waitFor(() =>
      expect(app.system.get('session')?.getSnapshot().context.account?.user.id).toBe(account.user.id),
    );
    expect([prepared.load.mock.calls.length, selectScreen(app.getSnapshot())]).toEqual([1, 'frame']);
  });

  test('is kept for the next account in this tab', async () => {
    const prepared = start('old');
    const app = run(prepared);
    await vi.waitFor(() => expect(selectScreen(app.getSnapshot())).toBe('frame'));
    const first = app.system.get('session');
    app.send({ type: 'auth.signedIn', account: null });
    expect([
      selectScreen(app.getSnapshot()),
      app.system.get('session') === first,
      first.getSnapshot().status,
      prepared.load.mock.calls.length,
    ]).toEqual(['frame', false, 'stopped', 1]);
  });

  test('finds the place that was opened while it came, and a sign-out', async () => {
    const prepared = start('old');
    let give: (machine: typeof sessionMachine) => void = () => undefined;
    prepared.load.mockReturnValue(new Promise((resolve) => (give = resolve)));
    const app = run(prepared);
    expect([selectScreen(app.getSnapshot()), app.system.get('session')]).toEqual(['blank', undefined]);
    prepared.ports.navigation.visit('/item/7');
    app.send({ type: 'auth.refreshed' });
    give(sessionMachine);
    await vi.waitFor(() =>
      expect(app.system.get('session')?.getSnapshot().context.route).toEqual({ name: 'item', id: '7' }),
    );
    app.send({ type: 'auth.signedOut', reason: 'user', leaveTo: null, username: null });
    expect([selectScreen(app.getSnapshot()), app.system.get('session')]).toEqual(['login', undefined]);
  });

  test('that failed to load is reported, and the next sign-in retries', async () => {
    const prepared = start('old');
    prepared.load.mockRejectedValueOnce(new Error('no network'));
    const app = run(prepared);
    await vi.waitFor(() => expect(selectScreen(app.getSnapshot())).toBe('incomplete'));
    app.send({ type: 'auth.signedIn', account: null });
    await vi.waitFor(() => expect(selectScreen(app.getSnapshot())).toBe('frame'));
  });
});
