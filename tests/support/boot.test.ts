import { createMachine, fromPromise, setup } from 'xstate';
import { expect, test } from 'vitest';
import { checkMachine, findMachines } from './boot.ts';

const withFetch = setup({ actors: { fetchItem: fromPromise(async () => 1) } });

test('a sound machine has no findings', () => {
  const machine = withFetch.createMachine({
    initial: 'loading',
    states: {
      loading: { invoke: { src: 'fetchItem', id: 'fetchItem', onDone: 'ready', onError: 'failed' } },
      ready: {},
      failed: { on: { retry: 'loading' } },
    },
  });
  expect(checkMachine(machine)).toEqual([]);
});

test('a missing initial state is found', () => {
  const machine = createMachine({ initial: 'a', states: { a: { initial: 'lost', states: { b: {} } } } });
  expect(checkMachine(machine).join()).toContain('Initial state node "lost" not found');
});

test('an unreachable state is found, guarded ways and always count as ways', () => {
  const machine = createMachine({
    initial: 'a',
    states: { a: { always: { guard: () => false, target: 'b' } }, b: {}, island: { initial: 'c', states: { c: {} } } },
  });
  expect(checkMachine(machine)).toEqual(['island: nothing leads there', 'island.c: nothing leads there']);
});

test('an invoke without an id, without onError or with inline logic is found', () => {
  const machine = withFetch.createMachine({
    initial: 'a',
    states: { a: { invoke: { src: 'fetchItem', onDone: 'b' } }, b: {} },
  });
  const inline = createMachine({ invoke: { src: fromPromise(async () => 1), id: 'inline', onError: {} } });
  expect(checkMachine(machine)).toEqual([
    'a: invoke of fetchItem has no id',
    'a: invoke of fetchItem has onDone but no onError',
  ]);
  expect(checkMachine(inline)).toEqual(['(root): invoke of inline logic is not named in setup']);
});

test('a failure without a way out is found; an event of a parent state counts as a retry', () => {
  const failed = { tags: 'failed' };
  const states = { loading: { on: { 'page.failed': 'failed' } }, failed };
  expect(checkMachine(createMachine({ initial: 'loading', states }))).toEqual([
    'failed: it failed, and nobody can try again or leave',
  ]);
  expect(checkMachine(createMachine({ initial: 'loading', states, on: { 'page.retry': '.loading' } }))).toEqual([]);
});

test('machines are found among the exports of modules', () => {
  const machine = createMachine({});
  expect(findMachines({ './a.ts': { machine, other: 1 }, './b.ts': {} })).toEqual([
    { file: './a.ts', name: 'machine', machine },
  ]);
});
