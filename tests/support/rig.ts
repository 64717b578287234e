import { explore } from './rig/explore.ts';
import { toText, type AnyModel } from './rig/model.ts';
import { puppet } from './rig/puppet.ts';
import { replay, type Travel } from './rig/replay.ts';
import { findGaps, formatTable } from './rig/report.ts';

export { defineModel, type AnyModel, type Model } from './rig/model.ts';
export { puppet, receivedBy } from './rig/puppet.ts';

/** Problems after which the rest of a report helps nobody. */
const MOST_PROBLEMS = 25;

export interface ModelReport {
  /** Every transition with how often it was taken, to print. */
  readonly table: string;
  /** What is wrong, in sentences; empty when the machine does what its model says, all of it. */
  readonly problems: readonly string[];
}

/**
 * Walks a whole machine: finds every state by shortest paths over pure transitions, then for each state and each
 * thing that can happen in it runs the machine for real (children are puppets, time stands still) along that path
 * and compares. Reports runs that go otherwise, broken invariants, failures of children that would crash the
 * machine, and every state and transition that no run came through.
 */
export function runModel(model: AnyModel): ModelReport {
  const puppets = Object.fromEntries(Object.keys(model.machine.implementations.actors).map((name) => [name, puppet]));
  const machine = model.machine.provide({ actors: { ...puppets, ...model.fakes } });
  const travel: Travel = { taken: new Map(), visited: new Set() };
  const problems: string[] = [];
  let states = 0;
  let runs = 0;
  for (const start of model.starts ?? [{}]) {
    const run = { model, machine, start, travel };
    for (const state of explore(model, machine, start)) {
      states += 1;
      const where = `in ${toText(state.snapshot.value)} after ${state.way.map((step) => step.name).join(' → ') || 'the start'}`;
      problems.push(...state.unhandled.map((what) => `${where}: ${what}`));
      const ways = state.next.map(({ step, expected }) => ({ steps: [...state.way, step], expected: [...state.expected, expected] }));
      for (const { steps, expected } of ways.length > 0 ? ways : [{ steps: state.way, expected: state.expected }]) {
        runs += 1;
        const problem = problems.length < MOST_PROBLEMS ? replay(run, steps, expected) : null;
        if (problem !== null) problems.push(problem);
      }
    }
  }
  const gaps = problems.length < MOST_PROBLEMS ? findGaps(model, machine, travel) : [];
  const title = `${model.name}: ${states} states of the model, ${runs} live runs`;
  return { table: formatTable(title, machine, travel), problems: [...new Set([...problems, ...gaps])].slice(0, MOST_PROBLEMS) };
}
