import { describe, expect, test, vi } from 'vitest';
import { createMachine, fromPromise, fromTransition, type AnyActorLogic } from 'xstate';
import { pageHostMachine } from '../../../../src/machines/app/page-host/page-host.machine.ts';
import { PLACES } from '../../../../src/machines/app/page-host/places.logic.ts';
import type { AnyRoute } from '../../../../src/machines/kit/router/routes.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { authorized, type Authorized } from '../../../../src/schemas/api/auth.ts';
import { defaultPreferences } from '../../../../src/schemas/preferences.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';
import { topState } from '../../../support/state-values.ts';
import { puppet, receivedBy as heardBy } from '../../../support/rig.ts';

const root = z.parse(authorized, recording('auth/login-root').response.body);

/** An account that may see these libraries and nothing of the administration. */
const mayEnter = (...librariesAccessible: readonly string[]): Authorized => ({
  ...root,
  user: {
    ...root.user,
    type: 'user',
    librariesAccessible: [...librariesAccessible],
    permissions: { ...root.user.permissions, accessAllLibraries: false },
  },
});

const OWN = { name: 'library', libraryId: 'own' } as const;
const FOREIGN = { name: 'library', libraryId: 'foreign' } as const;
const NEXT = { name: 'library', libraryId: 'next' } as const;
const book = (id: string) => ({ id, mediaType: 'book' }) as const;
const warning = { type: 'toasts.show', kind: 'warning', message: { key: 'session.libraryForbidden' } };
const goes = (to: AnyRoute) => ({ type: 'router.go', to, replace: true });
const preferences = fromTransition((state) => state, defaultPreferences);

/** The page host at a built page, with the code of pages as `load` has it. */
function start(
  route: AnyRoute = OWN,
  load: () => Promise<AnyActorLogic | null> = () => Promise.resolve(puppet),
  account = mayEnter('own', 'next'),
) {
  const prefetched = vi.fn();
  const logged = vi.fn();
  const host = createHost(
    pageHostMachine.provide({
      guards: { isBuilt: () => true },
      actors: { loadPageMachine: fromPromise<AnyActorLogic | null>(load) as never },
      actions: { logCrash: (_, { cause }) => logged(cause), prefetch: (_, { route: to }) => prefetched(to) },
    }),
    {
      input: { account, route: route as never, entryKey: 'first' },
      named: { router: null, toasts: null, preferences },
    },
  );
  const { subject } = host;
  return {
    ...host,
    prefetched,
    logged,
    state: () => topState(subject),
    failure: () => subject.getSnapshot().context.failure?.kind,
    opened: () => vi.waitFor(() => expect(subject.getSnapshot().matches('open')).toBe(true)),
    go: (to: AnyRoute) =>
      subject.send({ type: 'route.changed', route: to, path: '/', key: 'next', kind: 'push', error: null } as never),
  };
}

