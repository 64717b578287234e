import type { ActorRef, Snapshot } from 'xstate';
import { questionClosed } from './item-fixtures.ts';

type WithRemoval = { getSnapshot(): { children: { removal?: ActorRef<Snapshot<unknown>, never> | undefined } } };

/** Says yes or no to the question of the removal that a machine runs. */
export function answerRemoval(subject: WithRemoval, accepted: boolean): void {
  const { removal } = subject.getSnapshot().children;
  if (!removal) throw new Error('It runs no removal');
  removal.send(questionClosed(accepted) as never);
}
