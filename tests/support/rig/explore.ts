import {
  createActor,
  type ActorLogic,
  type AnyActorRef,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate';
import { createFakePorts, type FakePorts } from '../fakes/ports.ts';
import { getShortestPaths } from '../graph.ts';
import { createHostActors } from '../host.ts';
import { fingerprint, type AnyModel, type Start } from './model.ts';
import { puppet } from './puppet.ts';
import { stepsIn, unhandledFailures, type Step } from './steps.ts';

/** A state of the model, its shortest way, and its possible steps. */
export interface ModelState {
  readonly snapshot: AnyMachineSnapshot;
  readonly way: readonly Step[];
  /** Fingerprints along the way, the first one before any step. */
  readonly expected: readonly string[];
  readonly next: readonly { readonly step: Step; readonly expected: string }[];
  readonly unhandled: readonly string[];
}

/** Every state that the machine can reach from one start, by pure transitions: no actor runs. */
export function explore(whole: AnyModel, machine: AnyStateMachine, start: Start<unknown>): ModelState[] {
  const stopsAt = (state: AnyMachineSnapshot) => [whole.stopWhen, start.until].some((stops) => stops?.(state));
  const model: AnyModel = { ...whole, stopWhen: stopsAt };
  const started = Object.fromEntries((model.startsNamed ?? []).map((name) => [name, null]));
  const ports = start.ports?.() ?? createFakePorts();
  const scope = () => inertScope(model, ports, started);
  const logic = rememberTransitions(pureLogic(machine, scope));
  const known = new WeakMap<EventObject, Step>();
  const steps = rememberSteps(model, known);
  const outside = scope();
  const paths = getShortestPaths(logic, {
    fromState: logic.getInitialSnapshot(inertScope(model, ports, {}), start.input),
    events: (snapshot) => steps(snapshot).map(({ event }) => event),
    serializeState: (snapshot) => `${fingerprint(model, snapshot)} ${childrenInWords(snapshot)}`,
    serializeEvent: (event) => known.get(event)?.name ?? event.type,
    limit: model.limit ?? 20_000,
  });
  return paths.map(({ state, steps: way }) => ({
    snapshot: state,
    way: way.flatMap(({ event }) => known.get(event) ?? []),
    expected: way.map((step) => fingerprint(model, step.state)),
    next: steps(state).map(({ step, event }) => ({
      step,
      expected: fingerprint(model, logic.transition(state, event, outside)),
    })),
    unhandled: unhandledFailures(model, state),
  }));
}

/** The possible steps of a state, each as an event of its own, by which `known` finds the step. */
function rememberSteps(model: AnyModel, known: WeakMap<EventObject, Step>) {
  const made = new WeakMap<AnyMachineSnapshot, readonly { readonly step: Step; readonly event: EventObject }[]>();
  return (snapshot: AnyMachineSnapshot) => {
    const steps = made.get(snapshot) ?? stepsIn(model, snapshot).map((step) => ({ step, event: { ...step.event } }));
    made.set(snapshot, steps);
    for (const { step, event } of steps) known.set(event, step);
    return steps;
  };
}

/** The search reaches a state by one way and checks it again for the report: each transition is made once. */
function rememberTransitions(logic: PureLogic): PureLogic {
  const made = new WeakMap<AnyMachineSnapshot, WeakMap<EventObject, AnyMachineSnapshot>>();
  return {
    ...logic,
    transition(snapshot, event, scope) {
      const known = made.get(snapshot) ?? new WeakMap<EventObject, AnyMachineSnapshot>();
      made.set(snapshot, known);
      const next = known.get(event) ?? logic.transition(snapshot, event, scope);
      known.set(event, next);
      return next;
    },
  };
}

type PureLogic = ActorLogic<AnyMachineSnapshot, EventObject, unknown>;

/** The machine as a function. A child that ended leaves the snapshot, so that it cannot end twice. */
function pureLogic(machine: AnyStateMachine, inertScope: () => AnyActorScope): PureLogic {
  return {
    getInitialSnapshot: (scope, input) => machine.getInitialSnapshot(scope, input),
    getPersistedSnapshot: (snapshot) => machine.getPersistedSnapshot(snapshot),
    transition(snapshot, event) {
      const next = machine.transition(snapshot, event, inertScope());
      const ended = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(event.type)?.[1];
      if (ended === undefined || next.children[ended] !== snapshot.children[ended]) return next;
      const { [ended]: _gone, ...children } = next.children;
      return { ...next, children };
    },
  };
}

/** A place for pure transitions: actions are resolved but not run, in a system with ports and named actors. */
function inertScope(model: AnyModel, ports: FakePorts, started: NonNullable<AnyModel['named']>): AnyActorScope {
  const { root } = createHostActors(
    puppet,
    { ports, named: { ...started, ...model.named }, startsPorts: model.startsPorts ?? false },
    () => undefined,
  );
  const self = createActor(puppet, { parent: root, id: 'subject' });
  return {
    self,
    id: 'subject',
    sessionId: self.sessionId,
    system: self.system,
    logger: () => undefined,
    defer: () => undefined,
    emit: () => undefined,
    stopChild: () => undefined,
    actionExecutor: () => undefined,
  };
}

/** Which kinds of children run; their number and ids may grow without end. */
function childrenInWords(snapshot: AnyMachineSnapshot): string {
  const kinds = Object.values<AnyActorRef | undefined>(snapshot.children).map((child) => String(child?.src));
  return [...new Set(kinds)].sort().join(',');
}
