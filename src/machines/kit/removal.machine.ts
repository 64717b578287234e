import { assign, fromPromise, sendParent, setup, sendTo } from 'xstate';
import { by } from './by.ts';
import type { Api } from '../../services/api.ts';
import { getPorts } from './ports.ts';
import { named } from './system.ts';
import type { MessageValue } from './message.ts';
import type { ModalClosed } from '../app/modals/modals.protocol.ts';
import { failedBy, failureOf, type Failure } from './failure.logic.ts';
import { isAccepted, dangerQuestion } from './messages.ts';
import { doneToast, failedToast } from './toast.ts';
import type { Retyped } from './retyped.ts';

type RemovalEvent<Subject = unknown> =
  { type: 'removal.ask'; subject: Subject } | { type: 'removal.removedElsewhere' } | ModalClosed;

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
    reportStarted: sendParent(({ context }) => ({ type: 'removal.started', subject: context.subject })),
    reportFinished: sendParent(({ context }, { answer }: { answer: unknown }) => ({
      type: 'removal.finished',
      subject: context.subject,
      answer,
    })),
    reportFailed: sendParent(({ context }) => ({ type: 'removal.failed', subject: context.subject })),
  },
}).createMachine({
  id: 'removal',
  context: { subject: null },
  initial: 'resting',
  states: {
    resting: {
      entry: 'forget',
      on: { 'removal.ask': { target: 'asking', actions: by('remember') } },
    },
    asking: {
      entry: 'ask',
      on: {
        'modal.closed': [{ guard: by('isAccepted'), target: 'removing' }, { target: 'resting' }],
      },
    },
    removing: {
      tags: 'busy',
      entry: 'reportStarted',
      invoke: {
        src: 'remove',
        id: 'remove',
        input: ({ context }: { context: RemovalContext }) => context.subject,
        onDone: {
          target: 'resting',
          actions: ['notifyRemoved', { type: 'reportFinished', params: ({ event }) => ({ answer: event.output }) }],
        },
        onError: [
          {
            guard: { type: 'wasGone', params: failureOf },
            target: 'resting',
            actions: ['notifyRemoved', { type: 'reportFinished', params: { answer: null } }],
          },
          { target: 'resting', actions: [{ type: 'notifyFailed', params: failureOf }, 'reportFailed'] },
        ],
      },
      on: {
        'removal.removedElsewhere': {
          target: 'resting',
          actions: ['notifyRemoved', { type: 'reportFinished', params: { answer: null } }],
        },
      },
    },
  },
});

/** Keys of the catalogue; all get the same values. */
interface RemovalTexts {
  readonly toast: string;
  readonly values: Readonly<Record<string, MessageValue>>;
  readonly question: string;
  readonly confirm: string;
  readonly removed: string;
  readonly notRemoved: string;
}

interface RemovalRules<Subject, Answer> {
  /** Rejects with an `AppException`; kind `notFound` counts as done. */
  readonly remove: (api: Api, subject: Subject, signal: AbortSignal) => Promise<Answer>;
  readonly texts: (subject: Subject) => RemovalTexts;
}

/** Reports to the owner. `answer` is null when it was already gone. */
export type RemovalReport<Subject, Answer = unknown> =
  | { type: 'removal.started'; subject: Subject }
  | { type: 'removal.finished'; subject: Subject; answer: Answer | null }
  | { type: 'removal.failed'; subject: Subject };

type RemovalOf<Subject> = Retyped<typeof removalMachine, RemovalContext<Subject>, RemovalEvent<Subject>, undefined>;

/**
 * A removal actor, invoked as `removal`: on `removal.ask` it confirms and removes. Reports `removal.started`,
 * `.finished` and `.failed`; toasts show the result.
 */
export function removal<Subject, Answer>(rules: RemovalRules<Subject, Answer>): RemovalOf<Subject>;
export function removal({ remove, texts }: RemovalRules<unknown, unknown>): typeof removalMachine {
  const textsOf = ({ subject }: RemovalContext) => texts(subject);
  return removalMachine.provide({
    actors: {
      remove: fromPromise(({ input, system, signal }) => remove(getPorts(system).api, input, signal)),
    },
    actions: {
      ask: sendTo(named('modals'), ({ context, self }) => {
        const { question, values, confirm } = textsOf(context);
        return dangerQuestion('remove', { key: question, values }, { key: confirm }, self);
      }),
      notifyRemoved: sendTo(named('toasts'), ({ context }) => {
        const { toast, removed, values } = textsOf(context);
        return doneToast(toast, removed, values);
      }),
      notifyFailed: sendTo(named('toasts'), ({ context }, { cause }) => {
        const { toast, notRemoved, values } = textsOf(context);
        return failedToast(toast, notRemoved, cause, values);
      }),
    },
  });
}
