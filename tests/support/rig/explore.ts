import {
  createActor, type ActorLogic, type AnyActorRef, type AnyActorScope, type AnyMachineSnapshot, type AnyStateMachine,
  type EventObject,
} from 'xstate';
import { createFakePorts } from '../fakes/ports.ts';
import { getShortestPaths } from '../graph.ts';
import { createHostActors } from '../host.ts';
import { fingerprint, type AnyModel, type Start } from './model.ts';
import { puppet } from './puppet.ts';
import { stepsIn, unhandledFailures, type Step } from './steps.ts';

/** A state of the model, the shortest way to it, and what can happen in it. */
export interface ModelState {
  readonly snapshot: AnyMachineSnapshot;
  readonly way: readonly Step[];
  /** Fingerprints along the way, the first one before any step. */
  readonly expected: readonly string[];
  readonly next: readonly { readonly step: Step; readonly expected: string }[];
  readonly unhandled: readonly string[];
}

/** Every state that the machine can reach from one start, by pure transitions: no actor runs. */
export function explore(model: AnyModel, machine: AnyStateMachine, start: Start<unknown>): ModelState[] {
  const started = Object.fromEntries((model.startsNamed ?? []).map((name) => [name, null]));
  const scope = () => inertScope(model, start, started);
  const logic = pureLogic(machine, scope);
  const known = new WeakMap<EventObject, Step>();
  const paths = getShortestPaths(logic, {
    fromState: logic.getInitialSnapshot(inertScope(model, start, {}), start.input),
    events: (snapshot) =>
      stepsIn(model, snapshot).map((step) => {
        const event = { ...step.event };
        known.set(event, step);
        return event;
      }),
    serializeState: (snapshot) => `${fingerprint(model, snapshot)} ${childrenInWords(snapshot)}`,
    serializeEvent: (event) => known.get(event)?.name ?? event.type,
    limit: model.limit ?? 20_000,
  });
  return paths.map(({ state, steps }) => ({
    snapshot: state,
    way: steps.flatMap(({ event }) => known.get(event) ?? []),
    expected: steps.map((step) => fingerprint(model, step.state)),
    next: stepsIn(model, state).map((step) => ({
      step,
      expected: fingerprint(model, logic.transition(state, step.event, scope())),
    })),
    unhandled: unhandledFailures(model, state),
  }));
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
function inertScope(model: AnyModel, start: Start<unknown>, started: NonNullable<AnyModel['named']>): AnyActorScope {
  const ports = start.ports?.() ?? createFakePorts();
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