describe('a place that is not for this account', () => {
  test('in a library of others is left with a warning for the own one, once that is known', async () => {
    const host = start();
    await host.opened();
    host.go(FOREIGN);
    expect([host.state(), host.receivedBy('toasts'), host.receivedBy('router')]).toEqual([
      'choosingStart',
      [warning],
      [],
    ]);
    host.subject.send({ type: 'libraries.loaded', libraries: [book('own')] as never });
    expect([host.state(), host.receivedBy('router')]).toEqual(['leaving', [goes(OWN)]]);
  });

  test('has no start where the account has no library', () => {
    const host = start(FOREIGN);
    host.subject.send({ type: 'libraries.loaded', libraries: [] });
    expect([host.state(), host.receivedBy('router')]).toEqual(['noLibrary', []]);
    host.subject.send({ type: 'libraries.loaded', libraries: [book('own')] as never });
    expect([host.state(), host.receivedBy('router')]).toEqual(['leaving', [goes(OWN)]]);
  });

  test('is one that the account loses while its page is open', async () => {
    const host = start();
    await host.opened();
    host.subject.send({ type: 'account.changed', account: mayEnter('own') });
    expect([host.state(), host.subject.getSnapshot().context.account]).toEqual(['open', mayEnter('own')]);
    host.subject.send({ type: 'account.changed', account: mayEnter('next') });
    expect([host.state(), host.receivedBy('toasts')]).toEqual(['choosingStart', [warning]]);
    expect(host.subject.getSnapshot().context.account).toEqual(mayEnter('next'));
    host.subject.send({ type: 'libraries.loaded', libraries: [book('next')] as never });
    expect([host.state(), host.receivedBy('router')]).toEqual(['leaving', [goes(NEXT)]]);
  });

  test('is one that the library turns out not to have: its home is shown', async () => {
    const host = start({ name: 'libraryLatest', libraryId: 'own' } as AnyRoute);
    await host.opened();
    host.subject.send({ type: 'libraries.loaded', libraries: [{ ...book('own'), mediaType: 'podcast' }] as never });
    expect([host.state(), host.receivedBy('router')]).toEqual(['open', []]);
    host.subject.send({ type: 'libraries.loaded', libraries: [book('own')] as never });
    expect([host.state(), host.receivedBy('router')]).toEqual(['leaving', [goes(OWN)]]);
    host.go({ name: 'libraryLatest', libraryId: 'own' } as AnyRoute);
    expect([host.state(), host.receivedBy('router')]).toEqual(['leaving', [goes(OWN), goes(OWN)]]);
  });

  test('of no library leads to the start', () => {
    const account = mayEnter('own');
    const permissions = { ...account.user.permissions, upload: false };
    const host = start({ name: 'upload' } as AnyRoute, undefined, {
      ...account,
      user: { ...account.user, permissions },
    });
    expect([host.state(), host.receivedBy('router')]).toEqual(['leaving', [goes({ name: 'index' } as AnyRoute)]]);
  });
});

test('the start waits for the libraries, and leads to the first of them', () => {
  const host = start({ name: 'index' } as AnyRoute);
  expect([host.state(), host.receivedBy('router')]).toEqual(['choosingStart', []]);
  host.subject.send({ type: 'libraries.loaded', libraries: [book('own'), book('next')] as never });
  expect([host.state(), host.receivedBy('router')]).toEqual(['leaving', [goes(OWN)]]);
});

test('an unknown address opens no page', async () => {
  const host = start();
  await host.opened();
  host.go({ name: 'unknown', path: '/nowhere' } as AnyRoute);
  expect([host.state(), host.subject.getSnapshot().context.page]).toEqual(['unknown', null]);
});

describe('another address', () => {
  const chosen = { ...OWN, name: 'bookshelf', filter: 'issues' } as unknown as AnyRoute;
  const shelf = { ...OWN, name: 'bookshelf' } as AnyRoute;
  const changed = (route: AnyRoute, kind: 'push' | 'replace') =>
    ({ type: 'route.changed', route, path: '/', key: 'next', kind, error: null }) as never;

  test('of the open page, which it has named itself, is sent to it', async () => {
    const host = start(shelf);
    await host.opened();
    const { page, visit } = host.subject.getSnapshot().context;
    host.subject.send(changed(chosen, 'replace'));
    expect(host.subject.getSnapshot().context).toMatchObject({ route: chosen, entryKey: 'next', visit });
    expect(host.subject.getSnapshot().context.page).toBe(page);
    expect(page && heardBy(page)).toEqual([{ type: 'page.moved', route: chosen, entryKey: 'next' }]);
  });

  test.each([
    ['that is gone to', chosen, 'push'],
    ['of another page', OWN, 'replace'],
  ] as const)('%s reopens a page', async (_what, route, kind) => {
    const host = start(shelf);
    await host.opened();
    const { page, visit } = host.subject.getSnapshot().context;
    host.subject.send(changed(route, kind));
    await host.opened();
    expect(host.subject.getSnapshot().context).toMatchObject({ route, entryKey: 'next', visit: visit + 1 });
    expect(host.subject.getSnapshot().context.page).not.toBe(page);
  });
});

test("a page's save of the settings is sent to the session", async () => {
  const host = start();
  await host.opened();
  const event = { type: 'page.settingsSaved', settings: { language: 'de' } } as never;
  host.subject.send(event);
  expect(host.parentEvents.at(-1)).toEqual(event);
});

test('administration is not for everybody: one’s own statistics are shown instead', () => {
  const host = start({ name: 'configUsers' } as AnyRoute);
  expect([host.state(), host.receivedBy('router')]).toEqual(['leaving', [goes({ name: 'configStats' } as AnyRoute)]]);
});

