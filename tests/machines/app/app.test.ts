import { describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../../src/machines/app/app.machine.ts';
import type { ViewCode } from '../../../src/machines/app/ports.ts';
import { getPreferences } from '../../../src/machines/app/system.ts';
import type { SessionRef } from '../../../src/machines/session/session.machine.ts';
import type { ToastsRef } from '../../../src/machines/toasts/toasts.machine.ts';
import { authorize, getStatus, login, refresh } from '../../../src/services/endpoints/auth.ts';
import { getLibraryWithFilterData, listLibraries, listShelves } from '../../../src/services/endpoints/libraries.ts';
import { createFakeNavigation } from '../../support/fakes/navigation.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { recording } from '../../support/recordings.ts';
import { startRoot } from '../../support/roots.ts';

const account = recording('auth/login-root').response.body as {
  user: { id: string; accessToken: string; type: string; permissions: object; librariesAccessible: string[] };
  userDefaultLibraryId: string | null;
};
const list = recording('libraries/list').response.body as { libraries: { id: string; displayOrder: number }[] };
const [firstLibrary] = list.libraries.toSorted((a, b) => a.displayOrder - b.displayOrder).map(({ id }) => id);

function open(path: string, options: { token?: string; user?: object; libraries?: unknown; views?: ViewCode } = {}) {
  const ports = createFakePorts({ navigation: createFakeNavigation(path), ...(options.views && { views: options.views }) });
  const user = { ...account.user, ...options.user };
  if (options.token !== undefined) {
    ports.storage.put('earmark.session', JSON.stringify({ accessToken: options.token, userId: user.id }));
  }
  ports.api.answer(getStatus, { serverVersion: '2.26.0', isInit: true, authMethods: ['local'] });
  ports.api.answer(login, { ...account, user });
  ports.api.answer(authorize, { ...account, user });
  ports.api.answer(listLibraries, options.libraries ?? list);
  ports.api.refuse(getLibraryWithFilterData, { kind: 'notFound', message: '' });
  const app = startRoot(createActor(appMachine, { input: { ports }, clock: ports.clock }));
  const here = () => ports.navigation.current().pathname + ports.navigation.current().search;
  const session = () => app.system.get('session') as SessionRef | undefined;
  return { app, ports, here, session };
}

test.each([
  ['/', '/login'],
  ['/batch', '/login'],
  ['/library/a/bookshelf?filter=issues', '/login?redirect=%2Flibrary%2Fa%2Fbookshelf%3Ffilter%3Dissues'],
  ['/item/1', '/login?redirect=%2Fitem%2F1'],
])('nobody signed in: %s leads to %s (AUT-001 to AUT-004)', (path, expected) => {
  expect(open(path).here()).toBe(expected);
});

test('signing in leads to the page that was wanted', async () => {
  const { app, here, session } = open('/item/1');
  app.system.get('auth').send({ type: 'auth.signIn', username: 'root', password: 'x' });
  await vi.waitFor(() => expect(session()?.getSnapshot().context.account?.user.username).toBe('root'));
  expect(here()).toBe('/item/1');
});

test.each(['https://evil.test/', '//evil.test', '/\\evil.test'])('a redirect to %s stays on this site', async (redirect) => {
  const { app, here } = open(`/login?redirect=${encodeURIComponent(redirect)}`);
  app.system.get('auth').send({ type: 'auth.signIn', username: 'root', password: 'x' });
  await vi.waitFor(() => expect(here()).toMatch(/^\/library\//));
});

test('the start page is the default library of the account, and it is remembered as the last one', async () => {
  const { app, here } = open('/', { token: 'old' });
  await vi.waitFor(() => expect(here()).toBe(`/library/${account.userDefaultLibraryId ?? firstLibrary}`));
  expect(getPreferences(app.system).lastLibraryId).toBe(account.userDefaultLibraryId ?? firstLibrary);
});

test('with a stored token the account is asked for, and a page that is not built says so', async () => {
  const { session } = open('/account', { token: 'old' });
  await vi.waitFor(() => expect(session()?.getSnapshot().value).toEqual({ ready: { page: 'unbuilt' } }));
});

test('an account that cannot be asked for is a failed state that one can leave', async () => {
  const { session, ports } = open('/account', { token: 'old' });
  ports.api.refuseOnce(authorize, { kind: 'network' });
  await vi.waitFor(() => expect(session()?.getSnapshot().value).toBe('failed'));
  session()?.send({ type: 'session.retry' });
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
});

test('a user who is no admin is sent from the settings to the own statistics', async () => {
  const { here } = open('/config/users', { token: 'old', user: { type: 'user' } });
  await vi.waitFor(() => expect(here()).toBe('/config/stats'));
});

test('a page without the right to it says so', async () => {
  const { session } = open('/upload', { token: 'old', user: { type: 'user', permissions: { ...account.user.permissions, upload: false } } });
  await vi.waitFor(() => expect(session()?.getSnapshot().value).toEqual({ ready: { page: 'forbidden' } }));
});

test('a library without access gives a warning and the start page (LIB-004)', async () => {
  const { app, here } = open('/library/foreign', {
    token: 'old',
    user: { type: 'user', permissions: { ...account.user.permissions, accessAllLibraries: false }, librariesAccessible: [firstLibrary] },
  });
  await vi.waitFor(() => expect(here()).toBe(`/library/${firstLibrary}`));
  const toasts = (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  expect(toasts.map(({ ref }) => ref.getSnapshot().context.message)).toEqual([{ key: 'session.libraryForbidden' }]);
});

test('without any library root goes to the library settings, others are told', async () => {
  const root = open('/', { token: 'old', libraries: { libraries: [] } });
  await vi.waitFor(() => expect(root.here()).toBe('/config/libraries'));
  const user = open('/', { token: 'old', user: { type: 'user' }, libraries: { libraries: [] } });
  await vi.waitFor(() => expect(user.session()?.getSnapshot().value).toEqual({ ready: { page: 'noLibrary' } }));
});

test('an error in the address is shown once and taken out of it (RTE-038, RTE-039)', () => {
  const { app, here } = open('/login?error=Broken');
  expect(here()).toBe('/login');
  const toasts = (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  expect(toasts.map(({ ref }) => ref.getSnapshot().context.message)).toEqual([{ text: 'Broken' }]);
});

test('a return from the identity provider takes the token out of the address', async () => {
  const { here, session } = open('/login?accessToken=from-provider');
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
  expect(here()).not.toContain('from-provider');
});

test('signing out closes the session and does not start the identity provider again (pitfall 16)', async () => {
  const { app, ports, here, session } = open('/account', { token: 'old' });
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  app.system.get('auth').send({ type: 'auth.signOut' });
  await vi.waitFor(() => expect(here()).toBe('/login?autoLaunch=0'));
  expect([ports.socket.connections, session()]).toEqual([0, undefined]);
});

test('a session that the server ended leads to sign-in and back to the page (AUT-015, AUT-016)', async () => {
  const { app, ports, here, session } = open('/account', { token: 'old' });
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
  ports.api.refuse(refresh, { kind: 'unauthorized', message: 'Refresh token expired' });
  app.system.get('auth').send({ type: 'token.request', rejected: 'old', replyTo: { send: () => undefined } });
  await vi.waitFor(() => expect(here()).toBe('/login?redirect=%2Faccount'));
});

test('reconnecting after lost events makes the shown data fresh, with one notice (pitfall 17)', async () => {
  const { app, ports, session } = open('/account', { token: 'old' });
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  const connect = () => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: account.user.id, username: 'root' });
  };
  connect();
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibraries)).toHaveLength(1));
  ports.socket.report({ kind: 'disconnected', reason: 'transport close' });
  connect();
  await vi.waitFor(() => expect(ports.api.inputsOf(listLibraries)).toHaveLength(2));
  const toasts = (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  expect(toasts.map(({ ref }) => ref.getSnapshot().context.message)).toEqual([{ key: 'socket.connected' }]);
  expect(session()?.getSnapshot().status).toBe('active');
});

