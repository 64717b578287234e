import { expect, test } from 'vitest';
import { mutantsOf } from '../../scripts/mutants/mutate.ts';

const mutants = (config: string) =>
  mutantsOf(`machine(${config});`).map(({ kind, what, code }) => [kind, what, code.replaceAll(/\s+/g, ' ')]);

test('a transition is taken out, and led to another state of its level', () => {
  expect(mutants("{ states: { a: { on: { 'x.y': 'b', z: { target: 'a' } } }, b: {} } }")).toEqual([
    ['transition dropped', "'x.y': 'b',", "machine({ states: { a: { on: { z: { target: 'a' } } }, b: {} } });"],
    ['other target', "'b'", "machine({ states: { a: { on: { 'x.y': 'a', z: { target: 'a' } } }, b: {} } });"],
    ['transition dropped', "z: { target: 'a' }", "machine({ states: { a: { on: { 'x.y': 'b', } }, b: {} } });"],
    ['other target', "'a'", "machine({ states: { a: { on: { 'x.y': 'b', z: { target: 'b' } } }, b: {} } });"],
  ]);
});

test('a target elsewhere keeps its way there, and one that has no other state beside it stays', () => {
  expect(mutants("{ states: { a: { always: '#m.b' }, b: {} } }").at(-1)).toEqual([
    'other target',
    "'#m.b'",
    "machine({ states: { a: { always: '#m.a' }, b: {} } });",
  ]);
  expect(mutants("{ states: { a: { always: 'a' } } }")).toHaveLength(1);
});

test('of several branches each is taken out alone', () => {
  expect(
    mutants("{ onDone: [{ guard: 'g', target: 'a' }, { target: 'b' }] }").map(([kind, what]) => [kind, what]),
  ).toEqual([
    ['transition dropped', "{ guard: 'g', target: 'a' },"],
    ['transition dropped', "{ target: 'b' }"],
    ['guard negated', "'g'"],
  ]);
});

test('a guard is negated by what XState has for it', () => {
  expect(mutants("{ guard: { type: 'g', params: {} } }")).toEqual([
    [
      'guard negated',
      "{ type: 'g', params: {} }",
      "import { not as negated } from 'xstate';machine({ guard: negated({ type: 'g', params: {} }) });",
    ],
  ]);
});

test('actions go one by one, or with their name when there is one', () => {
  expect(mutants("{ entry: 'a', actions: ['b', { type: 'c' }] }").map(([kind, what]) => [kind, what])).toEqual([
    ['action dropped', "entry: 'a',"],
    ['action dropped', "'b',"],
    ['action dropped', "{ type: 'c' }"],
  ]);
});

test('what the names of actions stand for stays', () => {
  expect(mutants('{ actions: { forget: assign({ id: null }) } }')).toEqual([]);
});

test('each field of params goes alone, of a function that returns them too', () => {
  expect(mutants('{ params: ({ event }) => ({ id: event.id, at: 1 }) }').map(([, , code]) => code)).toEqual([
    'machine({ params: ({ event }) => ({ at: 1 }) });',
    'machine({ params: ({ event }) => ({ id: event.id, }) });',
  ]);
});

test('a place is told as an editor shows it', () => {
  const [mutant] = mutantsOf("machine({\n  entry: 'a',\n});");
  expect([mutant?.line, mutant?.column]).toEqual([2, 3]);
});

test('what is no TypeScript is refused', () => {
  expect(() => mutantsOf('machine({')).toThrow(/Expected|Unexpected/);
});
