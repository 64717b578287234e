import { expect, test, vi } from 'vitest';
import { fromPromise, fromTransition, type AnyActorLogic, type EventObject } from 'xstate';
import type { AnyRoute } from '../../../../src/machines/kit/router/routes.ts';
import { sessionMachine } from '../../../../src/machines/app/session/session.machine.ts';
import type { SessionEvent, SessionInput } from '../../../../src/machines/app/session/session.protocol.ts';
import { AppException, type AppError } from '../../../../src/schemas/app-error.ts';
import { authorized } from '../../../../src/schemas/api/auth.ts';
import type { User } from '../../../../src/schemas/api/user.ts';
import { defaultPreferences } from '../../../../src/schemas/preferences.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { listShelves } from '../../../../src/services/endpoints/libraries.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const root = z.parse(authorized, recording('auth/login-root').response.body);
const OTHERS = ['auth', 'menus', 'modals', 'router', 'toasts'] as const;
const CHILDREN = [
  'background',
  'cast',
  'freshness',
  'ledger',
  'libraries',
  'mediaLists',
  'otherPlayer',
  'pageHost',
  'player',
  'progress',
  'queue',
  'search',
  'selection',
  'socket',
] as const;

/** Records its input and its events. */
const child = fromTransition(
  (seen: { input: unknown; events: readonly EventObject[] }, event: EventObject) => ({
    ...seen,
    events: [...seen.events, event],
  }),
  ({ input }) => ({ input: input as unknown, events: [] }),
);

/** A session whose children and neighbours only record; the reloaded account is what `fetchUser` gives. */
function start(input: Partial<SessionInput> = {}, fetchUser: () => Promise<User> = () => new Promise(() => undefined)) {
  const children = Object.fromEntries(CHILDREN.map((name) => [name, child])) as unknown as Record<string, never>;
  const host = createHost(
    sessionMachine.provide({ actors: { ...children, fetchUser: fromPromise(fetchUser) as AnyActorLogic as never } }),
    {
      input: { account: root, route: { name: 'account' }, entryKey: 'first', ...input },
      named: {
        ...Object.fromEntries(OTHERS.map((name) => [name, null])),
        preferences: fromTransition((state) => state, defaultPreferences),
      },
    },
  );
  const { subject, ports } = host;
  const seen = (name: (typeof CHILDREN)[number]) =>
    (
      subject.getSnapshot().children as unknown as Record<
        string,
        { getSnapshot(): { context: { input: unknown; events: readonly EventObject[] } } } | undefined
      >
    )[name]?.getSnapshot().context;
  const report = (name: string): readonly EventObject[] =>
    (OTHERS as readonly string[]).includes(name)
      ? host.receivedBy(name)
      : (seen(name as (typeof CHILDREN)[number])?.events ?? []);
  const counts = () => new Map([...OTHERS, ...CHILDREN].map((name) => [name, report(name).length]));
  /** Events to each of them from now on; only those with events. */
  const from = (before: ReadonlyMap<string, number>) =>
    Object.fromEntries(
      [...before].flatMap(([name, count]) => {
        const news = report(name).slice(count);
        return news.length === 0 ? [] : [[name, news]];
      }),
    );
  return {
    ...host,
    seen,
    report,
    account: () => subject.getSnapshot().context.account,
    isPrefetched: () => ports.api.prefetched.length > 0,
    /** Sends it; returns the resulting events by receiver. */
    notify(event: SessionEvent) {
      ports.api.prefetch(listShelves, { libraryId: 'x' });
      const before = counts();
      subject.send(event);
      return from(before);
    },
    watch() {
      const before = counts();
      return () => from(before);
    },
  };
}

const OWN = { name: 'library', libraryId: 'own' } as const;
const to = (route: AnyRoute) =>
  ({ type: 'route.changed', route, path: '/', key: 'next', kind: 'push', error: null }) as const;
