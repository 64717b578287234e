import { describe, expect, test, vi } from 'vitest';
import {
  isListed,
  messageOf,
  routeOf,
  rowsOf,
  scanSummaryOf,
  wordsOf,
  selectHasNews,
  selectLastFinished,
  selectRunningCount,
  selectTaskRows,
  selectTasksState,
} from '../../../../src/machines/browse/tasks/tasks.logic.ts';
import { tasksMachine } from '../../../../src/machines/browse/tasks/tasks.machine.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import type { Task } from '../../../../src/schemas/api/task.ts';
import { listTasks } from '../../../../src/services/endpoints/tasks.ts';
import { createHost } from '../../../support/host.ts';
import { taskOf } from '../../../support/task-fixtures.ts';

const SCAN = taskOf({ id: 'scan', action: 'library-scan', data: { libraryId: 'l1' }, showSuccess: true });

async function open(listed: readonly Task[] = [], queued: readonly string[] = []) {
  const host = createHost(tasksMachine, { input: { isLive: true } });
  const { api } = host.ports;
  const queuedTaskData = { embedMetadata: queued.map((libraryItemId) => ({ libraryItemId })) };
  api.answer(listTasks, { tasks: listed, queuedTaskData });
  const state = () => host.subject.getSnapshot();
  await vi.waitFor(() => expect(selectTasksState(state())).toBe('loaded'));
  return {
    ...host,
    api,
    state,
    ids: () => state().context.entries.flatMap(({ task }) => (isListed(task) ? [task.id] : [])),
    known: () => state().context.entries.map(({ task }) => task.id),
    start: (task: Task) => host.subject.send({ type: 'server.task.started', task }),
    finish: (task: Task, change: Partial<Task> = {}) =>
      host.subject.send({ type: 'server.task.finished', task: { ...task, isFinished: true, ...change } }),
    relist: async (tasks: readonly Task[]) => {
      const before = api.inputsOf(listTasks).length;
      api.answer(listTasks, { tasks });
      host.subject.send({ type: 'tasks.refresh' });
      await vi.waitFor(() => expect(state().context.updatedIds).toBe(null));
      expect(api.inputsOf(listTasks).length).toBe(before + 1);
    },
  };
}