test('the open page receives settled, refreshed and server events unchanged', async () => {
  const host = start();
  await host.opened();
  const news = [
    { type: 'progress.settled', id: 'p' },
    { type: 'page.refresh', again: true },
    { type: 'server.item.removed', item: { id: 'i', libraryId: 'own' } },
  ] as const;
  for (const event of news) host.subject.send(event as never);
  const { page } = host.subject.getSnapshot().context;
  expect(page && heardBy(page)).toEqual(news);
});

test("a page's place memory is kept for the tab", async () => {
  const host = start();
  await host.opened();
  host.subject.send({ type: 'page.stateSaved', entryKey: 'first', memory: null, stored: { sort: 'title' } } as never);
  const stored = JSON.stringify(host.ports.tabStorage.read(PLACES));
  expect(stored).toContain('{"sort":"title"}');
});

test('a library that is removed while it is shown leads to the next one, or to the start', async () => {
  const host = start();
  await host.opened();
  host.subject.send({ type: 'libraries.loaded', libraries: [book('own'), book('next')] as never });
  host.subject.send({ type: 'libraries.currentRemoved', nextId: 'next' });
  host.subject.send({ type: 'libraries.currentRemoved', nextId: null });
  expect(host.receivedBy('router')).toEqual([goes(NEXT), goes({ name: 'index' } as AnyRoute)]);
});

test('the session receives the library of each place, also that of an item, once its page knows it', async () => {
  const host = start();
  await host.opened();
  host.go(NEXT);
  host.go({ ...NEXT, name: 'bookshelf' } as AnyRoute);
  host.go(FOREIGN);
  host.subject.send({ type: 'page.libraryResolved', libraryId: 'own' });
  const report = host.parentEvents.map((event) => [event.type, (event as { libraryId?: string }).libraryId]);
  expect(report).toEqual(['own', 'next', 'next', 'own'].map((id) => ['page.libraryResolved', id]));
});

test('an unbuilt page says so', async () => {
  const host = start(OWN, () => Promise.resolve(null));
  await vi.waitFor(() => expect(host.state()).toBe('unbuilt'));
});

test('a page that failed is forgotten with the place', async () => {
  const host = start();
  await host.opened();
  host.subject.send({ type: 'page.viewFailed', cause: new Error('a view') });
  expect(host.failure()).toBe('crash');
  host.go(NEXT);
  expect([host.state(), host.failure()]).toEqual(['open', undefined]);
});

test("a page's message after its end is logged, and does not touch the place", async () => {
  const host = start();
  await host.opened();
  host.go({ name: 'unknown', path: '/nowhere' } as AnyRoute);
  host.subject.send({ type: 'xstate.error.actor.page', error: new Error('too late'), actorId: 'page' } as never);
  expect([host.state(), host.failure(), host.logged.mock.calls]).toEqual([
    'unknown',
    undefined,
    [[new Error('too late')]],
  ]);
});

describe('code that does not come', () => {
  test('can be retried; the second failure reloads the client', async () => {
    const load = vi.fn<() => Promise<AnyActorLogic>>().mockRejectedValue(new TypeError('no code'));
    const host = start(OWN, load);
    const failed = () => vi.waitFor(() => expect(host.state()).toBe('failed'));
    await failed();
    expect([host.failure(), host.receivedBy('router')]).toEqual(['code', []]);
    load.mockRejectedValue(new AppException({ kind: 'timeout' }));
    host.subject.send({ type: 'page.retry' });
    expect(host.subject.getSnapshot().value).toEqual({ loadingCode: 'again' });
    await failed();
    expect(host.subject.getSnapshot().context.failure).toEqual({ kind: 'code', error: { kind: 'timeout' } });
    expect(host.receivedBy('router')).toEqual([{ type: 'router.reload' }]);
    load.mockResolvedValue(puppet);
    host.subject.send({ type: 'page.retry' });
    await host.opened();
    expect(host.failure()).toBeUndefined();
  });

  test('because the server does not answer never reloads the client', async () => {
    const load = vi.fn<() => Promise<AnyActorLogic>>().mockRejectedValue(new TypeError('Failed to fetch'));
    const host = start(OWN, load);
    const failed = () => vi.waitFor(() => expect(host.state()).toBe('failed'));
    await failed();
    host.subject.send({ type: 'page.retry' });
    expect(host.subject.getSnapshot().value).toEqual({ loadingCode: 'again' });
    await failed();
    expect(host.receivedBy('router')).toEqual([]);
  });

  test('does not include a page whose view throws: it is reopened', async () => {
    const host = start();
    await host.opened();
    host.subject.send({ type: 'page.viewFailed', cause: new Error('a view') });
    expect([host.state(), host.failure(), host.logged.mock.calls]).toEqual([
      'failed',
      'crash',
      [[new Error('a view')]],
    ]);
    host.subject.send({ type: 'page.retry' });
    expect(host.subject.getSnapshot().value).toEqual({ loadingCode: 'first' });
    await host.opened();
    expect([host.failure(), host.receivedBy('router')]).toEqual([undefined, []]);
  });
});

