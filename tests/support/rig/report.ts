import type { AnyStateMachine } from 'xstate';
import {
  listStates,
  listTransitions,
  pathOf,
  transitionInWords,
  type TransitionFact,
} from '../../../src/machines/kit/transitions.ts';
import type { AnyModel } from './model.ts';
import type { Travel } from './replay.ts';

/** States and transitions without a live run, and wrong entries of `unreachable`. */
export function findGaps(model: AnyModel, machine: AnyStateMachine, travel: Travel): string[] {
  const states = listStates(machine).filter((node) => node.type !== 'history' && node.parent);
  const transitions = namedTransitions(machine);
  const excused = model.unreachable ?? [];
  const closedStates = excused.flatMap((item) => ('state' in item ? [item.state] : []));
  const excusedTransitions = excused.flatMap((item) => ('transition' in item ? [item.transition] : []));
  const isClosed = (path: string) => closedStates.some((state) => path === state || path.startsWith(`${state}.`));

  const missedStates = states
    .filter((node) => !travel.visited.has(node.id) && !isClosed(pathOf(node)))
    .map((node) => `state never entered: ${pathOf(node)}`);
  const missed = transitions
    .filter(
      ({ name, fact }) =>
        !travel.taken.has(fact.key) && !excusedTransitions.includes(name) && !isClosed(pathOf(fact.source)),
    )
    .map(({ name }) => `transition never taken: ${name}`);
  const wrongStates = closedStates
    .filter((path) => !states.some((node) => pathOf(node) === path && !travel.visited.has(node.id)))
    .map((path) => `listed as unreachable, but entered or unknown: state ${path}`);
  const wrong = excusedTransitions
    .filter((name) => !transitions.some((item) => item.name === name && !travel.taken.has(item.fact.key)))
    .map((name) => `listed as unreachable, but taken or unknown: ${name}`);
  return [...missedStates, ...missed, ...wrongStates, ...wrong];
}

/** State × event → target, with how often live runs took it, as aligned text. */
export function formatTable(title: string, machine: AnyStateMachine, travel: Travel): string {
  const rows = listTransitions(machine).map((fact) => [
    pathOf(fact.source),
    fact.guard === '' ? fact.event : `${fact.event} [${fact.guard}]`,
    fact.targets.join(' + ') || '(stays)',
    String(travel.taken.get(fact.key) ?? 0),
  ]);
  return `${title}\n${align(['state', 'event', 'target', 'taken'], rows)}`;
}

/** A machine's coverage by its live runs. */
export interface Coverage {
  readonly name: string;
  /** State nodes without the root and histories, and how many of them were entered. */
  readonly states: number;
  readonly reached: number;
  readonly transitions: number;
  readonly taken: number;
  /** Paths that were run. */
  readonly paths: number;
  /** Duration, in ms. */
  readonly ms: number;
}

/** The coverage of live runs, by their travel. */
export function coverageOf(
  machine: AnyStateMachine,
  travel: Travel,
): Pick<Coverage, 'states' | 'reached' | 'transitions' | 'taken'> {
  const states = listStates(machine).filter((node) => node.type !== 'history' && node.parent);
  const transitions = listTransitions(machine);
  return {
    states: states.length,
    reached: states.filter(({ id }) => travel.visited.has(id)).length,
    transitions: transitions.length,
    taken: transitions.filter(({ key }) => travel.taken.has(key)).length,
  };
}

/** A line for each machine, and one for all of them. */
export function formatCoverage(machines: readonly Coverage[]): string {
  const sum = (of: (one: Coverage) => number) => machines.reduce((total, one) => total + of(one), 0);
  const all: Coverage = {
    name: `all ${machines.length}`,
    states: sum(({ states }) => states),
    reached: sum(({ reached }) => reached),
    transitions: sum(({ transitions }) => transitions),
    taken: sum(({ taken }) => taken),
    paths: sum(({ paths }) => paths),
    ms: sum(({ ms }) => ms),
  };
  const rows = [...machines, all].map(({ name, states, reached, transitions, taken, paths, ms }) => [
    name,
    `${reached}/${states}`,
    `${taken}/${transitions}`,
    String(paths),
    `${Math.round(ms)} ms`,
  ]);
  return align(['machine', 'states', 'transitions', 'paths', 'time'], rows);
}

function align(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Two transitions can read the same; the later ones get a number, so that each has one name. */
function namedTransitions(machine: AnyStateMachine): { name: string; fact: TransitionFact }[] {
  const seen = new Map<string, number>();
  return listTransitions(machine).map((fact) => {
    const words = transitionInWords(fact);
    const times = (seen.get(words) ?? 0) + 1;
    seen.set(words, times);
    return { name: times === 1 ? words : `${words} (${times})`, fact };
  });
}
