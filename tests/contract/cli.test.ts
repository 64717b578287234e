import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recordings = join(root, 'tests/contract/recordings');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function run(...args: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/contract.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}

test('all recordings of this repository pass', () => {
  const { status, lines } = run();
  expect(lines).toEqual([expect.stringMatching(/^\d{3,} passed, 0 failed$/)]);
  expect(status).toBe(0);
});

test('a failure prints one line with its path and sets the exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  folders.push(folder);
  cpSync(join(recordings, 'http/tags'), join(folder, 'http/tags'), { recursive: true });
  mkdirSync(join(folder, 'http/broken'));
  const request = { method: 'GET', path: '/api/tags', query: {}, body: null };
  writeFileSync(
    join(folder, 'http/broken/tags.json'),
    JSON.stringify({ request, response: { status: 200, headers: {}, body: { tags: [7] } } }),
  );
  mkdirSync(join(folder, 'socket'));
  const event = { ms: 0, socket: 'root', dir: 'in', event: 'weather_changed' };
  writeFileSync(join(folder, 'socket/weather.json'), JSON.stringify({ events: [event] }));
  const { status, lines } = run(folder);
  expect(lines).toEqual([
    'http/broken/tags: tags.list: tags.0 expected string',
    'socket/weather: no schema for weather_changed',
    expect.stringMatching(/^\d passed, 2 failed$/),
  ]);
  expect(status).toBe(1);
});

test('a folder without recordings is a failure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  folders.push(folder);
  expect(run(folder)).toEqual({ status: 1, lines: ['0 passed, 0 failed'] });
});