describe('what the server reports while a page loads', () => {
  const author = (id: string) => ({ type: 'server.author.removed', author: { id } });
  const received = vi.fn();
  const page = createMachine({
    initial: 'loading',
    states: {
      loading: { on: { 'data.loaded': 'shown', 'data.failed': 'failed' } },
      shown: {},
      failed: {},
    },
    on: { '*': { actions: ({ event }) => received(event) } },
  });

  /** The host, with its page still loading. */
  async function loading() {
    received.mockClear();
    const host = start(OWN, () => Promise.resolve(page));
    await host.opened();
    const child = host.subject.getSnapshot().context.page;
    if (!child) throw new Error('No page');
    return { ...host, child, send: (event: object) => host.subject.send(event as never) };
  }

  test('reaches the page after its data, in order', async () => {
    const host = await loading();
    host.send(author('one'));
    host.send({ type: 'progress.settled' });
    expect(received.mock.calls).toEqual([]);
    host.child.send({ type: 'data.loaded' });
    await vi.waitFor(() => expect(received.mock.calls).toEqual([[author('one')], [{ type: 'progress.settled' }]]));
    host.send(author('two'));
    expect(received.mock.lastCall).toEqual([author('two')]);
  });

  test('does not delay a refresh', async () => {
    const host = await loading();
    host.send(author('one'));
    host.send({ type: 'page.refresh', again: true });
    expect(received.mock.calls).toEqual([[{ type: 'page.refresh', again: true }]]);
  });

  test('becomes one refresh when it is more than 200 events', async () => {
    const host = await loading();
    for (let count = 0; count < 300; count += 1) host.send(author(`${count}`));
    host.child.send({ type: 'data.loaded' });
    await vi.waitFor(() => expect(received.mock.calls).toEqual([[{ type: 'page.refresh', again: false }]]));
  });

  test('is forgotten with the page', async () => {
    const host = await loading();
    host.send(author('one'));
    host.go(NEXT);
    await host.opened();
    host.subject.getSnapshot().context.page?.send({ type: 'data.loaded' });
    host.send(author('two'));
    await vi.waitFor(() => expect(received.mock.calls).toEqual([[author('two')]]));
  });
});

describe('the page about to open', () => {
  const look = (route: AnyRoute) => ({ type: 'prefetch.intended', route }) as never;

  test('is loaded ahead after a moment on it: of two links the second', async () => {
    const host = start();
    await host.opened();
    host.subject.send(look(NEXT));
    host.ports.clock.advance(79);
    host.subject.send(look({ ...NEXT, name: 'bookshelf' } as AnyRoute));
    host.ports.clock.advance(79);
    expect(host.prefetched.mock.calls).toEqual([]);
    host.ports.clock.advance(1);
    expect(host.prefetched.mock.calls).toEqual([[{ ...NEXT, name: 'bookshelf' }]]);
  });

  test('is not loaded ahead where it is open, nor once another page is', async () => {
    const host = start();
    await host.opened();
    host.subject.send(look(OWN));
    host.ports.clock.advance(80);
    host.subject.send(look(NEXT));
    host.go({ ...NEXT, name: 'bookshelf' } as AnyRoute);
    host.ports.clock.advance(80);
    expect(host.prefetched.mock.calls).toEqual([]);
  });
});
