import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate';
import type { Report } from './recorder.ts';

/**
 * Minimum kept of a snapshot. Whole snapshots are new in each step and burden the garbage collector; these two parts
 * are mostly shared.
 */
export interface Shown {
  readonly context: unknown;
  /** Active nodes including the root. */
  readonly nodes: readonly AnyStateNode[] | undefined;
}

export interface RingReader {
  began(actor: AnyActorRef, source: AnyActorRef | undefined, event: EventObject, at: number): void;
  /** One transition, or several of one step. */
  went(actor: AnyActorRef, taken: AnyTransitionDefinition | readonly AnyTransitionDefinition[]): void;
  ended(actor: AnyActorRef, event: EventObject, shown: Shown, at: number): void;
}

export interface EventRing {
  keep(report: Report): void;
  read(reader: RingReader): void;
  empty(): void;
}

const [BEGAN, WENT, ENDED] = [0, 1, 2];

/**
 * Keeps inspection events by reference only, as it runs within the page's work.
 * @param size maximum, a power of two; the oldest are dropped
 * @param elapsed in ms since the page began
 */
export function createEventRing(size: number, elapsed: () => number): EventRing {
  // Parallel arrays: keeping an event allocates nothing.
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
    keep(report) {
      const { type } = report;
      if (type === '@xstate.action' || type === '@xstate.actor') return;
      const index = written & mask;
      if (type === '@xstate.microstep') {
        const { length, 0: first } = report._transitions;
        if (length === 0) return;
        kinds[index] = WENT;
        things[index] = length === 1 ? first : report._transitions;
      } else {
        things[index] = report.event;
        times[index] = elapsed();
        if (type === '@xstate.event') {
          kinds[index] = BEGAN;
          others[index] = report.sourceRef;
        } else {
          const snapshot = report.snapshot as Partial<AnyMachineSnapshot>;
          kinds[index] = ENDED;
          others[index] = snapshot.context;
          states[index] = snapshot._nodes;
        }
      }
      actors[index] = report.actorRef as AnyActorRef;
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
