import { assign, fromPromise, raise, sendTo, setup, type AnyStateMachine } from 'xstate';
import { expect, test } from 'vitest';
import { defineModel, runModel } from './rig.ts';

type Event = { type: 'item.load'; id: string } | { type: 'item.forget' } | { type: 'item.retry' };

/** A machine with one of everything: promise, guards, `always`, `after`, a final state. */
const parts = setup({
  types: {
    context: {} as { id: string; title: string; attempts: number },
    events: {} as Event,
    input: {} as { attempts: number } | undefined,
  },
  actors: { fetchItem: fromPromise<string, { id: string }>(async ({ input }) => `title of ${input.id}`) },
  guards: {
    hasId: ({ event }) => event.type === 'item.load' && event.id !== '',
    isEmpty: ({ context }) => context.title === '',
    isExhausted: ({ context }) => context.attempts >= 2,
  },
  actions: {
    rememberTitle: assign({ title: (_, params: { title: string }) => params.title }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    doNothing: () => undefined,
  },
  delays: { patience: 1_000 },
});

const itemMachine = parts.createMachine({
  id: 'item',
  context: ({ input }) => ({ id: '', title: '', attempts: input?.attempts ?? 0 }),
  initial: 'idle',
  states: {
    idle: { on: { 'item.load': { guard: 'hasId', target: 'loading' } } },
    loading: {
      entry: 'countAttempt',
      invoke: {
        src: 'fetchItem',
        id: 'fetchItem',
        input: ({ context }) => ({ id: context.id }),
        onDone: {
          target: 'checking',
          actions: { type: 'rememberTitle', params: ({ event }) => ({ title: event.output }) },
        },
        onError: 'failed',
      },
      after: { patience: 'failed' },
    },
    checking: { always: [{ guard: 'isEmpty', target: 'failed' }, { target: 'ready' }] },
    ready: { on: { 'item.forget': 'gone' } },
    failed: { always: { guard: 'isExhausted', target: 'gone' }, on: { 'item.retry': 'loading' } },
    gone: { type: 'final' },
  },
});

const whole = {
  name: 'item',
  events: [{ type: 'item.load', id: 'a' }, { type: 'item.forget' }, { type: 'item.retry' }] as const,
  ignored: [{ type: 'item.load', id: '' }] as const,
  outputs: { fetchItem: ['Emma', ''] },
  project: (snapshot: { context: { attempts: number; title: string } }) => snapshot.context,
};

const problemsOf = (machine: AnyStateMachine, more: object = {}) =>
  runModel(defineModel({ ...whole, machine, ...more })).problems;

test('a machine that behaves as its model passes, and its table shows every transition taken', () => {
  const report = runModel(defineModel({ ...whole, machine: itemMachine }));
  expect(report.problems).toEqual([]);
  expect(report.table).toMatchInlineSnapshot(`
    "item: 9 states of the model, 15 live runs
    state     event                 target    taken
    --------  --------------------  --------  -----
    idle      item.load [hasId]     loading   15
    loading   done fetchItem        checking  17
    loading   failed fetchItem      failed    2
    loading   after patience        failed    2
    checking  always [isEmpty]      failed    11
    checking  always                ready     6
    ready     item.forget           gone      4
    failed    item.retry            loading   8
    failed    always [isExhausted]  gone      4"
  `);
});

test('a hidden bug is found: a failure that leads to the wrong state leaves the right one never entered', () => {
  const wrongTarget = parts.createMachine({
    context: { id: '', title: '', attempts: 0 },
    initial: 'loading',
    states: {
      loading: { invoke: { src: 'fetchItem', id: 'fetchItem', input: { id: 'a' }, onDone: 'ready', onError: 'ready' } },
      ready: {},
      failed: { on: { 'item.retry': 'loading' } },
    },
  });
  expect(problemsOf(wrongTarget, { events: [] })).toEqual([
    'state never entered: failed',
    'transition never taken: failed: item.retry -> loading',
  ]);
});

test('a guard that is never true shows as a transition never taken', () => {
  const machine = itemMachine.provide({ guards: { isEmpty: () => false } });
  expect(problemsOf(machine)).toEqual(['transition never taken: checking: always [isEmpty] -> failed']);
});

test('an event that no state takes is reported, and an ignored one that is taken', () => {
  expect(
    problemsOf(itemMachine, {
      events: [...whole.events, { type: 'item.load', id: '' }],
      ignored: [{ type: 'item.load', id: 'b' }],
    }),
  ).toEqual([
    'in "idle" after the start: takes {"type":"item.load","id":"b"}, which it should ignore',
    'no state takes event #3 (item.load)',
  ]);
});

test('an action that throws shows as a crash with the way to it', () => {
  const machine = itemMachine.provide({
    actions: {
      rememberTitle: () => {
        throw new Error('no title');
      },
    },
  });
  expect(problemsOf(machine)[0]).toBe('item.load #0 → done fetchItem #0: crashed: no title');
});

test('a guard that counts its calls shows as a differing live run', () => {
  let calls = 0;
  const machine = itemMachine.provide({
    guards: {
      isEmpty: () => {
        calls += 1;
        return calls % 3 === 0;
      },
    },
  });
  expect(problemsOf(machine).join('\n')).toContain('the model says');
});

test('an event sent to itself past its queue shows as a difference, a raised one does not', () => {
  const twoSteps = (next: 'send' | 'raise') =>
    parts.createMachine({
      context: { id: '', title: '', attempts: 0 },
      initial: 'first',
      states: {
        first: {
          on: {
            'item.load': {
              actions:
                next === 'send' ? sendTo(({ self }) => self, { type: 'item.forget' }) : raise({ type: 'item.forget' }),
            },
            'item.forget': 'second',
          },
        },
        second: {},
      },
    });
  const events = [{ type: 'item.load', id: 'a' }, { type: 'item.forget' }];
  expect(problemsOf(twoSteps('send'), { events, ignored: [] })[0]).toContain(
    'item.load #0: the model says {"value":"first"',
  );
  expect(problemsOf(twoSteps('raise'), { events, ignored: [] })).toEqual([]);
});

test('a failure that every guard of onError lets pass is reported, because it would crash the machine', () => {
  const machine = parts.createMachine({
    context: { id: '', title: '', attempts: 0 },
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'fetchItem',
          id: 'fetchItem',
          input: { id: 'a' },
          onDone: 'ready',
          onError: { guard: 'isExhausted', target: 'ready' },
        },
      },
      ready: {},
    },
  });
  const unreachable = [
    { transition: 'loading: failed fetchItem [isExhausted] -> ready', reason: 'the point of this test' },
  ];
  expect(problemsOf(machine, { unreachable, events: [] })).toEqual([
    `in "loading" after the start: failure of 'fetchItem' (Error: the model let this actor fail) is not handled`,
  ]);
});

