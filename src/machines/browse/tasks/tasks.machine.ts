import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Task } from '../../../schemas/api/task.ts';
import { listTasks } from '../../../services/endpoints/tasks.ts';
import type { Failure } from '../../kit/failure.logic.ts';
import { resource } from '../../kit/resource.machine.ts';
import { isLibraryScan, isListed, withoutTask, withRunning, withTask, type TaskEntry } from './tasks.logic.ts';
import type { TasksEvent, TasksParentEvent } from './tasks.protocol.ts';

export interface TasksInput {
  /** The socket is connected already: no event for that will come. */
  readonly isLive: boolean;
}

interface TasksContext extends TasksInput {
  readonly entries: readonly TaskEntry[];
  readonly embedQueue: readonly string[];
  /** During a request: ids of tasks and items with newer events. Null otherwise. */
  readonly updatedIds: readonly string[] | null;
  readonly lastFinished: Task | null;
}

/** Time that a finished task stays listed, in ms. */
const FINISHED_MS = 60_000;
/** The first request waits this long for the socket, in ms, because a connection triggers another. */
const SOCKET_WAIT_MS = 2000;

const isCancelable = (task: Task) => isLibraryScan(task) && !task.isFinished;
const libraryIdOf = ({ entries }: TasksContext, id: string) =>
  entries.find(({ task }) => task.id === id)?.task.data?.libraryId;

const withUpdatedId = (updatedIds: readonly string[] | null, id: string) =>
  updatedIds && [...updatedIds.filter((other) => other !== id), id];

const failed = { type: 'logFailure', params: ({ event }: { event: Failure }) => event } as const;

/** Background tasks of the server. Events win over an answer to an earlier request. */
export const tasksMachine = setup({
  types: {
    input: {} as TasksInput,
    context: {} as TasksContext,
    events: {} as TasksEvent,
    children: {} as { tasks: 'tasks' },
    tags: {} as 'busy' | 'failed',
  },
  actors: { tasks: resource('tasks', listTasks) },
  delays: { patience: SOCKET_WAIT_MS },
  guards: {
    isLive: ({ context }) => context.isLive,
    mayCancel: ({ context }, params: { id: string }) =>
      context.entries.some(
        ({ task, isCanceling }) => task.id === params.id && !isCanceling && isCancelable(task) && task.data?.libraryId,
      ),
    hasNoLibrary: ({ context }, params: { id: string }) =>
      context.entries.some(({ task }) => task.id === params.id && isCancelable(task) && !task.data?.libraryId),
  },
  actions: {
    keepTask: enqueueActions(({ context, enqueue }, { task }: { task: Task }) => {
      enqueue.assign({
        entries: withTask(context.entries, task),
        updatedIds: withUpdatedId(context.updatedIds, task.id),
        lastFinished: task.isFinished && isListed(task) ? task : context.lastFinished,
      });
      if (task.isFinished) enqueue.raise({ type: 'tasks.expired', id: task.id }, { id: task.id, delay: FINISHED_MS });
    }),
    keepRunning: assign(({ context }, { tasks, queue }: { tasks: readonly Task[]; queue: readonly string[] }) => {
      const updatedIds = context.updatedIds ?? [];
      const isUpdated = (id: string) => updatedIds.includes(id);
      return {
        entries: withRunning(context.entries, tasks, updatedIds),
        embedQueue: [...context.embedQueue.filter(isUpdated), ...queue.filter((id) => !isUpdated(id))],
        updatedIds: null,
      };
    }),
    keepProgress: assign(({ context }, params: { libraryItemId: string; progress: number }) => ({
      entries: context.entries.map((entry) =>
        entry.task.data?.libraryItemId === params.libraryItemId && !entry.task.isFinished
          ? { ...entry, progress: params.progress }
          : entry,
      ),
    })),
    keepQueued: assign(({ context }, params: { libraryItemId: string; queued: boolean }) => {
      const others = context.embedQueue.filter((id) => id !== params.libraryItemId);
      return {
        embedQueue: params.queued ? [...others, params.libraryItemId] : others,
        updatedIds: withUpdatedId(context.updatedIds, params.libraryItemId),
      };
    }),
    expire: assign(({ context }, params: { id: string }) => ({
      entries: withoutTask(context.entries, params.id),
      lastFinished: context.lastFinished?.id === params.id ? null : context.lastFinished,
    })),
    markSeen: assign(({ context }) => ({
      entries: context.entries.map((entry) => (entry.task.isFinished ? { ...entry, isSeen: true } : entry)),
    })),
    markCanceling: assign(({ context }, params: { id: string }) => ({
      entries: context.entries.map((entry) => (entry.task.id === params.id ? { ...entry, isCanceling: true } : entry)),
    })),
    requestCancel: enqueueActions(({ context, enqueue }, params: { id: string }) => {
      const libraryId = libraryIdOf(context, params.id);
      if (libraryId) enqueue(sendParent({ type: 'tasks.cancelRequested', libraryId } satisfies TasksParentEvent));
    }),
    logNoLibrary: (_, { id }: { id: string }) => console.error(`Scan ${id} can’t be canceled: it has no library id`),
    logFailure: (_, { cause }: Failure) => console.info('Failed to load tasks', cause),
    resetUpdatedIds: assign(({ context }) => ({
      updatedIds: [],
      entries: context.entries.map((entry) => ({ ...entry, isCanceling: false })),
    })),
    refresh: sendTo('tasks', { type: 'resource.refresh' }),
    retry: sendTo('tasks', { type: 'resource.retry' }),
  },
}).createMachine({
  id: 'tasks',
  context: ({ input }) => ({ ...input, entries: [], embedQueue: [], updatedIds: [], lastFinished: null }),
  initial: 'waiting',
  on: {
    'tasks.markSeen': { actions: 'markSeen' },
    'tasks.cancelScan': [
      {
        guard: by('mayCancel'),
        actions: [by('requestCancel'), by('markCanceling')],
      },
      {
        guard: by('hasNoLibrary'),
        actions: by('logNoLibrary'),
      },
    ],
    'tasks.expired': { actions: by('expire') },
    'server.task.started': { actions: by('keepTask') },
    'server.task.finished': { actions: by('keepTask') },
    'server.task.progressed': { actions: { type: 'keepProgress', params: ({ event }) => event.progress } },
    'server.embedQueue.updated': { actions: { type: 'keepQueued', params: ({ event }) => event.entry } },
  },
  states: {
    waiting: {
      tags: 'busy',
      always: { guard: 'isLive', target: 'following' },
      after: { patience: 'following' },
      on: { 'tasks.refresh': 'following' },
    },
    following: {
      invoke: { src: 'tasks', id: 'tasks', input: { request: undefined, settleMs: 0 } },
      on: {
        'tasks.loaded': {
          target: '.loaded',
          actions: {
            type: 'keepRunning',
            params: ({ event: { data } }) => ({
              tasks: data.tasks.items,
              queue: (data.queuedTaskData?.embedMetadata ?? []).map(({ libraryItemId }) => libraryItemId),
            }),
          },
        },
        'tasks.failed': { actions: failed },
        'tasks.refresh': { actions: ['resetUpdatedIds', 'refresh'] },
      },
      initial: 'loading',
      states: {
        loading: { tags: 'busy', on: { 'tasks.failed': { target: 'failed', actions: failed } } },
        failed: { tags: 'failed', on: { 'tasks.retry': { target: 'loading', actions: 'retry' } } },
        loaded: {},
      },
    },
  },
});

export type TasksRef = ActorRefFrom<typeof tasksMachine>;
