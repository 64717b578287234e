import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  deviceParts,
  FIRST_QUERY,
  listenerName,
  matcherOf,
  mediaOf,
  methodOf,
  NO_FIND,
  queryOf,
  routeTo,
  sortedBy,
} from '../../../../src/machines/admin/sessions/sessions.logic.ts';
import { sessionsMachine } from '../../../../src/machines/admin/sessions/sessions.machine.ts';
import {
  selectIsRemoving,
  selectIsTurning,
  selectList,
  selectListenerName,
  selectQuery,
  selectReadAt,
  selectScope,
  selectSelected,
} from '../../../../src/machines/admin/sessions/sessions.selectors.ts';
import { listMySessions } from '../../../../src/services/endpoints/account.ts';
import { deleteSessions, listOpenSessions, listSessions } from '../../../../src/services/endpoints/sessions.ts';
import { getUser, listUsers, listUserSessions } from '../../../../src/services/endpoints/users.ts';
import { listeningSession } from '../../../../src/schemas/api/listening-session.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import {
  exportTexts,
  mySessionsBody,
  openBody,
  openSession,
  recordedSessions,
  sessionsBody,
  storedSession,
  userSessionsBody,
} from '../../../support/session-fixtures.ts';
import { onlineAs, userNamed } from '../../../support/users-fixtures.ts';
import { selectDataError, selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';

type Route = NonNullable<Parameters<typeof createHost<typeof sessionsMachine>>[1]>['input'];
const user = userNamed('user');
const [one, two] = recordedSessions.map(({ id }) => id) as [string, string];

function start(route: NonNullable<Route>['route']) {
  const host = createHost(sessionsMachine, {
    input: { route, entryKey: 'k', memory: null },
    named: { modals: null, router: null, toasts: null },
  });
  const { api } = host.ports;
  api.answer(listSessions, sessionsBody);
  api.answer(listOpenSessions, openBody);
  api.answer(listUsers, recording('users/list').response.body);
  api.answer(listMySessions, mySessionsBody);
  api.answer(listUserSessions, userSessionsBody);
  api.answer(getUser, recording('users/one').response.body);
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    api,
    list: () => selectList(state()),
    query: () => selectQuery(state()),
    selected: () => selectSelected(state()),
    requested: () => api.inputsOf(listSessions),
    isShown: () => vi.waitFor(() => expect(state().matches({ shown: 'resting' })).toBe(true)),
  };
}

async function open(route: NonNullable<Route>['route'] = { name: 'configSessions' }) {
  const host = start(route);
  await host.isShown();
  return host;
}

