import type { AnyActorRef, AnyEventObject } from 'xstate';

/** Where XState hands on what is sent. Its types do not tell of it. */
const PLACE = '_relay';

type Relay = (source: AnyActorRef | undefined, target: AnyActorRef, event: AnyEventObject) => void;

/** An event on its way. Without a source it comes from a view or a service. */
export interface Relayed {
  readonly source: AnyActorRef | undefined;
  readonly target: AnyActorRef;
  readonly event: AnyEventObject;
}

/** All events of a client go through it. Told apart is what no other event, timer or port has set off. */
export interface Gate {
  /** Runs work of the machines that something is known to have set off. */
  within<Result>(work: () => Result): Result;
  /** Whether the machines are at work. */
  isWithin(): boolean;
  /** Hands an event on, past the one who watches the gate. */
  pass(relayed: Relayed): void;
}

/** @param onFirst hears of each event that began something, before it is handed on; `false` keeps it back */
export function createGate(root: AnyActorRef, onFirst: (relayed: Relayed) => boolean): Gate {
  const system = root.system as unknown as Record<typeof PLACE, Relay>;
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
