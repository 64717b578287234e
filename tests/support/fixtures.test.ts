import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { socketRecording } from './recordings.ts';

const root = join(import.meta.dirname, '..');
const filesIn = (folder: string) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });

/** The kinds of task of a recorded server, each with whether its end is shown. */
const shown = new Map(
  filesIn('contract/recordings/socket')
    .flatMap((name) => socketRecording(name.replace(/\.json$/, '')).events)
    .flatMap(({ event, payload }) => (/^task_(started|finished)$/.test(event) ? [payload] : []))
    .map((payload) => payload as { readonly action: string; readonly showSuccess: boolean })
    .map(({ action, showSuccess }) => [action, showSuccess]),
);

/** `action: 'library-scan', … showSuccess: true` in one object. */
const TASK = /action: '([\w-]+)'[^;]{0,400}?showSuccess: (true|false)/g;
const written = filesIn('.')
  .filter((name) => /\.tsx?$/.test(name))
  .flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(TASK)].map(([, action = '', flag]) => ({
      name,
      action,
      showSuccess: flag === 'true',
    })),
  );

test('tasks of all kinds are recorded, and written in tests', () => {
  expect(shown.size).toBeGreaterThan(3);
  expect(written.filter(({ action }) => shown.has(action)).length).toBeGreaterThan(2);
});

test('a task that a test writes shows its end where that of a recorded server does', () => {
  expect(written.filter(({ action, showSuccess }) => (shown.get(action) ?? showSuccess) !== showSuccess)).toEqual([]);
});
