import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { toAppError } from '../../../src/schemas/app-error.ts';
import { createRecorder, type Recorder } from '../../../src/machines/inspector/recorder.ts';
import { transitionKey } from '../../../src/machines/kit/transitions.ts';
import { createHost, type Host } from '../host.ts';
import { fingerprint, type AnyModel, type Start } from './model.ts';
import type { Step } from './steps.ts';
import { TimerDesk } from './timer-desk.ts';

/** The coverage of one model's live runs. */
export interface Travel {
  /** Transition key to how often it was taken. */
  readonly taken: Map<string, number>;
  /** Ids of the state nodes that were entered. */
  readonly visited: Set<string>;
  /** Of each run that takes a transition first: what is wrong with its recording, or null. */
  readonly check?: RecordingCheck | undefined;
}

export type RecordingCheck = (recorder: Recorder, actor: string) => string | null;

/**
 * Runs the machine for real and applies the steps, one after the other. Returns the difference to the model, or null.
 * @param expected fingerprints: before the first step, then after each
 */
export function replay(run: Run, steps: readonly Step[], expected: readonly string[]): string | null {
  const { travel } = run;
  const known = travel.taken.size;
  const problem = runOnce(run, steps, expected);
  // Recording takes time: only what is new is run once more for it.
  return problem === null && travel.check && travel.taken.size > known
    ? runOnce(run, steps, expected, travel.check)
    : problem;
}

interface Run {
  readonly model: AnyModel;
  readonly machine: AnyStateMachine;
  readonly start: Start<unknown>;
  readonly travel: Travel;
}

function runOnce(run: Run, steps: readonly Step[], expected: readonly string[], check?: RecordingCheck): string | null {
  const { model, machine, start, travel } = run;
  const timers = new TimerDesk();
  const crashes: string[] = [];
  const ports = start.ports?.();
  let recorder: Recorder | null = null;
  const host = createHost(machine, {
    input: start.input,
    clock: timers,
    named: model.named ?? {},
    onError: (cause) => crashes.push(cause instanceof Error ? cause.message : JSON.stringify(toAppError(cause))),
    onCreate: (root) => {
      timers.attach(root.system);
      if (!check) return;
      recorder = createRecorder({ root, elapsed: () => 0, inbox: 4096 });
      recorder.start();
    },
    inspect: (event) => {
      if (event.type !== '@xstate.microstep' || !isSubject(event.actorRef)) return;
      for (const transition of event._transitions) {
        const key = transitionKey(transition);
        travel.taken.set(key, (travel.taken.get(key) ?? 0) + 1);
        travel.visited.add(transition.source.id);
      }
      for (const node of (event.snapshot as AnyMachineSnapshot)._nodes) travel.visited.add(node.id);
    },
    startsPorts: model.startsPorts ?? false,
    ...(ports ? { ports } : {}),
    ...(model.systemId === undefined ? {} : { systemId: model.systemId }),
  });
  const subject: AnyActorRef = host.subject;
  try {
    for (const node of subject.getSnapshot()._nodes) travel.visited.add(node.id);
    const atStart = differs(model, host, [], expected[0], crashes);
    if (atStart !== null) return `at the start: ${atStart}`;
    for (const [index, step] of steps.entries()) {
      const problem =
        attempt(step, subject, timers) ?? differs(model, host, steps.slice(0, index + 1), expected[index + 1], crashes);
      if (problem !== null)
        return `${steps
          .slice(0, index + 1)
          .map((done) => done.name)
          .join(' → ')}: ${problem}`;
    }
    return recorder ? (check?.(recorder, subject.sessionId) ?? null) : null;
  } finally {
    host.stop();
  }
}

function attempt(step: Step, subject: AnyActorRef, timers: TimerDesk): string | null {
  try {
    step.drive(subject, timers);
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function differs(
  model: AnyModel,
  host: Host<AnyStateMachine>,
  steps: readonly Step[],
  expected: string | undefined,
  crashes: readonly string[],
): string | null {
  if (crashes.length > 0) return `crashed: ${crashes.join('; ')}`;
  const snapshot: AnyMachineSnapshot = host.subject.getSnapshot();
  const actual = fingerprint(model, snapshot);
  if (actual !== expected) return `the model says ${expected}, live it is ${actual}`;
  const world = { ...host, happened: steps.map(({ event }) => event) };
  const broken = Object.entries(model.invariants ?? {}).find(([, holds]) => !holds(snapshot, world));
  return broken ? `in ${actual} it does not hold that ${broken[0]}` : null;
}

/** The host gives its child this id. */
function isSubject(ref: object): boolean {
  return 'id' in ref && ref.id === 'subject';
}
