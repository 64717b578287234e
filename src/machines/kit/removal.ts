import { fromPromise, sendTo, type ActorRef, type ActorRefFrom, type Snapshot } from 'xstate';
import type { Api } from '../../services/api.ts';
import type { MessageValue } from '../app/message.ts';
import { getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import { doneToast, failedToast, dangerQuestion } from './messages.ts';
import { removalMachine, type RemovalContext, type RemovalEvent } from './removal.machine.ts';
import type { Retyped } from './retyped.ts';

/** Keys of the catalogue; all get the same values. */
export interface RemovalTexts {
  readonly toast: string;
  readonly values: Readonly<Record<string, MessageValue>>;
  readonly question: string;
  readonly confirm: string;
  readonly removed: string;
  readonly notRemoved: string;
}

export interface RemovalRules<Subject, Answer> {
  /** Rejects with an `AppException`; kind `notFound` counts as done. */
  readonly remove: (api: Api, subject: Subject, signal: AbortSignal) => Promise<Answer>;
  readonly texts: (subject: Subject) => RemovalTexts;
}

/** Reports to the owner. `answer` is null when it was already gone. */
export type RemovalTold<Subject, Answer = unknown> =
  | { type: 'removal.started'; subject: Subject }
  | { type: 'removal.finished'; subject: Subject; answer: Answer | null }
  | { type: 'removal.failed'; subject: Subject };

type RemovalOf<Subject> = Retyped<typeof removalMachine, RemovalContext<Subject>, RemovalEvent<Subject>, undefined>;

export type RemovalRef<Subject> = ActorRefFrom<RemovalOf<Subject>>;

/**
 * A removal actor, invoked as `removal`: on `removal.ask` it confirms and removes. Reports `removal.started`,
 * `.finished` and `.failed`; toasts show the result.
 */
export function removal<Subject, Answer>({ remove, texts }: RemovalRules<Subject, Answer>): RemovalOf<Subject> {
  const textsOf = ({ subject }: RemovalContext) => texts(subject as Subject);
  const machine = removalMachine.provide({
    actors: {
      remove: fromPromise(({ input, system, signal }) => remove(getPorts(system).api, input as Subject, signal)),
    },
    actions: {
      ask: sendTo(named('modals'), ({ context, self }) => {
        const { question, values, confirm } = textsOf(context);
        const replyTo = self as unknown as ActorRef<Snapshot<unknown>, RemovalEvent>;
        return dangerQuestion('remove', { key: question, values }, { key: confirm }, replyTo);
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
  return machine as unknown as RemovalOf<Subject>;
}