const item = { type: 'server.item.removed', item: { id: 'i1', libraryId: 'own' } } as const;
const line = { type: 'server.log.written', line: {} as never } as const;
const message = { type: 'server.adminMessage.received', message: 'Down at noon' } as const;
const another = { type: 'server.user.updated', user: { ...root.user, id: 'other' } } as const;
const loaded = { type: 'libraries.loaded', libraries: [{ id: 'own', mediaType: 'book' }] } as never;
const settled = { type: 'progress.settled', id: 'i1' } as const;

test('everything that works for an account starts with its needed data', () => {
  const { seen, report } = start({ route: OWN, entryKey: 'entry' });
  const { id } = root.user;
  const { chromecastEnabled, version } = root.serverSettings;
  expect(Object.fromEntries(CHILDREN.map((name) => [name, seen(name)?.input]))).toEqual({
    background: { version, source: root.Source },
    cast: { isEnabled: chromecastEnabled, isSecure: true },
    freshness: { settleMs: 0 },
    ledger: { userId: id },
    libraries: { currentId: 'own' },
    mediaLists: undefined,
    otherPlayer: { userId: id },
    pageHost: { account: root, route: OWN, entryKey: 'entry' },
    player: undefined,
    progress: { user: root.user },
    queue: { userId: id },
    search: { userId: id, route: OWN },
    selection: undefined,
    socket: undefined,
  });
  expect(report('player')).toEqual([{ type: 'player.accountLoaded', userId: id }]);
});

test.each<[string, SessionEvent, object]>([
  [
    'the account leaves: silence, and what is owed is saved',
    { type: 'session.leave' },
    { player: [{ type: 'player.shutDown' }], ledger: [{ type: 'ledger.settle' }] },
  ],
  ['nothing is owed any more', { type: 'ledger.settled' }, { auth: [{ type: 'auth.settled' }] }],
  ['there is a new token', { type: 'auth.refreshed' }, { socket: [{ type: 'socket.retry' }] }],
  [
    'a lost server answers',
    { type: 'connectivity.restored', lostAt: 7 },
    { socket: [{ type: 'socket.refresh', lostAt: 7 }] },
  ],
  [
    'the first live connection stands',
    { type: 'socket.connected', again: false },
    {
      libraries: [{ type: 'libraries.refresh' }],
      pageHost: [{ type: 'page.refresh', again: false }],
      search: [{ type: 'search.markOutdated' }],
      player: [{ type: 'server.reached' }, { type: 'server.checked' }],
      background: [{ type: 'tasks.refresh' }],
    },
  ],
  [
    'the live connection stands again',
    { type: 'socket.connected', again: true },
    {
      freshness: [{ type: 'freshness.refresh' }],
      player: [{ type: 'server.reached' }],
      background: [{ type: 'tasks.refresh' }],
    },
  ],
  ['the live connection is lost', { type: 'socket.lost' }, { player: [{ type: 'server.lost' }] }],
  [
    'the player wants to know what other devices did',
    { type: 'player.checkRequested' },
    { freshness: [{ type: 'freshness.refresh' }] },
  ],
  ['the key of the list of keys', { type: 'help.requested' }, { menus: [{ type: 'menus.open', id: 'keys' }] }],
  [
    'the key that finds a setting',
    { type: 'settings.findRequested' },
    { modals: [{ type: 'modals.open', modal: 'findSetting', input: { page: 'account' }, tag: 'findSetting' }] },
  ],
  [
    'a scan is to be stopped',
    { type: 'tasks.cancelRequested', libraryId: 'own' },
    { socket: [{ type: 'socket.send', name: 'cancel_scan', args: ['own'] }] },
  ],
  ['a line of the log', line, { pageHost: [line] }],
  ['libraries that are there', loaded, { pageHost: [loaded] }],
  ['progress that is saved', settled, { pageHost: [settled] }],
  [
    'the library of the page',
    { type: 'page.libraryResolved', libraryId: 'own' },
    { libraries: [{ type: 'libraries.select', id: 'own' }] },
  ],
  ['a person signs out', { type: 'session.signOut' }, { auth: [{ type: 'auth.signOut' }] }],
  [
    'another place',
    to(OWN),
    { selection: [to(OWN)], pageHost: [to(OWN)], search: [{ type: 'search.placeChanged', route: OWN }] },
  ],
  [
    'a backup that was applied: all is another than before',
    { type: 'server.backup.applied' },
    {
      pageHost: [{ type: 'server.backup.applied' }],
      player: [{ type: 'player.pause' }],
      router: [{ type: 'router.reload' }],
    },
  ],
])('%s: requested data stays, and the affected are notified', (_what, event, expected) => {
  const session = start();
  expect(session.notify(event)).toEqual(expected);
  expect(session.isPrefetched()).toBe(true);
});

