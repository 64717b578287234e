import { describe, expect, test, vi } from 'vitest';
import { routerMachine } from '../../../../src/machines/kit/router/router.machine.ts';
import { getStatus } from '../../../../src/services/endpoints/auth.ts';
import { createFakeNavigation, type FakeNavigation } from '../../../support/fakes/navigation.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

function startAt(path: string) {
  const navigation = createFakeNavigation(path);
  const host = createHost(routerMachine, { ports: createFakePorts({ navigation }), named: { toasts: null } });
  return {
    ...host,
    navigation,
    context: () => host.subject.getSnapshot().context,
    focused: () => host.ports.page.shown.focused,
  };
}

const status = { serverVersion: '2.26.0', isInit: true, authMethods: ['local'] };
const item = (id: string) => ({ name: 'item', id }) as const;

describe('the place', () => {
  test('the start address is known and reported at once, and leaves the focus alone', () => {
    const { context, parentEvents, focused } = startAt('/item/a');
    expect(context()).toEqual({
      route: item('a'),
      path: '/item/a',
      key: 'entry-1',
      kind: 'start',
      previousPath: '/',
      below: null,
    });
    expect(parentEvents).toEqual([
      { type: 'route.changed', route: item('a'), path: '/item/a', key: 'entry-1', kind: 'start', error: null },
    ]);
    expect(focused()).toBe(0);
  });

  test('of a link is reported with the page before it, and gets the focus', () => {
    const { navigation, context, parentEvents, focused } = startAt('/item/a');
    navigation.visit('/item/b');
    expect(context()).toEqual({
      route: item('b'),
      path: '/item/b',
      key: 'entry-2',
      kind: 'push',
      previousPath: '/item/a',
      below: '/item/a',
    });
    expect(parentEvents.slice(1)).toEqual([
      { type: 'route.changed', route: item('b'), path: '/item/b', key: 'entry-2', kind: 'push', error: null },
    ]);
    expect(focused()).toBe(1);
  });

  test('on going back is the entry with its old name, and gets the focus until it restores its own', () => {
    const { navigation, context, parentEvents, focused } = startAt('/item/a');
    navigation.visit('/item/b');
    navigation.back();
    expect(context()).toEqual({
      route: item('a'),
      path: '/item/a',
      key: 'entry-1',
      kind: 'traverse',
      previousPath: '/item/b',
      below: null,
    });
    expect(parentEvents.at(-1)).toEqual({
      type: 'route.changed',
      route: item('a'),
      path: '/item/a',
      key: 'entry-1',
      kind: 'traverse',
      error: null,
    });
    expect(focused()).toBe(2);
  });

  test('of an address in no table row is unknown, with the address for the error page (RTE-034)', () => {
    const route = { name: 'unknown', path: '/no/such?page=1' };
    const { context, parentEvents } = startAt('/no/such?page=1');
    expect(context()).toEqual({
      route,
      path: '/no/such?page=1',
      key: 'entry-1',
      kind: 'start',
      previousPath: '/',
      below: null,
    });
    expect(parentEvents).toEqual([
      { type: 'route.changed', route, path: '/no/such?page=1', key: 'entry-1', kind: 'start', error: null },
    ]);
  });

  test('visited twice is reported twice, each time as an entry of its own', () => {
    const { navigation, parentEvents } = startAt('/');
    navigation.visit('/account');
    navigation.visit('/account');
    expect(parentEvents.slice(1)).toEqual(
      ['entry-2', 'entry-3'].map((key) => ({
        type: 'route.changed',
        route: { name: 'account' },
        path: '/account',
        key,
        kind: 'push',
        error: null,
      })),
    );
  });

  test('is not watched any more once the router ended', () => {
    const { navigation, stop } = startAt('/item/a');
    expect(navigation.watchers).toBe(1);
    stop();
    expect(navigation.watchers).toBe(0);
  });
});

