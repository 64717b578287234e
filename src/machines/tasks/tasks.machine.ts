import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Task } from '../../schemas/api/task.ts';
import { listTasks } from '../../services/endpoints/tasks.ts';
import type { Failure } from '../kit/failure.logic.ts';
import { resource } from '../kit/resource.ts';
import { isLibraryScan, isListed, withoutTask, withRunning, withTask, type TaskEntry } from './tasks.logic.ts';
import type { TasksEvent, TasksParentEvent } from './tasks.protocol.ts';

export interface TasksInput {
  /** The live connection has stood already: nobody will say so soon. */
  readonly isLive: boolean;
}

interface TasksContext extends TasksInput {
  readonly entries: readonly TaskEntry[];
  /** Ids of the items that wait for their metadata to be embedded (EVT-036). */
  readonly embedQueue: readonly string[];
  /** While an answer is awaited: ids of the tasks and items that events told of, which is newer. Null otherwise. */
  readonly heard: readonly string[] | null;
  /** The last task that finished and is in the list: screen readers are told of it. */
  readonly lastFinished: Task | null;
}

/** How long a finished task stays listed, in ms (TSK-022, CON-050). */
const FINISHED_MS = 60_000;
/** So long the first list waits for the live connection, in ms: asked for before, it would be asked for twice. */
const PATIENCE_MS = 2000;

const isCancelable = (task: Task) => isLibraryScan(task) && !task.isFinished;
const libraryIdOf = ({ entries }: TasksContext, id: string) =>
  entries.find(({ task }) => task.id === id)?.task.data?.libraryId;

const alsoHeard = (heard: readonly string[] | null, id: string) =>
  heard && [...heard.filter((other) => other !== id), id];

const failed = { type: 'logFailure', params: ({ event }: { event: Failure }) => event } as const;

/**
 * What the server does in the background (TSK): listed after each connection, and at the start if there is none soon;
 * then followed by its events.
 *
 * Invariants:
 * 1. A finished task is known for 60 s, and listed if it failed or wants to be shown.
 * 2. An answer that an event overtook changes nothing of what the event told.
 * 3. A scan is said to be canceling only while it runs, and no longer than the connection over which that was asked.
 */
export const tasksMachine = setup({
  types: {
    input: {} as TasksInput,
    context: {} as TasksContext,
    events: {} as TasksEvent,
    children: {} as { tasks: 'tasks' },
    tags: {} as 'busy' | 'failed',
  },
  actors: { tasks: resource('tasks', listTasks) },
  delays: { patience: PATIENCE_MS },
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
        heard: alsoHeard(context.heard, task.id),
        lastFinished: task.isFinished && isListed(task) ? task : context.lastFinished,
      });
      if (task.isFinished) enqueue.raise({ type: 'tasks.expired', id: task.id }, { id: task.id, delay: FINISHED_MS });
    }),
    keepRunning: assign(({ context }, { tasks, queue }: { tasks: readonly Task[]; queue: readonly string[] }) => {
      const heard = context.heard ?? [];
      const isHeard = (id: string) => heard.includes(id);
      return {
        entries: withRunning(context.entries, tasks, heard),
        embedQueue: [...context.embedQueue.filter(isHeard), ...queue.filter((id) => !isHeard(id))],
        heard: null,
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
        heard: alsoHeard(context.heard, params.libraryItemId),
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
    askToCancel: enqueueActions(({ context, enqueue }, params: { id: string }) => {
      const libraryId = libraryIdOf(context, params.id);
      if (libraryId) enqueue(sendParent({ type: 'tasks.cancelRequested', libraryId } satisfies TasksParentEvent));
    }),
    /** SOC-016. */
    logNoLibrary: (_, { id }: { id: string }) => console.error(`Scan ${id} can’t be canceled: it has no library id`),
    /** TSK-019. */
    logFailure: (_, { cause }: Failure) => console.info('Failed to load tasks', cause),
    forgetHeard: assign(({ context }) => ({
      heard: [],
      entries: context.entries.map((entry) => ({ ...entry, isCanceling: false })),
    })),
    refresh: sendTo('tasks', { type: 'resource.refresh' }),
    retry: sendTo('tasks', { type: 'resource.retry' }),
  },
}).createMachine({
  id: 'tasks',
  context: ({ input }) => ({ ...input, entries: [], embedQueue: [], heard: [], lastFinished: null }),
  initial: 'waiting',
  on: {
    'tasks.markSeen': { actions: 'markSeen' },
    'tasks.cancelScan': [
      {
        guard: { type: 'mayCancel', params: ({ event }) => event },
        actions: [
          { type: 'askToCancel', params: ({ event }) => event },
          { type: 'markCanceling', params: ({ event }) => event },
        ],
      },
      {
        guard: { type: 'hasNoLibrary', params: ({ event }) => event },
        actions: { type: 'logNoLibrary', params: ({ event }) => event },
      },
    ],
    'tasks.expired': { actions: { type: 'expire', params: ({ event }) => event } },
    'server.task.started': { actions: { type: 'keepTask', params: ({ event }) => event } },
    'server.task.finished': { actions: { type: 'keepTask', params: ({ event }) => event } },
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
        'tasks.refresh': { actions: ['forgetHeard', 'refresh'] },
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