test.each<[string, SessionEvent, object]>([
  [
    'an item that is gone',
    item,
    {
      libraries: [item],
      modals: [item],
      queue: [item],
      selection: [item],
      pageHost: [item],
      search: [{ type: 'search.markOutdated' }],
    },
  ],
  [
    'the own account',
    { type: 'server.user.updated', user: { ...root.user, username: 'renamed' } },
    {
      progress: [{ type: 'server.user.updated', user: { ...root.user, username: 'renamed' } }],
      player: [{ type: 'server.user.updated', user: { ...root.user, username: 'renamed' } }],
      pageHost: [
        { type: 'account.changed', account: { ...root, user: { ...root.user, username: 'renamed' } } },
        { type: 'server.user.updated', user: { ...root.user, username: 'renamed' } },
      ],
    },
  ],
  ['another account', another, { progress: [another], player: [another], pageHost: [another] }],
  [
    'settings that this page saved',
    { type: 'page.settingsSaved', serverSettings: { ...root.serverSettings, dateFormat: 'dd.MM.yyyy' } },
    {
      pageHost: [
        {
          type: 'account.changed',
          account: { ...root, serverSettings: { ...root.serverSettings, dateFormat: 'dd.MM.yyyy' } },
        },
      ],
    },
  ],
])('%s: requested data is dropped, and the affected are notified', (_what, event, expected) => {
  const session = start();
  expect(session.notify(event)).toEqual(expected);
  expect(session.isPrefetched()).toBe(false);
});

test("an administrator's message shows, and reaches the page and its overlays", () => {
  const notice = { type: 'toasts.show', kind: 'info', message: { text: 'Down at noon' }, durationMs: null };
  expect(start().notify(message)).toEqual({ toasts: [notice], modals: [message], pageHost: [message] });
});

test('the right to send ebooks is kept with the account', () => {
  const kindle = { name: 'Kindle', email: 'k@example.org', availabilityOption: 'adminOrUp', users: [] };
  const session = start();
  expect(session.notify({ type: 'server.ereaderDevices.updated', list: { ereaderDevices: [kindle] } })).toEqual({});
  expect(session.account()?.ereaderDevices).toEqual({ items: [kindle], dropped: [] });
});

test.each<[string, User, Readonly<Record<string, readonly object[]>>]>([
  ['the same: only what may be missed is read again', root.user, {}],
  [
    'changed: that is handed on first, as if its event had come',
    { ...root.user, username: 'renamed' },
    {
      progress: [{ type: 'server.user.updated', user: { ...root.user, username: 'renamed' } }],
      pageHost: [
        { type: 'account.changed', account: { ...root, user: { ...root.user, username: 'renamed' } } },
        { type: 'server.user.updated', user: { ...root.user, username: 'renamed' } },
      ],
      player: [{ type: 'server.user.updated', user: { ...root.user, username: 'renamed' } }],
    },
  ],
])('the account that is reloaded is %s', async (_what, user, first) => {
  const session = start({}, () => Promise.resolve(user));
  session.notify({ type: 'socket.connected', again: true });
  const report = session.watch();
  session.ports.api.prefetch(listShelves, { libraryId: 'x' });
  session.subject.send({ type: 'freshness.due' });
  expect(session.subject.getSnapshot().value).toEqual({ ready: 'resyncing' });
  await vi.waitFor(() => expect(session.subject.getSnapshot().value).toEqual({ ready: 'resting' }));
  expect(report()).toEqual({
    ...first,
    libraries: [{ type: 'libraries.refresh' }],
    pageHost: [...(first['pageHost'] ?? []), { type: 'page.refresh', again: true }],
    search: [{ type: 'search.markOutdated' }],
    player: [...(first['player'] ?? []), { type: 'server.checked' }],
    freshness: [{ type: 'freshness.succeeded' }],
  });
  expect([session.account()?.user, session.isPrefetched()]).toEqual([user, user === root.user]);
});