describe('the page before (STT-008)', () => {
  test('stays the same when the entry is only replaced, as by another filter', () => {
    const { navigation, subject, context } = startAt('/item/a');
    navigation.visit('/library/l/bookshelf');
    subject.send({ type: 'router.go', to: { name: 'bookshelf', libraryId: 'l', filter: 'issues' }, replace: true });
    expect(context()).toEqual({
      route: { name: 'bookshelf', libraryId: 'l', filter: 'issues' },
      path: '/library/l/bookshelf?filter=issues',
      key: 'entry-3',
      kind: 'replace',
      previousPath: '/item/a',
      below: '/item/a',
    });
  });

  test('stays the same when an error is removed from the address', () => {
    const { navigation, context } = startAt('/item/a');
    navigation.visit('/account?error=No');
    expect(context()).toEqual({
      route: { name: 'account' },
      path: '/account',
      key: 'entry-3',
      kind: 'replace',
      previousPath: '/item/a',
      below: '/item/a',
    });
  });
});

describe('an error in the address (RTE-038, RTE-039)', () => {
  const report = (text: string) => [{ type: 'toasts.show', kind: 'error', message: { text } }];

  test('at the start is reported and removed from the address, and the rest of the query stays', () => {
    const { navigation, parentEvents, receivedBy } = startAt('/item/a?error=Not%20allowed&read=1');
    expect(receivedBy('toasts')).toEqual(report('Not allowed'));
    expect(navigation.commands).toEqual([{ path: '/item/a?read=1', replace: true }]);
    expect(parentEvents).toMatchObject([{ error: 'Not allowed' }, { error: null }]);
  });

  test('of the sign-in page is reported by its form, and removed from the address', () => {
    const { navigation, parentEvents, receivedBy } = startAt('/login?error=Not%20allowed&autoLaunch=0');
    expect(receivedBy('toasts')).toEqual([]);
    expect(navigation.commands).toEqual([{ path: '/login?autoLaunch=0', replace: true }]);
    const place = { type: 'route.changed', route: { name: 'login', autoLaunch: '0' }, path: '/login?autoLaunch=0' };
    expect(parentEvents).toEqual([
      { ...place, key: 'entry-1', kind: 'start', error: 'Not allowed' },
      { ...place, key: 'entry-2', kind: 'replace', error: null },
    ]);
  });

  test('of a later page is reported once, and that page only when its address is clean', () => {
    const { navigation, parentEvents, receivedBy } = startAt('/');
    navigation.visit('/item/a?error=Gone');
    expect(receivedBy('toasts')).toEqual(report('Gone'));
    expect(navigation.commands).toEqual([{ path: '/item/a', replace: true }]);
    expect(parentEvents.slice(1)).toEqual([
      { type: 'route.changed', route: item('a'), path: '/item/a', key: 'entry-3', kind: 'replace', error: null },
    ]);
  });

  test('does not keep the focus from a new page', () => {
    const { navigation, focused } = startAt('/');
    navigation.visit('/item/a?error=Gone');
    expect(focused()).toBe(1);
  });

  test('is not reported again on going back to its page', () => {
    const { navigation, parentEvents, receivedBy } = startAt('/item/a?error=Gone');
    navigation.visit('/account');
    navigation.back();
    expect(receivedBy('toasts')).toEqual(report('Gone'));
    expect(parentEvents.at(-1)).toEqual({
      type: 'route.changed',
      route: item('a'),
      path: '/item/a',
      key: 'entry-2',
      kind: 'traverse',
      error: null,
    });
  });

  test('without text is removed from the address, with no notice', () => {
    const { context, navigation, receivedBy } = startAt('/account?error=');
    expect(receivedBy('toasts')).toEqual([]);
    expect([navigation.commands, context().path]).toEqual([[{ path: '/account', replace: true }], '/account']);
  });
});