describe('the list', () => {
  test("holds the server's running tasks, at the start and after each connection (TSK-001)", async () => {
    const { ids, relist } = await open([taskOf({ id: 'a' }), taskOf({ id: 'b' })]);
    expect(ids()).toEqual(['a', 'b']);
    await relist([taskOf({ id: 'b' }), taskOf({ id: 'c' })]);
    expect(ids()).toEqual(['b', 'c']);
  });

  test('is requested once: when the connection opens, or after two seconds without one', async () => {
    const early = createHost(tasksMachine, { input: { isLive: false } });
    early.ports.api.answer(listTasks, { tasks: [SCAN] });
    const requested = () => early.ports.api.inputsOf(listTasks).length;
    const state = () => early.subject.getSnapshot();
    expect([requested(), selectTasksState(state())]).toEqual([0, 'loading']);
    early.subject.send({ type: 'server.task.started', task: taskOf({ id: 'heard' }) });
    early.subject.send({ type: 'tasks.refresh' });
    await vi.waitFor(() => expect(selectTasksState(state())).toBe('loaded'));
    expect(state().context.entries.map(({ task }) => task.id)).toEqual(['heard', 'scan']);
    early.ports.clock.advance(10_000);
    expect(requested()).toBe(1);
    const alone = createHost(tasksMachine, { input: { isLive: false } });
    alone.ports.api.answer(listTasks, { tasks: [SCAN] });
    alone.ports.clock.advance(1999);
    expect(alone.ports.api.inputsOf(listTasks).length).toBe(0);
    alone.ports.clock.advance(1);
    await vi.waitFor(() => expect(selectTasksState(alone.subject.getSnapshot())).toBe('loaded'));
  });

  test('gets what starts, and counts it until it has finished (TSK-020, EVT-030, EVT-031)', async () => {
    const { finish, start, state } = await open();
    start(SCAN);
    expect(selectRunningCount(state())).toBe(1);
    finish(SCAN);
    expect(selectRunningCount(state())).toBe(0);
  });

  test('lists what finished only if it failed or wants to be shown (TSK-021)', async () => {
    const { finish, ids, start } = await open();
    const [quiet, failing] = [taskOf({ id: 'quiet' }), taskOf({ id: 'failing' })];
    for (const task of [SCAN, quiet, failing]) start(task);
    finish(SCAN);
    finish(quiet);
    finish(failing, { isFailed: true, error: 'no' });
    expect(ids().toSorted()).toEqual(['failing', 'scan']);
  });

  test('lists what finished for 60 s, failed or not, and knows the other, too (TSK-022, CON-050, AMB-62)', async () => {
    const { finish, ids, known, ports, start, state } = await open();
    const [quiet, failing] = [taskOf({ id: 'quiet' }), taskOf({ id: 'failing' })];
    for (const task of [SCAN, quiet, failing]) start(task);
    finish(SCAN);
    finish(quiet);
    expect([known(), selectTaskRows(state()).rows.map(({ task }) => task.id)]).toEqual([
      ['scan', 'quiet', 'failing'],
      ['failing', 'scan'],
    ]);
    ports.clock.advance(30_000);
    finish(failing, { isFailed: true, error: 'no' });
    expect(ids()).toEqual(['scan', 'failing']);
    ports.clock.advance(29_999);
    expect(ids()).toEqual(['scan', 'failing']);
    ports.clock.advance(1);
    expect(known()).toEqual(['failing']);
    ports.clock.advance(30_000);
    expect(ids()).toEqual([]);
  });

  test('takes one that failed before it began: it comes as started and is finished', async () => {
    const { ids, ports, start, state } = await open();
    start(taskOf({ id: 'at once', isFinished: true, isFailed: true, error: 'no' }));
    expect([ids(), selectRunningCount(state())]).toEqual([['at once'], 0]);
    ports.clock.advance(60_000);
    expect(ids()).toEqual([]);
  });

  test('believes events before an answer that they overtook', async () => {
    const { api, finish, ids, start, state, subject } = await open([SCAN]);
    const answer = api.defer(listTasks);
    subject.send({ type: 'tasks.refresh' });
    await vi.waitFor(() => expect(api.inputsOf(listTasks).length).toBe(2));
    const quiet = taskOf({ id: 'quiet' });
    finish(SCAN);
    start(quiet);
    finish(quiet);
    start(taskOf({ id: 'new' }));
    answer.resolve({ tasks: [SCAN, quiet] });
    await vi.waitFor(() => expect(state().context.updatedIds).toBe(null));
    expect([ids(), selectRunningCount(state())]).toEqual([['scan', 'new'], 1]);
  });

  test('that fails to load is logged, and loads on a retry (TSK-019, ERR-018)', async () => {
    const info = vi.spyOn(console, 'info').mockReturnValue();
    const host = createHost(tasksMachine, { input: { isLive: true } });
    host.ports.api.refuseOnce(listTasks, { kind: 'network' });
    const state = () => selectTasksState(host.subject.getSnapshot());
    await vi.waitFor(() => expect(state()).toBe('failed'));
    expect(info.mock.calls.map(([words]) => words as string)).toContain('Failed to load tasks');
    host.ports.api.answer(listTasks, { tasks: [SCAN] });
    host.subject.send({ type: 'tasks.retry' });
    expect(state()).toBe('loading');
    await vi.waitFor(() => expect(state()).toBe('loaded'));
  });

  test('that fails to reload is logged, and listed tasks stay (TSK-019)', async () => {
    const info = vi.spyOn(console, 'info').mockReturnValue();
    const { ids, ports, state, subject } = await open([SCAN]);
    ports.api.refuseOnce(listTasks, { kind: 'network' });
    subject.send({ type: 'tasks.refresh' });
    await vi.waitFor(() =>
      expect(info).toHaveBeenCalledWith('Failed to load tasks', new AppException({ kind: 'network' })),
    );
    expect([selectTasksState(state()), ids()]).toEqual(['loaded', ['scan']]);
  });

  test('shows how far a task is (EVT-032)', async () => {
    const encode = taskOf({ id: 'encode', action: 'encode-m4b', data: { libraryItemId: 'i1' } });
    const { start, state, subject } = await open();
    start(encode);
    start(SCAN);
    subject.send({ type: 'server.task.progressed', progress: { libraryItemId: 'i1', progress: 41.6 } });
    expect(state().context.entries.map(({ progress }) => progress)).toEqual([41.6, null]);
  });

  test('knows which items wait for their metadata to be embedded (EVT-036)', async () => {
    const { state, subject } = await open([], ['i1']);
    const queue = (libraryItemId: string, queued: boolean) =>
      subject.send({ type: 'server.embedQueue.updated', entry: { libraryItemId, queued } });
    queue('i2', true);
    queue('i2', true);
    queue('i1', false);
    expect(state().context.embedQueue).toEqual(['i2']);
  });
});

describe('the green dot', () => {
  test('represents successful ends until the list was open (TSK-004)', async () => {
    const { finish, start, state, subject } = await open();
    start(SCAN);
    expect(selectHasNews(state())).toBe(false);
    finish(SCAN);
    expect([selectHasNews(state()), selectLastFinished(state())?.id]).toEqual([true, 'scan']);
    subject.send({ type: 'tasks.markSeen' });
    expect(selectHasNews(state())).toBe(false);
  });

  test('does not represent a failure', async () => {
    const { start, finish, state } = await open();
    start(SCAN);
    finish(SCAN, { isFailed: true });
    expect(selectHasNews(state())).toBe(false);
  });
});

