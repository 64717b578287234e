import { explore, type ModelState } from './rig/explore.ts';
import { toText, type AnyModel } from './rig/model.ts';
import { puppet } from './rig/puppet.ts';
import { replay, type RecordingCheck, type Travel } from './rig/replay.ts';
import { coverageOf, findGaps, formatTable, type Coverage } from './rig/report.ts';
import type { Step } from './rig/steps.ts';

export { defineModel, type AnyModel, type Model, type World } from './rig/model.ts';
export { formatCoverage, type Coverage } from './rig/report.ts';
export { puppet, receivedBy } from './rig/puppet.ts';

/** Problems that make the rest of a report useless. */
const MOST_PROBLEMS = 25;

export interface ModelReport {
  /** Every transition with how often it was taken, to print. */
  readonly table: string;
  readonly coverage: Coverage;
  /** Faults, in sentences; empty when the machine does all of what its model says. */
  readonly problems: readonly string[];
}

/**
 * Walks a whole machine: finds every state by shortest paths over pure transitions, then runs the machine for real
 * (children are puppets, time is still) along that path and through each possible step, and compares. Reports differing
 * runs, broken invariants, failures of children that would crash the machine, every state and transition without a run,
 * events of the model that no state takes, and ignored ones that a state takes.
 * @param check of the recordings of runs that together take every transition
 */
export function runModel(model: AnyModel, check?: RecordingCheck): ModelReport {
  const begun = performance.now();
  const puppets = Object.fromEntries(Object.keys(model.machine.implementations.actors).map((name) => [name, puppet]));
  const machine = model.machine.provide({ actors: { ...puppets, ...model.fakes } });
  const travel: Travel = { taken: new Map(), visited: new Set(), check };
  const problems: string[] = [];
  const sent = new Set<number>();
  let states = 0;
  let runs = 0;
  for (const start of model.starts ?? [{}]) {
    const run = { model, machine, start, travel };
    for (const state of explore(model, machine, start)) {
      states += 1;
      const where = `in ${toText(state.snapshot.value)} after ${state.way.map((step) => step.name).join(' → ') || 'the start'}`;
      problems.push(...state.unhandled.map((what) => `${where}: ${what}`));
      const taken = (model.ignored ?? []).filter((event) => state.snapshot.can(event));
      problems.push(...taken.map((event) => `${where}: takes ${toText(event)}, which it should ignore`));
      for (const { step } of state.next) if (step.sent !== undefined) sent.add(step.sent);
      for (const { steps, expected } of waysOn(state)) {
        runs += 1;
        const problem = problems.length < MOST_PROBLEMS ? replay(run, steps, expected) : null;
        if (problem !== null) problems.push(problem);
      }
    }
  }
  const deaf = model.events.flatMap((item, index) =>
    sent.has(index) ? [] : [`no state takes event #${index}${typeof item === 'function' ? '' : ` (${item.type})`}`],
  );
  const gaps = problems.length < MOST_PROBLEMS ? [...deaf, ...findGaps(model, machine, travel)] : [];
  const title = `${model.name}: ${states} states of the model, ${runs} live runs`;
  return {
    table: formatTable(title, machine, travel),
    coverage: {
      name: model.name,
      ...coverageOf(machine, travel),
      paths: runs,
      ms: performance.now() - begun,
    },
    problems: [...new Set([...problems, ...gaps])].slice(0, MOST_PROBLEMS),
  };
}

/**
 * The live runs of a state: one for each step that leads on, and one for all the events that do not change it, one
 * after the other.
 */
function waysOn({ way, expected, next }: ModelState): { steps: readonly Step[]; expected: readonly string[] }[] {
  const here = expected.at(-1);
  const isLoop = (on: ModelState['next'][number]) => on.step.sent !== undefined && on.expected === here;
  const legs = [next.filter(isLoop), ...next.filter((on) => !isLoop(on)).map((on) => [on])];
  return legs
    .filter((leg) => leg.length > 0 || next.length === 0)
    .map((leg) => ({
      steps: [...way, ...leg.map(({ step }) => step)],
      expected: [...expected, ...leg.map((on) => on.expected)],
    }));
}