test('the current library that is removed gives way to the next one at the same place (LIB-005)', async () => {
  const [, second] = list.libraries;
  if (!second || !firstLibrary) throw new Error('the recording has too few libraries');
  const { ports, here, session } = open(`/library/${firstLibrary}/bookshelf/authors`, { token: 'old' });
  await vi.waitFor(() => expect(session()?.getSnapshot().context.libraryIds).toContain(firstLibrary));
  ports.socket.report({ kind: 'connected' });
  ports.socket.receive('init', { userId: account.user.id, username: 'root' });
  ports.socket.receive('library_removed', list.libraries.find(({ id }) => id === firstLibrary));
  await vi.waitFor(() => expect(here()).toMatch(/\/bookshelf\/authors$/));
  expect(here()).not.toContain(firstLibrary);
});

test('a change of the own account is taken over, one of another account is not (server facts 6)', async () => {
  const { ports, session } = open('/account', { token: 'old' });
  await vi.waitFor(() => expect(ports.socket.connections).toBe(1));
  ports.socket.report({ kind: 'connected' });
  ports.socket.receive('init', { userId: account.user.id, username: 'root' });
  ports.socket.receive('user_updated', { ...account.user, username: 'renamed' });
  ports.socket.receive('user_updated', { ...account.user, id: 'other', username: 'other' });
  expect(session()?.getSnapshot().context.account?.user.username).toBe('renamed');
});

