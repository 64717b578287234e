import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import { fail, finish, show } from './puppet.ts';
import type { AnyModel } from './model.ts';
import type { TimerDesk } from './timer-desk.ts';

/** One possible step of a machine: as an event for the model, and as an action for a live run. */
export interface Step {
  /** `player.play #0`, `done fetchItem #1`: the same step has the same name in every state. */
  readonly name: string;
  readonly event: EventObject;
  /** Which of the model's events it is; undefined for ends of children and timers. */
  readonly sent?: number;
  drive(subject: AnyActorRef, timers: TimerDesk): void;
}

/** The default failure of a child. */
const failure = new Error('the model let this actor fail');

/** All possible steps of this state: declared events, ends and failures of children, timers. */
export function stepsIn(model: AnyModel, snapshot: AnyMachineSnapshot): Step[] {
  if (snapshot.status !== 'active' || model.stopWhen?.(snapshot)) return [];
  return [...sentSteps(model, snapshot), ...childSteps(model, snapshot), ...timerSteps(snapshot)];
}

/** Failures of children that the state handles in principle but whose guards fail: they would crash the machine. */
export function unhandledFailures(model: AnyModel, snapshot: AnyMachineSnapshot): string[] {
  if (snapshot.status !== 'active') return [];
  return childrenOf(snapshot).flatMap(([id, child]) => {
    const type = `xstate.error.actor.${id}`;
    if (!snapshot._nodes.some((node) => node.transitions.has(type))) return [];
    return choices(model.failures, id, child, [failure])
      .filter((error) => !snapshot.can(event({ type, error, actorId: id })))
      .map((error) => `failure of '${id}' (${String(error)}) is not handled`);
  });
}

function sentSteps(model: AnyModel, snapshot: AnyMachineSnapshot): Step[] {
  return model.events.flatMap((item, index) => {
    const make = (now: AnyMachineSnapshot) => (typeof item === 'function' ? item(now) : item);
    const made = make(snapshot);
    if (made === null || !snapshot.can(made)) return [];
    return [
      {
        name: `${made.type} #${index}`,
        event: made,
        sent: index,
        drive: (subject) => subject.send(make(subject.getSnapshot()) ?? made),
      },
    ];
  });
}

function childSteps(model: AnyModel, snapshot: AnyMachineSnapshot): Step[] {
  return childrenOf(snapshot).flatMap(([id, child]) => {
    const live = (subject: AnyActorRef): AnyActorRef => {
      const ref: AnyActorRef | undefined = subject.getSnapshot().children[id];
      if (!ref) throw new Error(`child '${id}' does not run`);
      return ref;
    };
    const ends = choices(model.outputs, id, child, [undefined]).map((output, index): Step => ({
      name: `done ${id} #${index}`,
      event: event({ type: `xstate.done.actor.${id}`, output, actorId: id }),
      drive: (subject) => finish(live(subject), output),
    }));
    const failures = choices(model.failures, id, child, [failure]).map((error, index): Step => ({
      name: `failed ${id} #${index}`,
      event: event({ type: `xstate.error.actor.${id}`, error, actorId: id }),
      drive: (subject) => fail(live(subject), error),
    }));
    const shows = choices(model.snapshots, id, child, []).map((shown, index): Step => ({
      name: `snapshot of ${id} #${index}`,
      event: event({ type: `xstate.snapshot.${id}`, snapshot: { status: 'active', received: [], ...shown } }),
      drive: (subject) => show(live(subject), shown),
    }));
    return [...ends, ...failures, ...shows].filter((step) => snapshot.can(step.event));
  });
}

function timerSteps(snapshot: AnyMachineSnapshot): Step[] {
  const types = snapshot._nodes.flatMap((node) => node.after.map((after) => after.eventType));
  return [...new Set<string>(types)]
    .map((type): Step => ({
      name: type.replace(/^xstate\./, ''),
      event: { type },
      drive: (subject, timers) => timers.fire(subject, type),
    }))
    .filter((step) => snapshot.can(step.event));
}

function childrenOf(snapshot: AnyMachineSnapshot): [string, AnyActorRef][] {
  return Object.entries<AnyActorRef | undefined>(snapshot.children).flatMap(([id, child]) =>
    child ? [[id, child]] : [],
  );
}

function choices<Choice>(
  given: Readonly<Record<string, readonly Choice[]>> | undefined,
  id: string,
  child: AnyActorRef,
  otherwise: readonly Choice[],
): readonly Choice[] {
  return given?.[id] ?? (typeof child.src === 'string' ? given?.[child.src] : undefined) ?? otherwise;
}

function event<Event extends EventObject>(given: Event): EventObject {
  return given;
}
