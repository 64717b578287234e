import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EQUIVALENT, ofLogic, ofMachines, withoutEquivalent } from '../../scripts/mutants/equivalent.mjs';
import { mutantsOf } from '../../scripts/mutants/mutate.ts';
import { HANGS, TOO_LATE, closedBy, takeSample, timeBox } from '../../scripts/mutants/time-box.mjs';
import { wantedBy } from '../../scripts/mutants/wanted.mjs';

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

test('a name that is taken out of an object stays', () => {
  expect(mutants('{}, ({ entry, guard, ...others }) => { const { actions } = others; }')).toEqual([]);
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

test.each([
  [[], 'any.ts', 7, true],
  [['queue'], 'src/queue/queue.machine.ts', 7, true],
  [['queue'], 'src/toasts/toasts.machine.ts', 7, false],
  [['queue.machine.ts:7'], 'src/queue/queue.machine.ts', 7, true],
  [['queue.machine.ts:7'], 'src/queue/queue.machine.ts', 8, false],
  [['queue.machine.ts:7', 'toasts'], 'src/toasts/toasts.machine.ts', 8, true],
])('asked for %j, a change of %s in line %i is tried: %s', (parts, file, line, isWanted) => {
  expect(wantedBy(parts).has(file, line, line)).toBe(isWanted);
});

test('a file is wanted as a whole unless it is asked for by a line', () => {
  const whole = [[], ['queue'], ['queue.logic.ts:7']].map((parts) => wantedBy(parts).isWhole('queue.logic.ts'));
  expect(whole).toEqual([true, true, false]);
});

test('a file is read where one of its lines is wanted, and a declaration that the line lies in is changed', () => {
  const wanted = wantedBy(['queue.logic.ts:7']);
  expect([
    wanted.has('queue.logic.ts'),
    wanted.has('queue.logic.ts', 5, 9),
    wanted.has('queue.logic.ts', 8, 9),
  ]).toEqual([true, true, false]);
});

describe('a change that no test can notice', () => {
  const file = 'a.machine.ts';
  const source = "machine({\n  a: { entry: 'x' },\n  b: { entry: 'x' },\n});";
  const sources = new Map([[file, source]]);
  const all = mutantsOf(source).map((mutant) => ({ file, ...mutant }));
  const entry = { file, kind: 'action dropped', what: "entry: 'x'", because: 'x does nothing' };
  const linesLeft = (list: Parameters<typeof withoutEquivalent>[2], isWhole?: () => boolean) =>
    withoutEquivalent(all, sources, list, isWhole).map(({ line }) => line);

  test('is left out', () => {
    expect(linesLeft([])).toEqual([2, 3]);
    expect(linesLeft([{ ...entry, line: 'b: {' }])).toEqual([2]);
  });

  test.each([
    ['is gone', { ...entry, what: "entry: 'y'" }, 0],
    ['is of another kind', { ...entry, kind: 'guard negated' }, 0],
    ['stands in another line', { ...entry, line: 'c: {' }, 0],
    ['stands there twice', entry, 2],
  ])('ends the run when it %s', (_, wrong, count) => {
    expect(() => linesLeft([wrong])).toThrow(`names ${count} changes, not one`);
  });

  test('is not asked for while other files are changed', () => {
    expect(linesLeft([{ ...entry, file: 'other.machine.ts' }])).toEqual([2, 3]);
  });

  test('may be among those of a file that were not tried', () => {
    expect(linesLeft([{ ...entry, what: "entry: 'y'" }], () => false)).toEqual([2, 3]);
    expect(() => linesLeft([entry], () => false)).toThrow('names 2 changes, not one');
  });

  test('is one of machines, or one of logic and views', () => {
    const other = { ...entry, kind: 'ConditionalExpression' };
    expect([ofMachines([entry, other]), ofLogic([entry, other])]).toEqual([[entry], [other]]);
  });

  test('has a reason, and is there in today’s sources', () => {
    const named = new Map(ofMachines().map(({ file: name }) => [name, readFileSync(name, 'utf8')]));
    const changes = [...named].flatMap(([name, text]) => mutantsOf(text).map((mutant) => ({ file: name, ...mutant })));
    expect(withoutEquivalent(changes, named, ofMachines())).toHaveLength(changes.length - ofMachines().length);
    expect(EQUIVALENT.filter(({ because }) => because === '')).toEqual([]);
  });
});

describe('the time of a mutation run', () => {
  beforeEach(() => vi.useFakeTimers({ now: 0 }));
  afterEach(() => vi.useRealTimers());

  class FakeRunner extends EventEmitter {
    requested: unknown[] = [];
    ended: string[] = [];
    send = (question: unknown) => this.requested.push(question);
    kill = (signal: string) => this.ended.push(signal);
    disconnect = () => this.ended.push('disconnected');
  }

  function box(deadline: number) {
    const runners: FakeRunner[] = [];
    const start = () => {
      runners.push(new FakeRunner());
      return Promise.resolve(runners.at(-1) as FakeRunner);
    };
    return { runners, ...timeBox({ start, deadline }) };
  }

  test('leaves a runner that answers as it is', async () => {
    const { ask, end, runners } = box(1000);
    for (const by of ['a test', null]) {
      const answer = ask(['a.ts'], [{ paths: ['tests/'] }], 100);
      await vi.advanceTimersByTimeAsync(99);
      runners[0]?.emit('message', { noticed: by !== null, by });
      expect(await answer).toEqual({ noticed: by !== null, by });
    }
    end();
    expect(runners.map(({ requested, ended }) => [requested.length, ended])).toEqual([[2, ['disconnected']]]);
    expect(runners[0]?.requested[0]).toEqual({ changed: ['a.ts'], stages: [{ paths: ['tests/'] }] });
  });

  test('ends one that hangs: the change was noticed, and the next one gets another runner', async () => {
    const { ask, runners } = box(1000);
    const hung = ask([], [], 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await hung).toEqual({ noticed: true, by: HANGS });
    const next = ask([], [], 100);
    await vi.advanceTimersByTimeAsync(0);
    runners[1]?.emit('message', { noticed: false, by: null });
    expect(await next).toEqual({ noticed: false, by: null });
    expect(runners.map(({ ended }) => ended)).toEqual([['SIGKILL'], []]);
  });

  test.each([100, undefined])('ends a runner at its end, however long one may take (%s)', async (hangsMs) => {
    const { ask, runners } = box(90);
    const late = ask([], [], hangsMs);
    await vi.advanceTimersByTimeAsync(90);
    expect(await late).toEqual({ noticed: true, by: TOO_LATE });
    expect(runners.map(({ ended }) => ended)).toEqual([['SIGKILL']]);
  });

  test('counts what was answered, and neither what it cuts off nor what comes after', async () => {
    const report = vi.fn();
    const outcomes = ['a test', null, TOO_LATE, 'a test'];
    const requested: number[] = [];
    const ask = ({ line }: { line: number }) => {
      requested.push(line);
      const by = outcomes[line] ?? null;
      return Promise.resolve({ noticed: by !== null, by });
    };
    const mutants = outcomes.map((_, line) => ({ line }));
    expect(await takeSample({ mutants, deadline: 100, ask, report })).toEqual([
      { line: 0, noticed: true },
      { line: 1, noticed: false },
    ]);
    expect(requested).toEqual([0, 1, 2]);
    expect(report.mock.calls).toEqual([
      [{ line: 0, noticed: true, by: 'a test' }],
      [{ line: 1, noticed: false, by: null }],
    ]);
  });

  test('begins nothing after its end', async () => {
    const ask = () => {
      vi.advanceTimersByTime(60);
      return Promise.resolve({ noticed: true, by: 'a test' });
    };
    const mutants = [1, 2, 3, 4].map((line) => ({ line }));
    expect(await takeSample({ mutants, deadline: 100, ask, report: () => undefined })).toHaveLength(2);
  });
});

test('a process of a mutation run that is not over in time is ended, with what it started', async () => {
  const sleeps = "setInterval(() => undefined, 1000); process.send('runs')";
  const starts = `
    const { spawn } = require('node:child_process');
    const inner = spawn(process.execPath, ['-e', ${JSON.stringify(sleeps)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    inner.once('message', () => process.send('runs'));
  `;
  const child = spawn(process.execPath, ['-e', starts], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  // What holds its output open would keep it from being closed.
  expect(await closedBy(child, Date.now())).toEqual({ code: null, signal: 'SIGKILL' });
});

test('one that ends by itself tells how', async () => {
  const child = spawn(process.execPath, ['-e', 'process.exit(3)'], { detached: true });
  expect(await closedBy(child, Date.now() + 60_000)).toEqual({ code: 3, signal: null });
});
