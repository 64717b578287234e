import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ChangeBody, PendingChange } from '../../../schemas/pending-change.ts';
import { randomName } from '../../../services/random-name.ts';
import { getPorts } from '../../kit/ports.ts';
import { named, type SystemRef } from '../../kit/system.ts';
import { serverCalls, SLOW_SAVE_MS, type ServerCallEvent } from '../../account/connectivity/connectivity.machine.ts';
import { moveOldPlaces } from '../progress/ebook-places.ts';
import { changeSender, type SenderReport } from './change-sender.actor.ts';
import { inOrder, isNewList, isSameThing, waitAfter, withListId } from './pending-changes.logic.ts';
import type { ChangeEnded, PendingChangesCommand } from './pending-changes.protocol.ts';

export type PendingChangesEvent = PendingChangesCommand | SenderReport | ServerCallEvent;

interface PendingChangesContext {
  readonly userId: string;
  /** Oldest first. */
  readonly changes: readonly PendingChange[];
  readonly made: number;
  readonly failures: number;
  readonly error: AppError | null;
}

/**
 * Keeps changes in this browser until the server has saved or refused them, and retries them.
 *
 * Invariants:
 * 1. Each change ends once, in this page or a later one: saved, refused or superseded. Bulk changes may end in parts.
 * 2. Changes of one thing are sent in order, by one tab at a time.
 */
export const pendingChangesMachine = setup({
  types: {
    input: {} as { userId: string },
    context: {} as PendingChangesContext,
    events: {} as PendingChangesEvent,
    tags: {} as 'busy' | 'slow',
    children: {} as { readKept: 'readKept'; sender: 'sender'; serverCalls: 'serverCalls' },
  },
  actors: {
    readKept: fromPromise<readonly PendingChange[], { userId: string }>(async ({ input, system }) => {
      const ports = getPorts(system);
      await moveOldPlaces(ports, input.userId);
      return inOrder((await ports.journal.changes.read()).filter(({ userId }) => userId === input.userId));
    }),
    sender: changeSender,
    serverCalls,
  },
  delays: { slow: SLOW_SAVE_MS, wait: ({ context }) => waitAfter(context.failures, context.error) },
  guards: {
    hasChanges: ({ context }) => context.changes.length > 0,
    wasUnreachable: ({ context }) => context.error?.kind === 'network' || context.error?.kind === 'timeout',
    hasFailed: (_, { error }: { error: AppError | null }) => error !== null,
  },
  actions: {
    make: enqueueActions(({ context, enqueue, system }, { body }: { body: ChangeBody }) => {
      const { clock, journal } = getPorts(system);
      const number = context.made + 1;
      const { userId } = context;
      const change = { id: randomName(), userId, at: clock.now(), number, attempts: 0, known: null, body };
      journal.changes.write(change);
      enqueue.assign({ made: number, changes: [...context.changes, change] });
    }),
    /** Keeps the ids: no change exists twice, and a list created by the first attempt is found. */
    retry: enqueueActions(({ context, enqueue, system }, { changes }: { changes: readonly PendingChange[] }) => {
      const { clock, journal } = getPorts(system);
      const own = new Set(context.changes.map(({ id }) => id));
      const again = changes
        .filter(({ id }) => !own.has(id))
        .map((change, index) => ({ ...change, at: clock.now(), number: context.made + index + 1 }));
      for (const change of again) journal.changes.write(change);
      enqueue.assign({ made: context.made + again.length, changes: [...context.changes, ...again] });
    }),
    takeFound: enqueueActions(({ context, enqueue }, { found }: { found: readonly PendingChange[] }) => {
      const own = new Set(context.changes.map(({ id }) => id));
      const changes = found.filter(({ id }) => !own.has(id));
      enqueue.assign({ changes: [...changes, ...context.changes] });
      if (changes.length > 0) enqueue.sendTo(named('progress'), { type: 'changes.found', changes });
    }),
    settle: enqueueActions(({ context, enqueue }, { change, left, answer, error, isSent, again }: ChangeEnded) => {
      const { body } = change;
      const waiting = context.changes.flatMap((other) => (other.id === change.id ? (left ?? []) : other));
      const isLast = left === null && waiting.every((other) => !isSameThing(other.body, body));
      const id = answer && 'entries' in answer ? answer.id : null;
      enqueue.assign({
        changes:
          id !== null && isNewList(body) ? waiting.map((other) => withListId(other, body.job.list.id, id)) : waiting,
      });
      const settled = { type: 'change.settled', body, answer, error, isLast, isSent, again } as const;
      if (body.kind === 'list') enqueue.sendTo(named('mediaLists'), settled);
      else enqueue.sendTo(named('progress'), settled);
    }),
    noteFailure: assign(({ context }, { error }: { error: AppError | null }) => ({
      failures: context.failures + 1,
      error,
    })),
    forgetFailures: assign({ failures: 0, error: null }),
  },
}).createMachine({
  id: 'pendingChanges',
  context: ({ input }) => ({ userId: input.userId, changes: [], made: 0, failures: 0, error: null }),
  initial: 'reading',
  on: {
    'pendingChanges.add': { actions: by('make') },
    'pendingChanges.retry': { actions: by('retry') },
    'change.ended': { actions: by('settle') },
  },
  states: {
    reading: {
      invoke: {
        src: 'readKept',
        id: 'readKept',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: {
          target: 'resting',
          actions: { type: 'takeFound', params: ({ event }) => ({ found: event.output }) },
        },
        onError: 'resting',
      },
    },
    resting: { always: { guard: 'hasChanges', target: 'sending' } },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'sender',
        id: 'sender',
        input: ({ context: { userId, changes } }) => ({ userId, changes }),
      },
      on: {
        'sender.paused': [
          {
            guard: by('hasFailed'),
            target: 'waiting',
            actions: by('noteFailure'),
          },
          { target: 'resting', actions: 'forgetFailures' },
        ],
      },
      initial: 'beginning',
      states: { beginning: { after: { slow: 'delayed' } }, delayed: { tags: 'slow' } },
    },
    waiting: {
      invoke: { src: 'serverCalls', id: 'serverCalls' },
      after: { wait: 'sending' },
      on: { 'call.answered': { guard: 'wasUnreachable', target: 'sending' } },
    },
  },
});

export type PendingChangesRef = SystemRef<'pendingChanges', ActorRefFrom<typeof pendingChangesMachine>>;
