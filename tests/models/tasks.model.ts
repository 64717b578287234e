import type { EventObject } from 'xstate';
import { rowsOf } from '../../src/machines/browse/tasks/tasks.logic.ts';
import { tasksMachine } from '../../src/machines/browse/tasks/tasks.machine.ts';
import type { Task } from '../../src/schemas/api/task.ts';
import { wholeList } from '../../src/schemas/tolerant-list.ts';
import { defineModel } from '../support/rig.ts';
import { taskOf } from '../support/task-fixtures.ts';

const scan = taskOf({
  id: 'scan',
  action: 'library-scan',
  data: { libraryId: 'l', libraryItemId: 'i' },
  showSuccess: true,
});
const lost = taskOf({ id: 'lost', action: 'library-scan' });
const quiet = taskOf({ id: 'quiet' });
const finished = (task: Task, isFailed = false) =>
  ({ type: 'server.task.finished', task: { ...task, isFinished: true, isFailed } }) as const;
const countOf = (events: readonly EventObject[], type: string) => events.filter((event) => event.type === type).length;

export const tasksModel = defineModel({
  name: 'tasks',
  machine: tasksMachine.provide({ actions: { logFailure: () => undefined, logNoLibrary: () => undefined } }),
  starts: [{ input: { isLive: true } }, { input: { isLive: false } }],
  events: [
    { type: 'tasks.loaded', data: { tasks: wholeList([]) } },
    {
      type: 'tasks.loaded',
      data: { tasks: wholeList([scan]), queuedTaskData: { embedMetadata: [{ libraryItemId: 'i' }] } },
    },
    { type: 'tasks.failed', cause: new Error('network') },
    { type: 'tasks.refresh' },
    { type: 'tasks.retry' },
    { type: 'tasks.markSeen' },
    { type: 'tasks.expired', id: 'scan' },
    { type: 'tasks.cancelScan', id: 'scan' },
    { type: 'tasks.cancelScan', id: 'lost' },
    { type: 'server.task.started', task: scan },
    { type: 'server.task.started', task: lost },
    { type: 'server.task.progressed', progress: { libraryItemId: 'i', progress: 50 } },
    { type: 'server.embedQueue.updated', entry: { libraryItemId: 'i', queued: true } },
    { type: 'server.embedQueue.updated', entry: { libraryItemId: 'i', queued: false } },
    finished(scan),
    finished(lost, true),
    finished(quiet),
  ],
  ignored: [{ type: 'tasks.cancelScan', id: 'other' }],
  project: ({ context }) => [
    context.entries.map(({ task, progress, isCanceling, isSeen }) => [
      task.id,
      task.isFinished,
      progress,
      isCanceling,
      isSeen,
    ]),
    context.embedQueue,
    context.updatedIds?.toSorted(),
  ],
  /** Side issues one at a time; once the list is requested, it is the same from both starts. */
  stopWhen: ({ context: { embedQueue, entries, updatedIds, isLive } }) =>
    isLive ||
    entries.length + embedQueue.length > 1 ||
    (updatedIds?.length ?? 0) > 1 ||
    (embedQueue.length > 0 && updatedIds !== null && updatedIds.length > 0),
  invariants: {
    'a finished task is listed only if it failed or wants to be shown (TSK-021)': ({ context }) =>
      rowsOf(context.entries).rows.every(({ task }) => !task.isFinished || task.isFailed || task.showSuccess),
    'nothing is listed twice': ({ context }) =>
      new Set(context.entries.map(({ task }) => task.id)).size === context.entries.length &&
      new Set(context.embedQueue).size === context.embedQueue.length,
    'a scan is canceling only while it runs (TSK-015)': ({ context }) =>
      context.entries.every(({ task, isCanceling }) => !isCanceling || !task.isFinished),
    'only the scan of a known library is canceled, and not more often than requested (SOC-016)': (
      _state,
      { happened, parentEvents },
    ) =>
      parentEvents.every((event) => 'libraryId' in event && event['libraryId'] === 'l') &&
      parentEvents.length <= countOf(happened, 'tasks.cancelScan'),
    'what has just finished stays when the server does not list it': ({ context }, { happened }) => {
      const [before, last] = happened.slice(-2);
      if (last?.type !== 'tasks.loaded' || before?.type !== 'server.task.finished') return true;
      const { task } = before as ReturnType<typeof finished>;
      return context.entries.some((entry) => entry.task.id === task.id);
    },
  },
});
