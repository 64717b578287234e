import type { AnyActorRef } from 'xstate';
import { takeListening } from './fakes/listeners.ts';

const roots = new Set<AnyActorRef>();
let hasRun = false;

/** Starts a root actor that the setup file stops after the test, whatever the test does. Returns it. */
export function startRoot<Ref extends AnyActorRef>(actor: Ref): Ref {
  roots.add(actor);
  hasRun = true;
  actor.start();
  return actor;
}

/** Stops one of them before the end of its test: thousands of them would be kept until then. */
export function stopRoot(actor: AnyActorRef): void {
  actor.stop();
  roots.delete(actor);
}

/**
 * Stops every root started with {@link startRoot}. Called by the setup file after each test. Returns the places of fake
 * ports where one of them still listens: an actor with a cleanup must undo such effects (rule 8 of machines/README).
 */
export function stopRoots(): readonly string[] {
  for (const actor of roots) actor.stop();
  roots.clear();
  // Leftovers of a test without a root are no root's, and not the next test's either.
  const places = takeListening();
  const isOfRoots = hasRun;
  hasRun = false;
  return isOfRoots ? places : [];
}