test('a broken invariant is reported in its own words', () => {
  const invariants = {
    'a ready item has a title of more than four letters': (snapshot: { value: unknown; context: { title: string } }) =>
      snapshot.value !== 'ready' || snapshot.context.title.length > 4,
  };
  expect(problemsOf(itemMachine, { invariants })[0]).toContain(
    'it does not hold that a ready item has a title of more than four letters',
  );
});

test('an unreachable part may be listed with a reason, but not once it is reached', () => {
  const once = { ...whole, outputs: { fetchItem: ['Emma'] } };
  const transition = 'checking: always [isEmpty] -> failed';
  const reason = 'the server never sends an empty title';
  const listed = (more: object) => runModel(defineModel({ ...once, machine: itemMachine, ...more })).problems;
  expect(listed({})).toEqual([`transition never taken: ${transition}`]);
  expect(listed({ unreachable: [{ transition, reason }] })).toEqual([]);
  expect(problemsOf(itemMachine, { unreachable: [{ transition, reason }] })).toEqual([
    `listed as unreachable, but taken or unknown: ${transition}`,
  ]);
  expect(
    listed({
      unreachable: [
        { transition, reason },
        { state: 'lost', reason },
      ],
    }),
  ).toEqual(['listed as unreachable, but entered or unknown: state lost']);
});

test('states and transitions that only a second starting input reaches count', () => {
  const waiting = parts.createMachine({
    context: ({ input }) => ({ id: '', title: '', attempts: input?.attempts ?? 0 }),
    initial: 'starting',
    states: {
      starting: { always: [{ guard: 'isExhausted', target: 'tired' }, { target: 'fresh' }] },
      tired: {},
      fresh: {},
    },
  });
  expect(problemsOf(waiting, { events: [] })).toEqual([
    'state never entered: tired',
    'transition never taken: starting: always [isExhausted] -> tired',
  ]);
  expect(problemsOf(waiting, { events: [], starts: [{}, { input: { attempts: 2 } }] })).toEqual([]);
});

test("two timers may fire in either order, and children watched by onSnapshot show the model's snapshots", () => {
  const machine = setup({
    types: { events: {} as { type: 'never' } },
    actors: { engine: fromPromise(async () => 1) },
    delays: { short: 10, long: 100 },
    guards: {
      isLoud: ({ event }) =>
        'snapshot' in event &&
        typeof event.snapshot === 'object' &&
        event.snapshot !== null &&
        'loud' in event.snapshot,
    },
  }).createMachine({
    type: 'parallel',
    states: {
      left: { initial: 'waiting', states: { waiting: { after: { short: 'over' } }, over: {} } },
      right: { initial: 'waiting', states: { waiting: { after: { long: 'over' } }, over: {} } },
      sound: {
        initial: 'off',
        invoke: { src: 'engine', id: 'engine', onSnapshot: { guard: 'isLoud', target: '.on' }, onError: '.off' },
        states: { off: {}, on: {} },
      },
    },
  });
  const report = runModel(
    defineModel({ name: 'timers', machine, events: [], snapshots: { engine: [{ loud: true }] } }),
  );
  expect(report.problems).toEqual([]);
  expect(report.table).toContain('timers: ');
});
