import type { AnyActorLogic, AnyActorScope, InputFrom } from 'xstate';

/** The logic with its input in it, for named actors of a test host. */
export function withInput<Logic extends AnyActorLogic>(logic: Logic, input: InputFrom<Logic>): Logic {
  const getInitialSnapshot = (scope: AnyActorScope) => logic.getInitialSnapshot(scope, input);
  return Object.create(logic, { getInitialSnapshot: { value: getInitialSnapshot } });
}