describe('all sessions', () => {
  test('load from the latest on, with current listening and the users to filter by (areas 9)', async () => {
    const { subject, requested, list, ports } = await open();
    expect(requested()).toEqual([{ page: 0, itemsPerPage: 10, sort: 'updatedAt', desc: true }]);
    expect(list()?.listed.total).toBe(26);
    expect(list()?.open.map(({ id }) => id)).toEqual([openSession.id]);
    expect(list()?.listeners.map(({ username }) => username)).toContain('user');
    expect(selectReadAt(subject.getSnapshot())).toBe(ports.clock.now());
    expect(listenerName(openSession, list()?.listeners ?? [])).toBe('root');
  });

  test('are paged, sorted, filtered and shown in longer parts; the rows stay until the others load', async () => {
    const { subject, requested, list, api, isShown } = await open();
    const turn = api.defer(listSessions);
    subject.send({ type: 'sessions.turn', page: 1 });
    expect([selectIsTurning(subject.getSnapshot()), list()?.listed.page]).toEqual([true, 0]);
    turn.resolve(recording('sessions/list-page-2').response.body);
    await isShown();
    expect(list()?.listed.page).toBe(1);
    subject.send({ type: 'sessions.sort', sort: 'timeListening' });
    subject.send({ type: 'sessions.filter', userId: user.id });
    subject.send({ type: 'sessions.setSize', size: '50' });
    await isShown();
    expect(requested().slice(1)).toEqual([
      { page: 1, itemsPerPage: 10, sort: 'updatedAt', desc: true },
      { page: 0, itemsPerPage: 10, sort: 'timeListening', desc: true },
      { page: 0, itemsPerPage: 10, sort: 'timeListening', desc: true, userId: user.id },
      { page: 0, itemsPerPage: 50, sort: 'timeListening', desc: true, userId: user.id },
    ]);
    expect(api.inputsOf(listUsers)).toHaveLength(1);
  });

  test('are shown as the address says, which follows what is chosen without another history entry', async () => {
    const { subject, requested, receivedBy, isShown } = await open({
      name: 'configSessions',
      user: user.id,
      sort: 'timeListening',
      desc: '0',
      page: '2',
      size: '25',
    });
    expect(requested()).toEqual([{ page: 1, itemsPerPage: 25, sort: 'timeListening', desc: false, userId: user.id }]);
    expect(receivedBy('router')).toEqual([]);
    subject.send({ type: 'sessions.filter', userId: null });
    await isShown();
    subject.send({ type: 'page.refresh', again: true });
    await isShown();
    subject.send({ type: 'sessions.filter', userId: user.id });
    subject.send({ type: 'sessions.turn', page: 1 });
    await isShown();
    const others = { name: 'configSessions', sort: 'timeListening', desc: '0', size: '25' };
    expect(receivedBy('router')).toEqual(
      [{}, { user: user.id }, { user: user.id, page: '2' }].map((part) => ({
        type: 'router.go',
        to: { user: undefined, page: undefined, ...others, ...part },
        replace: true,
      })),
    );
  });

  test('are those of all users where the address names one who is not known', async () => {
    const { requested, query, receivedBy } = await open({ name: 'configSessions', user: 'gone', page: '2' });
    expect(requested()).toEqual([
      { page: 1, itemsPerPage: 10, sort: 'updatedAt', desc: true, userId: 'gone' },
      { page: 0, itemsPerPage: 10, sort: 'updatedAt', desc: true },
    ]);
    expect(query()).toEqual(FIRST_QUERY);
    expect(receivedBy('router')).toMatchObject([{ type: 'router.go', to: { name: 'configSessions' }, replace: true }]);
  });

  test('are the last ones where the address names a page after them', async () => {
    const { requested, query, receivedBy } = await open({ name: 'configSessions', page: '9' });
    expect(requested()).toMatchObject([{ page: 8 }, { page: 2 }]);
    expect([query().page, receivedBy('router')]).toMatchObject([2, [{ to: { page: '3' } }]]);
  });

  test('are the last ones when those that are shown are gone by the time they are read again', async () => {
    const { subject, api, query, isShown } = await open({ name: 'configSessions', page: '3' });
    api.answer(listSessions, { ...sessionsBody, total: 20, numPages: 2 });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(query().page).toBe(1));
    await isShown();
  });

  test('are exported as they are filtered, by the names of the users', async () => {
    const { subject, api, ports } = await open({ name: 'configSessions', user: user.id });
    onTestFinished(() => create.mockRestore());
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sessions');
    api.answer(listSessions, { ...sessionsBody, total: 10, numPages: 1 });
    subject.send({ type: 'sessions.export', texts: exportTexts });
    await vi.waitFor(() => expect(ports.page.shown.downloaded).toEqual(['blob:sessions']));
    expect(api.inputsOf(listSessions).slice(1)).toEqual([
      { page: 0, itemsPerPage: 500, sort: 'createdAt', desc: true, userId: user.id },
    ]);
  });

  test('follow what is heard, once it is quiet', async () => {
    const { subject, ports, api, list } = await open();
    api.answer(listOpenSessions, { sessions: [] });
    subject.send({ type: 'server.user.streamUpdated', user: onlineAs(user) });
    subject.send({ type: 'server.user.offline', user: onlineAs(user) });
    ports.clock.advance(1000);
    await vi.waitFor(() => expect(list()?.open).toEqual([]));
    expect(api.inputsOf(listOpenSessions)).toHaveLength(2);
  });

  test('that changed while a dialog was open are read when it closes', async () => {
    const { subject, ports, api, list } = await open();
    subject.send({ type: 'sessions.show', session: openSession, place: 'open' });
    api.answer(listOpenSessions, { sessions: [] });
    subject.send({ type: 'page.refresh', again: true });
    ports.clock.advance(1000);
    subject.send({ type: 'modal.closed', modal: 'sessionDetails', tag: 'show', output: { isRemoved: false } });
    await vi.waitFor(() => expect(list()?.open).toEqual([]));
  });

  test('are selected and removed after a question that says how many (areas 9)', async () => {
    const { subject, api, selected, receivedBy, isShown } = await open();
    subject.send({ type: 'sessions.select', id: one, isSelected: true });
    subject.send({ type: 'sessions.select', id: 'unknown', isSelected: true });
    subject.send({ type: 'sessions.select', id: two, isSelected: true });
    subject.send({ type: 'sessions.select', id: two, isSelected: false });
    expect(selected()).toEqual([one]);
    subject.send({ type: 'sessions.selectAll', isSelected: true });
    expect(selected()).toHaveLength(10);
    subject.send({ type: 'sessions.remove' });
    expect(receivedBy('modals')).toMatchObject([
      { modal: 'confirm', input: { tone: 'danger', message: { values: { count: 10 } } } },
    ]);
    expect([selectIsRemoving(subject.getSnapshot()), api.inputsOf(deleteSessions)]).toEqual([false, []]);
    api.answer(deleteSessions, 'OK');
    const left = api.defer(listSessions);
    subject.send(questionClosed(true));
    expect(selectIsRemoving(subject.getSnapshot())).toBe(true);
    await vi.waitFor(() => expect(selectIsTurning(subject.getSnapshot())).toBe(true));
    left.resolve(sessionsBody);
    await isShown();
    expect(api.inputsOf(deleteSessions)).toEqual([{ sessions: recordedSessions.map(({ id }) => id) }]);
    expect([selected(), api.inputsOf(listSessions).length]).toEqual([[], 2]);
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'success', message: { values: { count: 10 } } }]);
  });

  test('stay after a no, and when the server refuses', async () => {
    const { subject, api, selected, receivedBy, isShown } = await open();
    subject.send({ type: 'sessions.remove' });
    expect(receivedBy('modals')).toEqual([]);
    subject.send({ type: 'sessions.select', id: one, isSelected: true });
    subject.send({ type: 'sessions.remove' });
    subject.send(questionClosed(false));
    expect(api.inputsOf(deleteSessions)).toEqual([]);
    await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: 'resting' })).toBe(true));
    api.refuse(deleteSessions, { kind: 'forbidden', message: '' });
    subject.send({ type: 'sessions.remove' });
    subject.send(questionClosed(true));
    const read = api.inputsOf(listSessions).length;
    await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject([{ kind: 'error' }]));
    expect(selected()).toEqual([one]);
    await isShown();
    expect(api.inputsOf(listSessions)).toHaveLength(read + 1);
  });

  test('the last part is shown when the one that was open is empty now', async () => {
    const { subject, api, query, list, isShown } = await open();
    const asTurned = { ...sessionsBody, total: 11, numPages: 2, page: 1 };
    api.answerOnce(listSessions, asTurned);
    const last = api.defer(listSessions);
    subject.send({ type: 'sessions.turn', page: 2 });
    await vi.waitFor(() => expect(api.inputsOf(listSessions)).toHaveLength(3));
    expect([selectIsTurning(subject.getSnapshot()), list()?.listed.page]).toEqual([true, 0]);
    last.resolve(asTurned);
    await isShown();
    expect(query().page).toBe(1);
    expect(api.inputsOf(listSessions).map((input) => (input as { page: number }).page)).toEqual([0, 2, 1]);
  });

  test('are reloaded when one was removed in its dialog', async () => {
    const { subject, requested, receivedBy, selected, isShown } = await open();
    subject.send({ type: 'sessions.select', id: one, isSelected: true });
    subject.send({ type: 'sessions.show', session: storedSession, place: 'stored' });
    expect(selected()).toEqual([]);
    expect(receivedBy('modals')).toMatchObject([
      { modal: 'sessionDetails', input: { session: { id: storedSession.id }, place: 'stored', mayRemove: true } },
    ]);
    subject.send({ type: 'modal.closed', modal: 'sessionDetails', tag: 'show', output: { isRemoved: true } });
    expect(selectIsTurning(subject.getSnapshot())).toBe(true);
    await isShown();
    expect(requested()).toHaveLength(2);
  });

  test('that did not load while the server was away come when it is back', async () => {
    const host = start({ name: 'configSessions' });
    host.api.refuseOnce(listSessions, { kind: 'network' });
    await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('failed'));
    host.subject.send({ type: 'page.refresh', again: true });
    expect(selectDataState(host.subject.getSnapshot())).toBe('loading');
    await host.isShown();
  });

  test('that did not load are reloaded; a part that fails says why', async () => {
    const host = start({ name: 'configSessions' });
    host.api.refuseOnce(listSessions, { kind: 'timeout' });
    await vi.waitFor(() => expect(selectDataError(host.subject.getSnapshot())?.kind).toBe('timeout'));
    host.subject.send({ type: 'page.retry' });
    await host.isShown();
    host.api.refuseOnce(listSessions, { kind: 'network' });
    host.subject.send({ type: 'sessions.turn', page: 1 });
    await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('failed'));
    expect(selectDataError(host.subject.getSnapshot())).toEqual({ kind: 'network' });
  });

  test('refetched during the first load are requested once more', async () => {
    const { subject, requested, isShown } = start({ name: 'configSessions' });
    subject.send({ type: 'page.refresh', again: true });
    expect(selectDataState(subject.getSnapshot())).toBe('loading');
    await isShown();
    expect(requested()).toHaveLength(2);
  });

  /** The reload failed: the retry follows after two seconds. */
  async function stale() {
    const page = await open();
    page.api.refuseOnce(listSessions, { kind: 'network' });
    page.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(page.requested()).toHaveLength(2));
    await page.isShown();
    return page;
  }

  test('stay shown when they could not be reloaded, which is tried after two seconds', async () => {
    const { ports, api, list, requested, isShown } = await stale();
    expect(list()?.listed.total).toBe(26);
    api.answer(listSessions, { ...sessionsBody, total: 25 });
    ports.clock.advance(1999);
    expect(requested()).toHaveLength(2);
    ports.clock.advance(1);
    await vi.waitFor(() => expect(list()?.listed.total).toBe(25));
    await isShown();
  });

  test('are retried as soon as at first, after a successful load in between', async () => {
    const { subject, ports, api, requested, isShown } = await stale();
    ports.clock.advance(2000);
    await isShown();
    api.refuseOnce(listSessions, { kind: 'network' });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(requested()).toHaveLength(4));
    await isShown();
    ports.clock.advance(2000);
    await vi.waitFor(() => expect(requested()).toHaveLength(5));
  });

  test('are retried as soon as at first, once another part was loaded when they were due', async () => {
    const { subject, ports, api, requested, isShown } = await stale();
    api.defer(listSessions);
    subject.send({ type: 'sessions.turn', page: 1 });
    await vi.waitFor(() => expect(requested()).toHaveLength(3));
    ports.clock.advance(2000);
    await isShown();
    expect(requested()).toHaveLength(4);
    api.refuseOnce(listSessions, { kind: 'network' });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(requested()).toHaveLength(5));
    await isShown();
    ports.clock.advance(2000);
    await vi.waitFor(() => expect(requested()).toHaveLength(6));
  });

  test('are not retried by themselves once the page shows the failure', async () => {
    const { subject, ports, api, requested, isShown } = await stale();
    api.refuseOnce(listSessions, { kind: 'network' });
    subject.send({ type: 'sessions.turn', page: 1 });
    await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('failed'));
    subject.send({ type: 'page.retry' });
    await isShown();
    ports.clock.advance(2000);
    expect([subject.getSnapshot().matches({ shown: 'resting' }), requested().length]).toEqual([true, 4]);
  });

  test.each([
    ['turned', () => ({ type: 'sessions.turn', page: 1 }) as const, true],
    ['read again', () => ({ type: 'page.refresh', again: true }) as const, false],
  ])('outdated while they are %s are requested once more', async (_, event, isTurning) => {
    const { subject, api, requested, list, isShown } = await open();
    api.defer(listSessions);
    subject.send(event());
    await vi.waitFor(() => expect(requested()).toHaveLength(2));
    api.answer(listSessions, { ...sessionsBody, total: 25 });
    subject.send({ type: 'page.refresh', again: true });
    expect(selectIsTurning(subject.getSnapshot())).toBe(isTurning);
    await isShown();
    expect([requested().length, list()?.listed.total]).toEqual([3, 25]);
  });

  test.each([
    [{ type: 'server.user.streamUpdated', user: onlineAs(user) }, 2, 1],
    [{ type: 'server.user.offline', user: onlineAs(user) }, 2, 1],
    [{ type: 'server.session.closed', sessionId: 'x' }, 2, 2],
  ] as const)('are reloaded after %o, where that can change them', async (event, ofAll, own) => {
    for (const [name, endpoint, count] of [
      ['configSessions', listSessions, ofAll],
      ['accountSessions', listMySessions, own],
    ] as const) {
      const { subject, ports, api, isShown } = await open({ name });
      subject.send(event as never);
      expect(api.inputsOf(endpoint)).toHaveLength(1);
      ports.clock.advance(1000);
      await isShown();
      expect(api.inputsOf(endpoint)).toHaveLength(count);
    }
  });
});

