import type { ActorRef, Snapshot } from 'xstate';
import { questionClosed } from './item-fixtures.ts';

type WithRemoval = { getSnapshot(): { children: { removal?: ActorRef<Snapshot<unknown>, never> | undefined } } };

/** Answers the question of a machine's removal with yes or no. */
export function answerRemoval(subject: WithRemoval, accepted: boolean): void {
  const { removal } = subject.getSnapshot().children;
  if (!removal) throw new Error('It runs no removal');
  removal.send(questionClosed(accepted) as never);
}