test('what was prefetched for one account is forgotten with it, and with a change of accounts', async () => {
  const { app, ports, session } = open('/account', { token: 'old' });
  await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
  ports.api.prefetch(getLibraryWithFilterData, { id: 'l1' });
  app.send({ type: 'auth.signedIn', account: null });
  expect(ports.api.prefetched).toEqual([]);
  ports.api.prefetch(getLibraryWithFilterData, { id: 'l1' });
  app.send({ type: 'auth.signedOut', reason: 'user', leaveTo: null });
  expect(ports.api.prefetched).toEqual([]);
});

test('at the start, what the sign-in form needs was asked for already and is kept', () => {
  const ports = createFakePorts({ navigation: createFakeNavigation('/login') });
  ports.api.prefetch(getStatus, undefined);
  startRoot(createActor(appMachine, { input: { ports }, clock: ports.clock }));
  expect(ports.api.prefetched).toEqual([{ name: getStatus.name, input: undefined }]);
});

describe('a link under the pointer', () => {
  const shelves = (ports: ReturnType<typeof open>['ports']) => ports.api.prefetched.filter(({ name }) => name === listShelves.name);
  const home = { name: 'library', libraryId: firstLibrary ?? '' } as const;

  test('has its page asked for when the pointer stays', async () => {
    const { ports, session } = open('/account', { token: 'old' });
    await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
    session()?.send({ type: 'session.warm', route: home });
    ports.clock.advance(79);
    expect(shelves(ports)).toEqual([]);
    ports.clock.advance(1);
    expect(shelves(ports)).toEqual([{ name: listShelves.name, input: { libraryId: firstLibrary } }]);
  });

  test('is asked for again when the server told of a change meanwhile', async () => {
    const { ports, session } = open('/account', { token: 'old' });
    await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: account.user.id, username: 'root' });
    ports.api.prefetch(listShelves, { libraryId: 'l1' });
    ports.socket.receive('item_removed', { id: 'i1', libraryId: 'l1' });
    expect(ports.api.prefetched).toEqual([]);
  });

  test('that is pressed before that is not asked for once more: the next refresh would show what was before it', async () => {
    const { app, ports, session } = open('/account', { token: 'old' });
    ports.api.answer(listShelves, []);
    await vi.waitFor(() => expect(session()?.getSnapshot().matches('ready')).toBe(true));
    session()?.send({ type: 'session.warm', route: home });
    app.system.get('router').send({ type: 'router.go', to: home });
    const askedAtOpening = shelves(ports).length;
    ports.clock.advance(80);
    expect(shelves(ports)).toHaveLength(askedAtOpening);
  });
});

describe('code that cannot be had', () => {
  const failing = new TypeError('Failed to fetch dynamically imported module');

  async function openWithout(load: ViewCode['load']) {
    const opened = open(`/library/${firstLibrary}`, { token: 'old', views: { load } });
    opened.ports.api.answer(listShelves, []);
    const place = () => opened.session()?.getSnapshot().value;
    await vi.waitFor(() => expect(place()).toEqual({ ready: { page: 'failed' } }));
    return { ...opened, place };
  }

  test('is asked for again, and then the page opens', async () => {
    const { session, ports, place } = await openWithout(vi.fn<ViewCode['load']>().mockRejectedValueOnce(failing).mockResolvedValue());
    session()?.send({ type: 'session.retry' });
    await vi.waitFor(() => expect(place()).toEqual({ ready: { page: 'open' } }));
    expect(ports.navigation.reloads).toBe(0);
  });

  test('and fails again is had by loading the client anew, once the server answers', async () => {
    const { session, ports, place } = await openWithout(() => Promise.reject(failing));
    ports.api.refuseOnce(getStatus, { kind: 'network' });
    session()?.send({ type: 'session.retry' });
    await vi.waitFor(() => expect(ports.api.inputsOf(getStatus)).toHaveLength(1));
    await vi.waitFor(() => expect(place()).toEqual({ ready: { page: 'failed' } }));
    expect(ports.navigation.reloads).toBe(0);
    session()?.send({ type: 'session.retry' });
    await vi.waitFor(() => expect(ports.navigation.reloads).toBe(1));
  });
});