describe('found sessions', () => {
  const noon = (day: number) => new Date(2026, 2, day, 12).getTime();
  const [first] = (sessionsBody as { sessions: object[] }).sessions;
  const made = (id: string, day: number, changes: object = {}) => ({
    ...first,
    id,
    displayTitle: 'Persuasion',
    displayAuthor: 'Jane Austen',
    startedAt: noon(day),
    updatedAt: noon(day),
    deviceInfo: null,
    ...changes,
  });
  const sessions = [
    made('a', 1),
    made('b', 2, { displayTitle: 'Émile', displayAuthor: 'Rousseau' }),
    made('c', 3, { deviceInfo: { clientName: 'Earmark', browserName: 'Firefox' } }),
    made('d', 4, { startedAt: noon(2) }),
  ];

  test.each([
    [{ words: 'emile' }, ['b']],
    [{ words: ' austen  PERSU ' }, ['a', 'c', 'd']],
    [{ words: 'firefox persuasion' }, ['c']],
    [{ words: 'nothing' }, []],
    [{ from: '2026-03-03' }, ['c', 'd']],
    [{ to: '2026-03-02' }, ['a', 'b', 'd']],
    [{ from: '2026-03-03', to: '2026-03-03' }, ['c', 'd']],
    [{ words: 'jane', from: '2026-03-01', to: '2026-03-01' }, ['a']],
    [{}, ['a', 'b', 'c', 'd']],
  ])('by %o', (find, ids) => {
    const read = sessions.map((session) => z.parse(listeningSession, session));
    expect(read.filter(matcherOf({ ...NO_FIND, ...find })).map(({ id }) => id)).toEqual(ids);
  });

  test('are looked up in large parts once typing pauses, shown in pages, and named by the address', async () => {
    const { subject, api, requested, list, receivedBy, isShown, ports } = await open();
    api.answer(listSessions, ({ page }: { page: number }) => ({
      ...sessionsBody,
      total: 1000,
      numPages: 2,
      page,
      sessions: Array.from({ length: 500 }, (_, at) =>
        made(`${page}-${at}`, 1, at % 100 === 0 ? {} : { displayTitle: 'Other', displayAuthor: '' }),
      ),
    }));
    subject.send({ type: 'sessions.find', find: { words: 'per' } });
    ports.clock.advance(299);
    subject.send({ type: 'sessions.find', find: { words: 'persuasion' } });
    expect([selectIsTurning(subject.getSnapshot()), requested().length]).toEqual([true, 1]);
    ports.clock.advance(300);
    await isShown();
    const large = { itemsPerPage: 500, sort: 'updatedAt', desc: true };
    expect(requested().slice(1)).toEqual([0, 1].map((page) => ({ page, ...large })));
    expect(list()?.listed).toMatchObject({ total: 10, numPages: 1, page: 0 });
    expect(
      list()
        ?.listed.sessions.items.map(({ id }) => id)
        .slice(4, 6),
    ).toEqual(['0-400', '1-0']);
    expect(receivedBy('router')).toMatchObject([{ to: { name: 'configSessions', find: 'persuasion' }, replace: true }]);
    subject.send({ type: 'page.refresh', again: false });
    ports.clock.advance(5000);
    expect(requested().length).toBe(3);
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(requested().length).toBe(5));
  });

  test('of one user and the own ones are found too', async () => {
    const { subject, api, isShown, ports, list } = await open({ name: 'accountSessions', from: '2026-03-02', to: 'x' });
    expect(selectQuery(subject.getSnapshot())).toMatchObject({ words: '', from: '2026-03-02', to: '' });
    expect(api.inputsOf(listMySessions)[0]).toEqual({ page: 0, itemsPerPage: 500 });
    api.answer(listMySessions, { ...mySessionsBody, numPages: 1, sessions });
    subject.send({ type: 'sessions.find', find: { to: '2026-03-02' } });
    ports.clock.advance(300);
    await isShown();
    expect(list()?.listed.sessions.items.map(({ id }) => id)).toEqual(['b', 'd']);
  });

  test('are what is exported', async () => {
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sessions');
    onTestFinished(() => create.mockRestore());
    const { subject, api, ports } = await open({ name: 'configSessions', find: 'emile' });
    api.answer(listSessions, { ...sessionsBody, total: 4, numPages: 1, sessions });
    subject.send({ type: 'sessions.export', texts: exportTexts });
    await vi.waitFor(() => expect(ports.page.shown.downloaded).toEqual(['blob:sessions']));
    const [[file] = []] = create.mock.calls;
    const text = (await (file as Blob).text()).split('\r\n');
    expect([text.length, text[1]?.startsWith('Émile')]).toEqual([3, true]);
  });
});

