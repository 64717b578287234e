import { afterAll, expect, test, vi } from 'vitest';
import { findMachines } from '../support/boot.ts';
import { problemOfCopy } from '../support/copied-test.ts';
import { formatCoverage, runModel, type AnyModel, type Coverage } from '../support/rig.ts';

const modules = import.meta.glob<Record<string, AnyModel>>('./**/*.model.ts', { eager: true });
const models = Object.values(modules).flatMap((exports) => Object.values(exports));
const machines = findMachines(import.meta.glob('../../src/machines/**/*.machine.ts', { eager: true }));

/** Three times the time of the slowest model alone on two cores: `reader`, 5 s. */
const LIMIT_MS = 15_000;
const coverages: Coverage[] = [];

afterAll(() => {
  console.log(formatCoverage(coverages.toSorted((one, other) => one.name.localeCompare(other.name))));
});

test.each(models)(
  '$name behaves as its model, through every state and transition, and so do the tests that the inspector copies of it',
  (model) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { table, coverage, problems } = runModel(model, (recorder, actor) =>
      problemOfCopy(recorder, actor, model.machine),
    );
    console.log(table);
    coverages.push(coverage);
    expect(problems).toEqual([]);
    expect([...new Set(warn.mock.calls.map(([words]) => words as unknown))]).toEqual(model.warnings ?? []);
  },
  LIMIT_MS,
);

test.each(models)('$name states its invariants independently of its transitions', ({ invariants }) => {
  expect(Object.keys(invariants ?? {}).length).toBeGreaterThanOrEqual(2);
});

test('every machine has a model', () => {
  const modelled = new Set<unknown>(models.map((model) => model.machine.config));
  expect(machines.filter(({ machine }) => !modelled.has(machine.config)).map(({ name }) => name)).toEqual([]);
});
