import { isRecord } from '../../schemas/keys.ts';
import {
  StateMachine,
  createActor,
  createEmptyActor,
  fromCallback,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate';
import type { ReplayedStep } from '../../schemas/inspector-message.ts';
import type { RecordedActor, RecordedState, RecordedStep, Recording } from '../../schemas/recording.ts';
import { listStates } from '../kit/transitions.ts';
import { KIND } from './redact.logic.ts';

/**
 * Replays an actor's recorded steps without effects: answers of ports and timers are recorded events. A step may differ
 * where the file lacks functions or secrets.
 */
export function replayActor(machine: AnyStateMachine, actor: RecordedActor, recording: Recording): ReplayedStep[] {
  return stepThrough(machine, actor, recording, ({ after }) => after);
}

/** Steps whose end a replay doesn't reach get their recorded state: every replay goes on from there. */
export function withStates(
  recording: Recording,
  machineOf: (actor: RecordedActor) => AnyStateMachine | null,
  stateAfter: (step: RecordedStep) => RecordedState | undefined,
): Recording {
  const states = new Map<number, RecordedState>();
  for (const actor of recording.actors) {
    const machine = machineOf(actor);
    if (machine)
      stepThrough(machine, actor, recording, (step, replayed) => {
        const state = differs(step, replayed) ? stateAfter(step) : undefined;
        if (state) states.set(step.number, state);
        return state;
      });
  }
  return {
    ...recording,
    steps: recording.steps.map((step) => {
      const after = states.get(step.number);
      return after ? { ...step, after } : step;
    }),
  };
}

type StateToTake = (step: RecordedStep, replayed: ReplayedStep) => RecordedState | undefined;

function stepThrough(
  machine: AnyStateMachine,
  actor: RecordedActor,
  recording: Recording,
  stateToTake: StateToTake,
): ReplayedStep[] {
  if (!actor.start) return [];
  const scope = silentScope(machine);
  const revived = reviving(scope.other);
  const invoked = listStates(machine).flatMap(({ invoke }) => invoke.map(({ id }) => id));
  const children = recording.actors.filter(({ parent }) => parent === actor.id).map(({ name }) => name);
  const begin = ({ value, context }: RecordedState) => {
    const begun = machine.resolveState({ value: value as never, context: revived(context) }) as AnyMachineSnapshot;
    for (const id of [...invoked, ...children]) begun.children[id] = scope.other;
    return begun;
  };
  let snapshot = begin(actor.start);
  return stepsOf(recording, actor.id).map((step) => {
    let problem: string | null = null;
    let isTaken = step.number === actor.cameWith;
    const event = revived(step.payload) as EventObject;
    try {
      isTaken ||= (machine.getTransitionData(snapshot, event) ?? []).length > 0;
      if (step.number !== actor.cameWith) snapshot = machine.transition(snapshot, event, scope.own as never);
    } catch (cause) {
      problem = cause instanceof Error ? cause.message : String(cause);
    }
    if (snapshot.status === 'error') problem ??= String(snapshot.error);
    const replayed = { number: step.number, active: snapshot._nodes.map(({ id }) => id), isTaken, problem };
    const state = stateToTake(step, replayed);
    if (!state) return replayed;
    snapshot = begin(state);
    return { number: step.number, active: state.active, isTaken: step.isTaken, problem: null };
  });
}

export const stepsOf = ({ steps }: Recording, actor: string): RecordedStep[] =>
  steps.filter(({ to, active }) => to.id === actor && active !== null);

/** The machine of a recorded actor among all by id: its parent's own one, where many share an id. */
export function machineFor(
  { source = '', chart }: Pick<RecordedActor, 'source' | 'chart'>,
  charts: Recording['charts'],
  machines: ReadonlyMap<string, AnyStateMachine>,
): AnyStateMachine | undefined {
  const title = charts.find(({ id }) => id === chart)?.title;
  const [parent = '', name = ''] = source.split('/');
  const own: unknown = machines.get(parent)?.implementations.actors[name];
  return own instanceof StateMachine && own.id === title ? own : machines.get(title ?? '');
}

/** `missing`: machine ids that are not loaded. */
export function replayAll(recording: Recording, machines: ReadonlyMap<string, AnyStateMachine>) {
  const titles = new Map(recording.charts.map(({ id, title }) => [id, title]));
  const missing = new Set<string>();
  const steps = recording.actors.flatMap((actor) => {
    const title = titles.get(actor.chart ?? '');
    if (title === undefined) return [];
    const machine = machineFor(actor, recording.charts, machines);
    if (!machine) missing.add(title);
    return machine ? replayActor(machine, actor, recording) : [];
  });
  return { steps: steps.sort((a, b) => a.number - b.number), missing: [...missing] };
}

export function actorsAt(recording: Recording, index: number): RecordedActor[] {
  const active = new Map<string, readonly string[]>();
  for (const { to, active: after } of recording.steps.slice(0, index + 1)) if (after) active.set(to.id, after);
  const number = recording.steps[index]?.number ?? 0;
  return recording.actors
    .filter(({ cameWith }) => cameWith === null || cameWith <= number)
    .map((actor) => ({ ...actor, active: [...(active.get(actor.id) ?? actor.start?.active ?? [])] }));
}

/** Whether a replayed step ends in another state. */
export function differs(step: RecordedStep, replayed: ReplayedStep | undefined): boolean {
  if (!replayed || !step.active) return false;
  if (replayed.problem !== null || replayed.isTaken !== step.isTaken) return true;
  return [...step.active].sort().join() !== [...replayed.active].sort().join();
}

/** `transport.playing`. */
export function stateInWords(recording: Recording, chart: string | null, active: readonly string[]): string {
  const states = recording.charts.find(({ id }) => id === chart)?.states ?? [];
  const parents = new Set(states.filter(({ id }) => active.includes(id)).map(({ parent }) => parent));
  return states
    .filter(({ id }) => active.includes(id) && !parents.has(id))
    .map(({ path }) => path)
    .join(' + ');
}

/** `player.pause → transport.paused`. */
export function stepInWords(
  recording: Recording,
  { event, chart }: Pick<RecordedStep, 'event' | 'chart'>,
  { active, isTaken }: Pick<ReplayedStep, 'active' | 'isTaken'>,
): string {
  return `${event} → ${stateInWords(recording, chart, active)}${isTaken ? '' : ' (ignored)'}`;
}

const deafLogic = fromCallback(() => undefined);

/**
 * Replaces recorded names: actors (`(actor page)`) by a stub, machines (`(machine item)`) by empty logic, and restores
 * maps and sets.
 */
function reviving(other: AnyActorRef) {
  const revived = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (/^\((?:machine .*|logic)\)$/.test(value)) return deafLogic;
      return /^\(actor .*\)$/.test(value) ? other : value;
    }
    if (Array.isArray(value)) return value.map(revived);
    if (!isRecord(value)) return value;
    const { [KIND]: kind, ...report } = value;
    const members = Object.entries(report).map(([key, member]) => [key, revived(member)] as const);
    if (kind === '(Map)') return new Map(members);
    if (kind === '(Set)') return new Set(members.map(([, member]) => member));
    return Object.fromEntries(kind === undefined ? members : [[KIND, kind], ...members]);
  };
  return revived;
}

/** One inert actor stands for parent, children and others. */
function silentScope(machine: AnyStateMachine) {
  const other = createEmptyActor();
  const { system } = other;
  // System ids repeat here, as replayed actors do not stop.
  Object.assign(system, { get: () => other, _set: () => undefined });
  const self = createActor(machine, { parent: other });
  const nothing = () => undefined;
  const own = {
    self,
    system,
    id: self.id,
    sessionId: self.sessionId,
    logger: nothing,
    defer: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: nothing,
  };
  return { own, other };
}
