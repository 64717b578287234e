import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { ModalClosed } from '../modals/modals.protocol.ts';
import { failedBy, failureOf, type Failure } from './failure.logic.ts';
import { isAccepted } from './messages.ts';

export type RemovalEvent<Subject = unknown> =
  { type: 'removal.ask'; subject: Subject } | { type: 'removal.heard' } | ModalClosed;

export interface RemovalContext<Subject = unknown> {
  readonly subject: Subject | null;
}

/**
 * Removes one thing at a time after a confirmation and reports the result. Something already gone counts as removed.
 */
export const removalMachine = setup({
  types: {
    context: {} as RemovalContext,
    events: {} as RemovalEvent,
    tags: {} as 'busy',
    children: {} as { remove: 'remove' },
  },
  actors: { remove: fromPromise<unknown, unknown>(() => Promise.reject(new Error('A removal needs to say what'))) },
  guards: {
    isAccepted: (_, closed: ModalClosed) => isAccepted(closed),
    wasGone: (_, params: Failure) => failedBy(params, 'notFound'),
  },
  actions: {
    remember: assign((_, { subject }: { subject: unknown }) => ({ subject })),
    forget: assign({ subject: null }),
    ask: (_args) => {},
    notifyRemoved: (_args) => {},
    notifyFailed: (_args, _failure: Failure) => {},
    tellStarted: sendParent(({ context }) => ({ type: 'removal.started', subject: context.subject })),
    tellFinished: sendParent(({ context }, { answer }: { answer: unknown }) => ({
      type: 'removal.finished',
      subject: context.subject,
      answer,
    })),
    tellFailed: sendParent(({ context }) => ({ type: 'removal.failed', subject: context.subject })),
  },
}).createMachine({
  id: 'removal',
  context: { subject: null },
  initial: 'resting',
  states: {
    resting: {
      entry: 'forget',
      on: { 'removal.ask': { target: 'asking', actions: { type: 'remember', params: ({ event }) => event } } },
    },
    asking: {
      entry: 'ask',
      on: {
        'modal.closed': [
          { guard: { type: 'isAccepted', params: ({ event }) => event }, target: 'removing' },
          { target: 'resting' },
        ],
      },
    },
    removing: {
      tags: 'busy',
      entry: 'tellStarted',
      invoke: {
        src: 'remove',
        id: 'remove',
        input: ({ context }: { context: RemovalContext }) => context.subject,
        onDone: {
          target: 'resting',
          actions: ['notifyRemoved', { type: 'tellFinished', params: ({ event }) => ({ answer: event.output }) }],
        },
        onError: [
          {
            guard: { type: 'wasGone', params: failureOf },
            target: 'resting',
            actions: ['notifyRemoved', { type: 'tellFinished', params: { answer: null } }],
          },
          { target: 'resting', actions: [{ type: 'notifyFailed', params: failureOf }, 'tellFailed'] },
        ],
      },
      on: {
        'removal.heard': {
          target: 'resting',
          actions: ['notifyRemoved', { type: 'tellFinished', params: { answer: null } }],
        },
      },
    },
  },
});
