import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate';
import type { Told } from './tap.ts';

/**
 * What is kept of a snapshot: the rest follows from it. A whole snapshot is made anew at each step, and the garbage
 * collector has to move what is kept of it; these two are often those of the step before.
 */
export interface Shown {
  /** Undefined where an actor has none. */
  readonly context: unknown;
  /** Active states of a machine, its root among them. */
  readonly nodes: readonly AnyStateNode[] | undefined;
}

/** Who makes sense of what was kept. */
export interface RingReader {
  began(actor: AnyActorRef, source: AnyActorRef | undefined, event: EventObject, at: number): void;
  /** One transition, or several that were taken at once. */
  went(actor: AnyActorRef, taken: AnyTransitionDefinition | readonly AnyTransitionDefinition[]): void;
  ended(actor: AnyActorRef, event: EventObject, shown: Shown, at: number): void;
}

/** What XState told, until it is read. */
export interface EventRing {
  keep(told: Told): void;
  /** Hands on what came since the last time, oldest first, and forgets it. */
  read(reader: RingReader): void;
  empty(): void;
}

const [BEGAN, WENT, ENDED] = [0, 1, 2];

/**
 * Keeps what XState tells as it is: this runs within the work of the page, so that it only writes down references, and
 * makes nothing. What it refers to never changes.
 *
 * @param size most that is kept, a power of two; the oldest is dropped
 * @param elapsed in ms since the page began
 */
export function createEventRing(size: number, elapsed: () => number): EventRing {
  // Side by side, so that keeping makes no object and holds none that is soon useless.
  const kinds = new Uint8Array(size);
  const times = new Float64Array(size);
  const actors: (AnyActorRef | undefined)[] = Array.from({ length: size });
  const things: unknown[] = Array.from({ length: size });
  const others: unknown[] = Array.from({ length: size });
  const states: (readonly AnyStateNode[] | undefined)[] = Array.from({ length: size });
  const mask = size - 1;
  let written = 0;
  let read = 0;

  return {
    keep(told) {
      const { type } = told;
      if (type === '@xstate.action' || type === '@xstate.actor') return;
      const index = written & mask;
      if (type === '@xstate.microstep') {
        const { length, 0: first } = told._transitions;
        if (length === 0) return;
        kinds[index] = WENT;
        things[index] = length === 1 ? first : told._transitions;
      } else {
        things[index] = told.event;
        times[index] = elapsed();
        if (type === '@xstate.event') {
          kinds[index] = BEGAN;
          others[index] = told.sourceRef;
        } else {
          const snapshot = told.snapshot as Partial<AnyMachineSnapshot>;
          kinds[index] = ENDED;
          others[index] = snapshot.context;
          states[index] = snapshot._nodes;
        }
      }
      actors[index] = told.actorRef as AnyActorRef;
      written += 1;
    },
    read(reader) {
      for (read = Math.max(read, written - size); read < written; read += 1) {
        const index = read & mask;
        const actor = actors[index];
        const thing = things[index];
        const other = others[index];
        const at = times[index] ?? 0;
        if (!actor) continue;
        if (kinds[index] === BEGAN) reader.began(actor, other as AnyActorRef | undefined, thing as EventObject, at);
        else if (kinds[index] === ENDED)
          reader.ended(actor, thing as EventObject, { context: other, nodes: states[index] }, at);
        else reader.went(actor, thing as AnyTransitionDefinition | readonly AnyTransitionDefinition[]);
        actors[index] = things[index] = others[index] = states[index] = undefined;
      }
    },
    empty() {
      for (const column of [actors, things, others, states]) column.fill(undefined);
      read = written;
    },
  };
}
