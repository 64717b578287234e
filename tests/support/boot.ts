import { StateMachine, type AnyStateMachine, type AnyStateNode } from 'xstate';
import { listStates, listTransitions, pathOf } from '../../src/machines/kit/transitions.ts';

/** An exported machine, with its module. */
export interface FoundMachine {
  readonly file: string;
  readonly name: string;
  readonly machine: AnyStateMachine;
}

/** The machines among the exports of modules (as `import.meta.glob` with `eager` gives them). */
export function findMachines(modules: Readonly<Record<string, unknown>>): FoundMachine[] {
  return Object.entries(modules).flatMap(([file, exports]) =>
    Object.entries(exports ?? {}).flatMap(([name, value]: [string, unknown]) =>
      value instanceof StateMachine ? [{ file, name, machine: value }] : [],
    ),
  );
}

/**
 * What types cannot see in a machine: missing targets and initial states, unreachable states, invokes without an id,
 * promise actors whose failure would crash the machine, failures without a way out. Empty when all is well.
 */
export function checkMachine(machine: AnyStateMachine): string[] {
  const states = listStates(machine);
  try {
    listTransitions(machine);
    for (const node of states) if (node.type === 'compound') void node.initial;
  } catch (cause) {
    return [cause instanceof Error ? cause.message : String(cause)];
  }
  const reached = reachable(machine);
  return [
    ...states
      .filter((node) => machine.getStateNodeById(node.id) !== node)
      .map((node) => `${pathOf(node)}: its id is taken twice`),
    ...states
      .filter((node) => node.type !== 'history' && !reached.has(node))
      .map((node) => `${pathOf(node)}: nothing leads there`),
    ...states.flatMap((node) => checkInvokes(machine, node)),
    ...states
      .filter(
        (node) => node.tags.includes('failed') && !eventsHeardIn(node).some((event) => LEAVES_FAILURE.test(event)),
      )
      .map((node) => `${pathOf(node)}: it failed, and nobody can try again or leave`),
  ];
}

/** Events by which a user retries or leaves a failure. */
const LEAVES_FAILURE = /\.(.*retry.*|again|goOn|resume|search|close|dismiss|extend|refresh)$/i;

/** The events of a state and its parents. */
function eventsHeardIn(node: AnyStateNode): readonly string[] {
  return [...node.ownEvents, ...(node.parent ? eventsHeardIn(node.parent) : [])];
}

function checkInvokes(machine: AnyStateMachine, node: AnyStateNode): string[] {
  const configs = [node.config.invoke ?? []].flat();
  return configs.flatMap((invoke, index) => {
    const name = `${pathOf(node)}: invoke of ${typeof invoke.src === 'string' ? invoke.src : 'inline logic'}`;
    const logic: unknown = typeof invoke.src === 'string' ? machine.implementations.actors[invoke.src] : invoke.src;
    const isMachine = logic instanceof StateMachine;
    const failure = node.transitions.has(`xstate.error.actor.${node.invoke[index]?.id ?? ''}`);
    return [
      ...(invoke.id === undefined ? [`${name} has no id`] : []),
      ...(typeof invoke.src === 'string' ? [] : [`${name} is not named in setup`]),
      ...(invoke.onDone !== undefined && !failure && !isMachine ? [`${name} has onDone but no onError`] : []),
    ];
  });
}

/** Every state reachable by initial states and transitions, guards aside. */
function reachable(machine: AnyStateMachine): Set<AnyStateNode> {
  const reached = new Set<AnyStateNode>();
  const enter = (node: AnyStateNode): void => {
    if (reached.has(node)) return;
    reached.add(node);
    if (node.parent) enter(node.parent);
    if (node.type === 'parallel') Object.values(node.states).forEach(enter);
    if (node.type === 'compound') node.initial.target.forEach(enter);
    if (node.type === 'history') Object.values(node.parent?.states ?? {}).forEach(enter);
    for (const definition of [...[...node.transitions.values()].flat(), ...(node.always ?? [])]) {
      for (const target of definition.target ?? []) enter(target);
    }
  };
  enter(machine.root);
  return reached;
}
