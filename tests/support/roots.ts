import type { AnyActorRef } from 'xstate';

const roots = new Set<AnyActorRef>();

/** Starts a root actor that the setup file stops after the test, whatever the test does. Returns it. */
export function startRoot<Ref extends AnyActorRef>(actor: Ref): Ref {
  roots.add(actor);
  actor.start();
  return actor;
}

/** Stops every root started with {@link startRoot}. Called by the setup file after each test. */
export function stopRoots(): void {
  for (const actor of roots) actor.stop();
  roots.clear();
}