test('one user’s have the name of the user, and neither filter nor selection (areas 7.4)', async () => {
  const { subject, api, selected, query } = await open({ name: 'configUserSessions', id: user.id });
  expect(selectListenerName(subject.getSnapshot())).toBe('user');
  expect(api.inputsOf(listUserSessions)).toEqual([{ id: user.id, page: 0, itemsPerPage: 10 }]);
  subject.send({ type: 'sessions.sort', sort: 'currentTime' });
  subject.send({ type: 'sessions.filter', userId: 'x' });
  subject.send({ type: 'sessions.selectAll', isSelected: true });
  expect([selected(), query()]).toEqual([[], FIRST_QUERY]);
});

test('the own ones are for every account, and are turned like the others (areas 9)', async () => {
  const { subject, api, isShown } = await open({ name: 'accountSessions' });
  expect(selectScope(subject.getSnapshot())).toEqual({ kind: 'own' });
  expect(selectListenerName(subject.getSnapshot())).toBe(null);
  subject.send({ type: 'sessions.turn', page: 1 });
  await isShown();
  expect(api.inputsOf(listMySessions)).toEqual([
    { page: 0, itemsPerPage: 10 },
    { page: 1, itemsPerPage: 10 },
  ]);
});

test.each([
  [{ name: 'configSessions' }, FIRST_QUERY],
  [{ name: 'configSessions', user: '', sort: 'x', desc: 'x', page: 'x', size: '7' }, FIRST_QUERY],
  [{ name: 'configSessions', page: '0' }, FIRST_QUERY],
  [{ name: 'configSessions', page: '1.5' }, FIRST_QUERY],
  [
    { name: 'configUserSessions', id: 'a', page: '3', size: '100' },
    { ...FIRST_QUERY, page: 2, size: '100' },
  ],
  [
    { name: 'accountSessions', page: '2' },
    { ...FIRST_QUERY, page: 1 },
  ],
  [
    { name: 'configSessions', find: 'a b', from: '2026-02-01', to: '2026-03-01' },
    { ...FIRST_QUERY, words: 'a b', from: '2026-02-01', to: '2026-03-01' },
  ],
  [{ name: 'configSessions', find: '', from: 'yesterday', to: '1' }, FIRST_QUERY],
] as const)('an address that says %o shows that part of the list', (route, query) => {
  expect(queryOf(route)).toEqual(query);
  expect(queryOf(routeTo(route, query))).toEqual(query);
});

