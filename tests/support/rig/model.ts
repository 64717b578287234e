import type {
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import type { FakePorts } from '../fakes/ports.ts';

/** An event with its payload, or a function that makes it of the snapshot (null: not in this state). */
export type EventCase<Snapshot, Event> = Event | ((snapshot: Snapshot) => Event | null);

/** The rig's data to walk a whole machine. */
export interface Model<Machine extends AnyStateMachine> {
  readonly name: string;
  readonly machine: Machine;
  /** Ways to start; each is explored from there. Default: one start without input, with fresh fake ports. */
  readonly starts?: readonly Start<InputFrom<Machine>>[];
  /** Events with payloads, several of one type where the payload decides. Tried wherever the machine takes them. */
  readonly events: readonly EventCase<SnapshotFrom<Machine>, EventFromLogic<Machine>>[];
  /** Events that no state may take: of another library, account or session. Every one in `events` some state takes. */
  readonly ignored?: readonly EventFromLogic<Machine>[];
  /** Outputs with which a child can end, by its id or its `src`. Default: `[undefined]`. */
  readonly outputs?: Readonly<Record<string, readonly unknown[]>>;
  /** Causes with which a child can fail, by its id or its `src`. Default: one plain `Error`. */
  readonly failures?: Readonly<Record<string, readonly unknown[]>>;
  /** Snapshots that a child watched by `onSnapshot` can show, by its id or its `src`. Default: none. */
  readonly snapshots?: Readonly<Record<string, readonly object[]>>;
  /**
   * The part of the context that makes a difference. Two states with the same value and projection are one state of the
   * model, and live runs must show the same projection. Keep it small and bounded. Default: nothing.
   */
  readonly project?: (snapshot: SnapshotFrom<Machine>) => unknown;
  /** Logic for actors of `setup`; every other one is a puppet that the rig moves. */
  readonly fakes?: Readonly<Record<string, AnyActorLogic>>;
  /** Named actors that the machine talks to (as in `createHost`). */
  readonly named?: Readonly<Record<string, AnyActorLogic | null>>;
  /** The machine is a root that starts `ports` itself. */
  readonly startsPorts?: boolean;
  /** Named actors that the machine starts itself and sends to: in pure transitions stand-ins have their names. */
  readonly startsNamed?: readonly string[];
  /** The machine's own system id, when it has one. */
  readonly systemId?: string;
  /** Stops the search at such a state (to bound counters and lists). */
  readonly stopWhen?: (snapshot: SnapshotFrom<Machine>) => boolean;
  /**
   * Sentences that must hold in every state of a live run: about the context, and the run's effects. Never read off the
   * transitions: then the machine would be compared with itself.
   */
  readonly invariants?: Readonly<Record<string, (snapshot: SnapshotFrom<Machine>, world: World) => boolean>>;
  /** The machine's console warnings in some of the runs: exactly these. */
  readonly warnings?: readonly string[];
  /** States and transitions, named as the report names them, that no run can take, and why. */
  readonly unreachable?: readonly Unreachable[];
  /** Most steps of the search. Default 20 000. */
  readonly limit?: number;
}

/** Inputs and effects of a machine in a live run: on the ports, on recording named actors, on its parent. */
export interface World {
  /** The steps of the run as events, oldest first. */
  readonly happened: readonly EventObject[];
  readonly ports: FakePorts;
  readonly receivedBy: (name: string) => readonly EventObject[];
  readonly parentEvents: readonly EventObject[];
}

export interface Start<Input> {
  readonly input?: Input;
  /** Makes the ports of one run. Pure transitions read them too, but only live runs write. */
  readonly ports?: () => FakePorts;
  /** Stops the search at such a state: from there on all is as after another start. */
  readonly until?: (snapshot: AnyMachineSnapshot) => boolean;
}

export type Unreachable =
  { readonly transition: string; readonly reason: string } | { readonly state: string; readonly reason: string };

/** A model whose machine is not known to the types, as the rig's parts see it. */
export type AnyModel = Omit<Model<AnyStateMachine>, 'events' | 'ignored' | 'project' | 'stopWhen' | 'invariants'> & {
  readonly events: readonly EventCase<AnyMachineSnapshot, EventObject>[];
  readonly ignored?: readonly EventObject[];
  readonly project?: (snapshot: AnyMachineSnapshot) => unknown;
  readonly stopWhen?: (snapshot: AnyMachineSnapshot) => boolean;
  readonly invariants?: Readonly<Record<string, (snapshot: AnyMachineSnapshot, world: World) => boolean>>;
};

/** Declares a model; `runModel` walks it. Kept apart, so that models are data that tests can list. */
export function defineModel<Machine extends AnyStateMachine>(model: Model<Machine>): AnyModel {
  return model as unknown as AnyModel;
}

/** State value, status and projection as text: the model and a live run must agree on it. */
export function fingerprint(model: AnyModel, snapshot: AnyMachineSnapshot): string {
  const { value, status } = snapshot;
  const seen = model.project?.(snapshot);
  return toText({ value, ...(status === 'active' ? {} : { status }), ...(seen === undefined ? {} : { seen }) });
}

/** JSON that also shows maps and sets. */
export function toText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Map ? [...part.entries()] : part instanceof Set ? [...part] : part,
  );
}