describe('a library scan', () => {
  test('is canceled once, and says so until it has finished (TSK-015, AMB-64)', async () => {
    const { finish, parentEvents, start, state, subject } = await open();
    start(SCAN);
    subject.send({ type: 'tasks.cancelScan', id: 'scan' });
    subject.send({ type: 'tasks.cancelScan', id: 'scan' });
    expect(parentEvents).toEqual([{ type: 'tasks.cancelRequested', libraryId: 'l1' }]);
    const isCanceling = () => state().context.entries.map((entry) => entry.isCanceling);
    expect(isCanceling()).toEqual([true]);
    finish(SCAN);
    expect(isCanceling()).toEqual([false]);
    subject.send({ type: 'tasks.cancelScan', id: 'scan' });
    expect(parentEvents.length).toBe(1);
  });

  test('that still runs after the connection was lost can be canceled again', async () => {
    const { parentEvents, relist, start, subject } = await open();
    start(SCAN);
    subject.send({ type: 'tasks.cancelScan', id: 'scan' });
    await relist([SCAN]);
    subject.send({ type: 'tasks.cancelScan', id: 'scan' });
    expect(parentEvents.length).toBe(2);
  });

  test('without a library id is not canceled: an error is logged (SOC-016, ERR-057)', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const { parentEvents, start, subject } = await open();
    start({ ...SCAN, data: {} });
    subject.send({ type: 'tasks.cancelScan', id: 'scan' });
    expect(parentEvents).toEqual([]);
    expect(error.mock.calls).toEqual([['Scan scan can’t be canceled: it has no library id']]);
  });

  test('alone can be canceled', async () => {
    const { parentEvents, start, subject } = await open();
    start(taskOf({ id: 'other', data: { libraryId: 'l1' } }));
    subject.send({ type: 'tasks.cancelScan', id: 'other' });
    expect(parentEvents).toEqual([]);
  });
});

describe('a row', () => {
  test.each([
    [
      'download-podcast-episode',
      { libraryId: 'l1', libraryItemId: 'i1' },
      { name: 'libraryDownloadQueue', libraryId: 'l1' },
      'TSK-005',
    ],
    ['encode-m4b', { libraryItemId: 'i1' }, { name: 'manage', id: 'i1', tool: 'm4b' }, 'TSK-006'],
    ['embed-metadata', { libraryItemId: 'i1' }, { name: 'manage', id: 'i1', tool: 'embed' }, 'TSK-007'],
    ['scan-item', { libraryItemId: 'i1' }, { name: 'item', id: 'i1' }, 'TSK-008'],
    ['library-scan', { libraryId: 'l1' }, null, 'no link'],
    ['encode-m4b', {}, null, 'TSK-006'],
    ['download-podcast-episode', null, null, 'TSK-005'],
  ] as const)('of %s with %j leads to %j (ENU-020, %s)', (action, data, route, _row) => {
    expect(routeOf(taskOf({ id: 'a', action, data }))).toEqual(route);
  });

  test('is below running ones when it has finished, newest first; at most 50 show', () => {
    const entry = (id: string, isFinished: boolean) => ({
      task: taskOf({ id, isFinished, showSuccess: true }),
      progress: null,
      isCanceling: false,
      isSeen: false,
    });
    const { rows } = rowsOf([entry('a', true), entry('b', false), entry('c', true), entry('d', false)]);
    expect(rows.map(({ task }) => task.id)).toEqual(['b', 'd', 'c', 'a']);
    const many = rowsOf(Array.from({ length: 60 }, (_, index) => entry(String(index), false)));
    expect([many.rows.length, many.more]).toEqual([50, 10]);
  });

  test.each([
    [
      'TSK-012, TSK-014',
      { added: 2, updated: 0, missing: 1, elapsed: 975 },
      [
        ['added', 2],
        ['missing', 1],
      ],
      975,
    ],
    ['TSK-013', { added: 0, updated: null, elapsed: null }, [], 4000],
    ['TSK-012', { updated: 3 }, [['updated', 3]], 4000],
  ] as const)('of a scan reports its changes (%s): %j', (_rows, scanResults, changes, elapsed) => {
    const task = taskOf({ ...SCAN, isFinished: true, startedAt: 1000, finishedAt: 5000, data: { scanResults } });
    expect(scanSummaryOf(task)).toEqual({ changes: changes.map(([kind, count]) => ({ kind, count })), elapsed });
    expect(scanSummaryOf({ ...task, isFailed: true })).toBe(null);
    expect(scanSummaryOf({ ...task, isFinished: false })).toBe(null);
  });

  test('is worded by the key with its values where the catalogue has it, else by the server (TSK-023, I18-006)', () => {
    const task = taskOf({ id: 'a', title: 'Scanning "Books"', titleKey: 'ScanKey', titleSubs: ['Books', 2] });
    const words = wordsOf(task, 'title');
    if (!words) throw new Error('A task has a title');
    expect(messageOf(words, (key) => key === 'serverTasks.ScanKey')).toEqual({
      key: 'serverTasks.ScanKey',
      values: { 0: 'Books', 1: 2 },
    });
    expect(messageOf(words, () => false)).toEqual({ text: 'Scanning "Books"' });
    expect(messageOf({ ...words, text: null }, () => false)).toEqual({ text: 'ScanKey' });
    expect(wordsOf(task, 'error')).toBe(null);
  });
});
