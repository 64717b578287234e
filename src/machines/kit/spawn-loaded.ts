import type { ActorRefFrom, AnyActorLogic, InputFrom } from 'xstate';

interface Options<Logic extends AnyActorLogic> {
  readonly id: string;
  readonly systemId?: string;
  readonly input?: InputFrom<Logic>;
}

/** Spawns logic that came in a chunk: it can't be a key of the setup, which `spawn` requires. */
export const spawnLoaded = <Logic extends AnyActorLogic>(spawn: unknown, logic: Logic, options: Options<Logic>) =>
  (spawn as (logic: Logic, options: Options<Logic>) => ActorRefFrom<Logic>)(logic, options);
