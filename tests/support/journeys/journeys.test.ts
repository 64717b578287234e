import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { addNotes, noteOf, tableOf, type Travelled } from './coverage.ts';
import { findGaps } from './cover.ts';
import { defineJourney, type Cover } from './journey.ts';
import { plan, shortestTo, stepOf, walkOf } from './plan.ts';

const lamp = setup({}).createMachine({
  id: 'lamp',
  initial: 'dark',
  states: {
    dark: { on: { 'lamp.press': 'warming' } },
    warming: { after: { 100: 'lit' } },
    lit: { on: { 'lamp.press': 'dark' } },
  },
});

const seen = setup({}).createMachine({
  id: 'seeing',
  initial: 'dark',
  states: { dark: { on: { press: 'lit', wait: 'dark' } }, lit: { on: { press: 'dark', wait: 'lit' } } },
});

const cover = {
  machine: lamp,
  states: { dark: ['dark'], lit: ['lit'], warming: { reason: 'passed in a moment' } },
  events: { 'lamp.press': ['press'] },
} satisfies Cover;

const nothing = async () => {};
const journeyOf = (changes: Partial<Cover> = {}) =>
  defineJourney({
    name: 'lamp',
    machine: seen,
    steps: 3,
    begin: async () => ({}),
    does: { press: nothing, wait: nothing },
    shows: { dark: nothing, lit: nothing },
    invariants: {},
    covers: [{ ...cover, ...changes }],
  });

const gapsOf = (journey = journeyOf()) => findGaps(journey, plan(journey));

describe('the walks of a journey', () => {
  test('take every event in every state, few of them and none too long', () => {
    const planned = plan(journeyOf());
    const steps = planned.legs.map(stepOf).sort();
    expect(steps).toEqual(['dark: press', 'dark: wait', 'lit: press', 'lit: wait']);
    expect([...new Set(planned.walks.flat().map(stepOf))].sort()).toEqual(steps);
    expect(planned.walks.map((walk) => walk.map(({ event }) => event))).toEqual([
      ['wait', 'press', 'wait'],
      ['press', 'press'],
    ]);
  });

  test('leave out a step with a reason', () => {
    const journey = { ...journeyOf(), untaken: [{ step: 'lit: wait', reason: 'it takes a day' }] };
    expect(plan(journey).walks.flat().map(stepOf)).not.toContain('lit: wait');
    expect(gapsOf({ ...journey, untaken: [{ step: 'lit: sleep', reason: '' }] })).toEqual(['unknown step lit: sleep']);
  });

  test('can be given by their events, and a step has a shortest way to it', () => {
    const journey = journeyOf();
    const planned = plan(journey);
    const walk = walkOf(planned, ['press', 'wait', 'press']);
    expect(walk.map(stepOf)).toEqual(['dark: press', 'lit: wait', 'lit: press']);
    expect(walk.slice(-1).map((leg) => shortestTo(journey, planned, leg))).toEqual([['press', 'press']]);
    expect(() => walkOf(planned, ['jump'])).toThrow('dark does not take jump');
  });
});

describe("a journey's coverage of the product", () => {
  test('is all of it, or there is a reason', () => {
    expect(gapsOf()).toEqual([]);
    expect(gapsOf(journeyOf({ states: { dark: ['dark'], lit: ['lit'] } }))).toEqual(['lamp: warming is not shown']);
    expect(gapsOf(journeyOf({ events: {} }))).toEqual(['lamp: lamp.press is not shown']);
  });

  test('names only what exists, in the product and in the journey', () => {
    expect(gapsOf(journeyOf({ states: { ...cover.states, broken: ['lit'] } }))).toEqual(['lamp has no broken']);
    expect(gapsOf(journeyOf({ events: { 'lamp.press': ['press', 'push'] } }))).toEqual([
      'lamp: lamp.press is shown by push, which does not exist',
    ]);
  });

  test('shows only what the product can do', () => {
    const stuck = setup({}).createMachine({
      id: 'lamp',
      initial: 'dark',
      states: { dark: { on: { 'lamp.press': {} } }, lit: {} },
    });
    const states = { dark: ['dark'], lit: ['lit'] };
    expect(gapsOf(journeyOf({ machine: stuck, states }))).toEqual([
      'lamp does not lead from dark: press to lit',
      'lamp does not lead from lit: press to dark',
    ]);
  });
});

test("the table reports the walks' coverage and gaps", () => {
  const journey = journeyOf();
  const planned = plan(journey);
  const travelled = new Map<string, Travelled>();
  const legs = [...walkOf(planned, ['press', 'wait'])];
  const places = [planned.start, ...legs.map(({ to }) => to)];
  addNotes(travelled, [noteOf(journey, { places, legs }), { type: 'other' }], 2400, true);
  const { table, gaps } = tableOf([journey, { ...journey, name: 'not run' }], travelled);
  expect(table.split('\n')).toEqual([
    'journey  states  transitions  with a reason not  paths  failed  time',
    'lamp     2 / 2   2 / 4        0                  1      0       2 s',
  ]);
  expect(gaps).toEqual(['lamp: not taken: dark: wait', 'lamp: not taken: lit: press']);
});