describe('on a command to', () => {
  test.each([
    [
      'go to a route',
      { to: { name: 'series', libraryId: 'l 1', seriesId: 's/2' } },
      { path: '/library/l%201/series/s%2F2', replace: false },
    ],
    ['go to a path that was kept as text', { to: '/item/a?tab=1' }, { path: '/item/a?tab=1', replace: false }],
    [
      'put another place over this one',
      { to: { name: 'account' }, replace: true },
      { path: '/account', replace: true },
    ],
  ] as const)('%s, it moves the client there and reports it', (_what, order, command) => {
    const { subject, navigation, context, parentEvents } = startAt('/');
    subject.send({ type: 'router.go', ...order });
    expect(navigation.commands).toEqual([command]);
    expect(context().path).toBe(command.path);
    expect(parentEvents.slice(1)).toEqual([
      {
        type: 'route.changed',
        route: context().route,
        path: command.path,
        key: 'entry-2',
        kind: command.replace ? 'replace' : 'push',
        error: null,
      },
    ]);
  });

  test('go elsewhere while the first page brings an error, it ends at the later place', () => {
    const { subject, context } = startAt('/login?error=No');
    subject.send({ type: 'router.go', to: item('a') });
    expect(context()).toEqual({
      route: item('a'),
      path: '/item/a',
      key: 'entry-3',
      kind: 'push',
      previousPath: '/login',
      below: '/login',
    });
  });

  test('go back to a page that is the entry before, it goes back, also after this one was replaced', () => {
    const { subject, navigation, context } = startAt('/library/l/bookshelf?filter=issues');
    navigation.visit('/batch');
    subject.send({ type: 'router.go', to: { name: 'batch', view: 'table' }, replace: true });
    subject.send({ type: 'router.goBack', to: { name: 'bookshelf', libraryId: 'l' } });
    expect(navigation.commands).toEqual([{ path: '/batch?view=table', replace: true }]);
    expect(context()).toMatchObject({ path: '/library/l/bookshelf?filter=issues', key: 'entry-1', kind: 'traverse' });
  });

  test.each<[string, (navigation: FakeNavigation) => void]>([
    ['another page is', () => undefined],
    [
      'it is not known which one is',
      (navigation) => {
        navigation.visit('/library/l/bookshelf');
        navigation.back();
      },
    ],
  ])('go back to a page while %s the entry before, it opens it in place of this one', (_which, before) => {
    const { subject, navigation, context } = startAt('/item/a');
    navigation.visit('/batch');
    before(navigation);
    subject.send({ type: 'router.goBack', to: { name: 'bookshelf', libraryId: 'l' } });
    expect(navigation.commands).toEqual([{ path: '/library/l/bookshelf', replace: true }]);
    expect(context()).toMatchObject({ path: '/library/l/bookshelf', kind: 'replace' });
  });

  test('leave the client, it goes to the address as it is given and stays where it is until the page ends', () => {
    const { subject, navigation, parentEvents } = startAt('/login');
    subject.send({ type: 'router.leave', url: 'https://id.example/authorize?x=1' });
    expect([navigation.left, navigation.commands, parentEvents.length]).toEqual([
      ['https://id.example/authorize?x=1'],
      [],
      1,
    ]);
  });

  test('reload the client, it does so once, and only when the server answers', async () => {
    const { subject, ports, navigation, parentEvents } = startAt('/account');
    const answer = ports.api.defer(getStatus);
    subject.send({ type: 'router.reload' });
    subject.send({ type: 'router.reload' });
    expect([subject.getSnapshot().value, navigation.reloads]).toEqual(['askingServer', 0]);
    answer.resolve(status);
    await vi.waitFor(() => expect(navigation.reloads).toBe(1));
    expect([ports.api.inputsOf(getStatus).length, navigation.commands, parentEvents.length]).toEqual([1, [], 1]);
    expect(subject.getSnapshot().value).toBe('staying');
  });

  test('reload the client while the server is down, it says so and keeps the page', async () => {
    const { subject, ports, navigation, receivedBy } = startAt('/account');
    ports.api.refuseOnce(getStatus, { kind: 'network' });
    subject.send({ type: 'router.reload' });
    await vi.waitFor(() =>
      expect(receivedBy('toasts')).toEqual([
        { type: 'toasts.show', id: 'router/unreachable', kind: 'error', message: { key: 'errors.network' } },
      ]),
    );
    expect([subject.getSnapshot().value, navigation.reloads]).toEqual(['staying', 0]);
    ports.api.answer(getStatus, status);
    subject.send({ type: 'router.reload' });
    await vi.waitFor(() => expect(navigation.reloads).toBe(1));
  });
});
