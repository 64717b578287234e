import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const runner = path.resolve('scripts/mutants/runner.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'earmark-runner-'));
const source = path.join(folder, 'one.js');
let child: ChildProcess;

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const testOf = (name: string, body: string) =>
  write(
    `tests/${name}.test.js`,
    `import { expect, test } from 'vitest';\nimport { one } from '../one.js';\ntest('${name}', () => ${body});\n`,
  );

interface Stage {
  readonly paths: readonly string[];
  readonly names?: string;
  readonly without?: readonly string[];
}

/** What the runner answers when it has run tests whose paths have these parts, one after the other. */
async function run(...stages: (string | Stage)[]): Promise<unknown> {
  const answer = once(child, 'message');
  const listed = stages.map((stage) => (typeof stage === 'string' ? { paths: [stage] } : stage));
  child.send({ changed: [source], stages: listed });
  return ((await answer) as unknown[])[0];
}

beforeAll(async () => {
  mkdirSync(path.join(folder, 'tests'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
  const projects = ['node', 'dom', 'models'].map((name) => ({
    test: { name, include: name === 'node' ? ['tests/*.test.js'] : [], pool: 'threads', isolate: false },
  }));
  write('vitest.config.mjs', `export default ${JSON.stringify({ test: { projects } })};\n`);
  write('one.js', 'export const one = 1;\n');
  testOf('first', 'expect(one).toBe(1)');
  testOf('second', 'expect(one).toBeTypeOf("number")');
  child = fork(runner, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, VITEST: '' },
  });
  await once(child, 'message');
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('a change is noticed by the tests that run for it, and by no failure of a change before', async () => {
  expect(await run('tests/')).toEqual({ noticed: false, by: null });
  write('one.js', 'export const one = 2;\n');
  expect(await run('tests/second', 'tests/first')).toEqual({ noticed: true, by: 'tests/first.test.js: first' });
  write('one.js', 'export const one = 1;\n');
  expect(await run('tests/second')).toEqual({ noticed: false, by: null });
  write('one.js', 'export const one = 3;\n');
  expect(await run('tests/second')).toEqual({ noticed: false, by: null });
  write('one.js', 'export const one = "";\n');
  expect(await run('tests/second')).toEqual({ noticed: true, by: 'tests/second.test.js: second' });
  write('one.js', 'nonsense(;\n');
  expect(await run('tests/second')).toEqual({ noticed: true, by: 'tests/second.test.js' });
  write('one.js', 'export const one = 1;\n');
  expect(await run('tests/second', 'tests/')).toEqual({ noticed: false, by: null });
});

test('of a run with names only tests of those names count', async () => {
  write('one.js', 'export const one = 2;\n');
  expect(await run({ paths: ['tests/'], names: '^second' })).toEqual({ noticed: false, by: null });
  expect(await run({ paths: ['tests/'], names: '^first' })).toEqual({
    noticed: true,
    by: 'tests/first.test.js: first',
  });
  expect(await run({ paths: ['tests/'], names: '^second' }, 'tests/')).toEqual({
    noticed: true,
    by: 'tests/first.test.js: first',
  });
});

test('files that are left out say nothing about a change', async () => {
  write('one.js', 'export const one = 2;\n');
  expect(await run({ paths: ['tests/'], without: ['tests/first.test.js'] })).toEqual({ noticed: false, by: null });
  expect(await run({ paths: ['tests/'], without: ['tests/second.test.js'] })).toEqual({
    noticed: true,
    by: 'tests/first.test.js: first',
  });
});