test('an account that failed to reload is reported as stale, with its reason', async () => {
  const session = start({}, () => Promise.reject(new AppException({ kind: 'network' })));
  const report = session.watch();
  session.subject.send({ type: 'freshness.due' });
  await vi.waitFor(() => expect(session.subject.getSnapshot().value).toEqual({ ready: 'resting' }));
  expect(report()).toEqual({ freshness: [{ type: 'freshness.failed', cause: new AppException({ kind: 'network' }) }] });
});

test('an account that leaves before any work owes nothing', () => {
  const session = start({ account: null });
  expect(session.notify({ type: 'session.leave' })).toEqual({ auth: [{ type: 'auth.settled' }] });
});

test('the current place is where a setting is searched', () => {
  const session = start();
  session.notify(to({ name: 'configLogs' }));
  const requested = { type: 'modals.open', modal: 'findSetting', input: { page: 'configLogs' }, tag: 'findSetting' };
  expect(session.notify({ type: 'settings.findRequested' })).toEqual({ modals: [requested] });
});

const ask = { type: 'session.retry' } as const;

/** A session without an account; the test sends the server's events. */
function startWithout() {
  const session = start({ account: null });
  const { subject, ports } = session;
  const state = () => subject.getSnapshot().value;
  return {
    ...session,
    state,
    /** The outcome of the last request, from that state. */
    async fails(from: 'authorizing' | 'retrying', error: AppError) {
      ports.api.refuseOnce(authorize, error);
      expect(state()).toBe(from);
      await vi.waitFor(() => expect([state(), subject.getSnapshot().context.error]).toEqual(['failed', error]));
    },
    /** The account loads; auth receives it. */
    async comes() {
      ports.api.answer(authorize, recording('auth/login-root').response.body);
      await vi.waitFor(() => expect(state()).toEqual({ ready: 'resting' }));
      expect([subject.getSnapshot().context.error, session.report('auth')]).toEqual([
        null,
        [{ type: 'auth.identified', userId: root.user.id }],
      ]);
    },
  };
}

test('a failed account is refetched at once by a press', async () => {
  const { subject, state, fails, comes } = startWithout();
  await fails('authorizing', { kind: 'forbidden', message: 'no' });
  subject.send(ask);
  await fails('authorizing', { kind: 'network' });
  subject.send(ask);
  expect(state()).toBe('authorizing');
  await comes();
});

test('a temporarily failed account is refetched by itself, and by a press meanwhile', async () => {
  const { subject, ports, state, fails, comes } = startWithout();
  await fails('authorizing', { kind: 'network' });
  ports.clock.advance(4999);
  expect(state()).toBe('failed');
  ports.clock.advance(1);
  await fails('retrying', { kind: 'timeout' });
  ports.clock.advance(5000);
  expect(state()).toBe('retrying');
  subject.send(ask);
  expect(state()).toBe('authorizing');
  await comes();
});

test('an account that loads by itself starts its work, and auth receives it', async () => {
  const { ports, state, fails, comes } = startWithout();
  await fails('authorizing', { kind: 'network' });
  ports.clock.advance(5000);
  expect(state()).toBe('retrying');
  await comes();
});

test('a place with an ebook in its address opens it, also on navigation', () => {
  const session = start();
  session.ports.navigation.visit('/item/i?read=7');
  const opened = { type: 'modals.open', modal: 'reader', input: { itemId: 'i', ino: '7' }, tag: 'reader' };
  expect(session.notify(to({ name: 'item', id: 'i' }))['modals']).toEqual([opened]);
});