test('a column sorts downwards first, titles upwards, and turns round', () => {
  const byTitle = sortedBy({ ...FIRST_QUERY, page: 3 }, 'displayTitle');
  expect(byTitle).toEqual({ ...FIRST_QUERY, sort: 'displayTitle', isDescending: false });
  expect(sortedBy(byTitle, 'displayTitle').isDescending).toBe(true);
  expect(sortedBy(byTitle, 'timeListening').isDescending).toBe(true);
});

test('the data of a session is read as the server sends it', () => {
  expect([0, 1, 2, 3, 7, null].map((playMethod) => methodOf({ ...storedSession, playMethod }))).toEqual([
    'directPlay',
    'directStream',
    'transcode',
    'local',
    null,
    null,
  ]);
  expect(mediaOf({ ...storedSession, libraryItemId: 'a', episodeId: '' })).toEqual({
    libraryItemId: 'a',
    episodeId: null,
  });
  expect(mediaOf({ ...storedSession, libraryItemId: null })).toBe(null);
  expect(deviceParts(null)).toEqual([]);
  const device = { clientName: 'Earmark', clientVersion: '1.0', osName: 'Linux', browserName: '', sdkVersion: 30 };
  expect(deviceParts(device)).toEqual(['Earmark 1.0', 'Linux', 'SDK 30']);
});
