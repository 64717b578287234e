import type { AnyActorRef, AnyEventObject } from 'xstate';

/** XState's internal event delivery, untyped. */
const PLACE = '_relay';

type Relay = (source: AnyActorRef | undefined, target: AnyActorRef, event: AnyEventObject) => void;

const isRelaying = (system: object): system is Record<typeof PLACE, Relay> => PLACE in system;

/** Without a source, from a view or a service. */
export interface Relayed {
  readonly source: AnyActorRef | undefined;
  readonly target: AnyActorRef;
  readonly event: AnyEventObject;
}

/** Intercepts all events of a client, to find those with an external cause. */
export interface Gate {
  /** Runs work with a known cause. */
  within<Result>(work: () => Result): Result;
  isWithin(): boolean;
  /** Delivers an event past the gate. */
  pass(relayed: Relayed): void;
}

/** @param onFirst is called before an event with an external cause is delivered; `false` holds it */
export function createGate(root: AnyActorRef, onFirst: (relayed: Relayed) => boolean): Gate {
  const { system } = root;
  if (!isRelaying(system)) throw new Error(`This XState has no ${PLACE}`);
  const relay = system[PLACE];
  let depth = 0;
  const within = <Result>(work: () => Result): Result => {
    depth += 1;
    try {
      return work();
    } finally {
      depth -= 1;
    }
  };
  system[PLACE] = (source, target, event) => {
    if (depth === 0 && !onFirst({ source, target, event })) return;
    within(() => relay(source, target, event));
  };
  const start = root.start.bind(root);
  root.start = () => within(start);
  return {
    within,
    isWithin: () => depth > 0,
    pass: ({ source, target, event }) => within(() => relay(source, target, event)),
  };
}
