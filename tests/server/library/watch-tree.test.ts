import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchTree, type TreeWatch } from '../../../server/scan/watch-tree.ts';
import { writeBelow } from '../../support/library-folder.ts';

let root: string;
let watch: TreeWatch;
let seen: Set<string>;
let failures: string[];
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-watch-'));
  [seen, failures] = [new Set(), []];
  write('Author/Book/old.mp3');
  watch = watchTree(root, { changed: (relPath) => seen.add(relPath), failed: (cause) => failures.push(cause.message) });
  await watch.ready;
});
afterEach(() => {
  watch.close();
  fs.rmSync(root, { recursive: true, force: true });
});

const write = (relPath: string) => writeBelow(root, relPath, String(Math.random()));
/** Repeats a change until something at or below a path is reported. */
async function until(start: string, change: () => void = () => undefined): Promise<string> {
  return vi.waitFor(
    () => {
      change();
      const found = [...seen].find((relPath) => relPath === start || relPath.startsWith(`${start}/`));
      if (found === undefined) throw new Error(`Nothing told of ${start}`);
      return found;
    },
    { timeout: 10_000, interval: 30 },
  );
}

test('reports new, changed and removed files, also deep below', async () => {
  write('Author/Book/new.mp3');
  expect(await until('Author/Book/new.mp3')).toBe('Author/Book/new.mp3');
  seen.clear();
  write('Author/Book/old.mp3');
  await until('Author/Book/old.mp3');
  seen.clear();
  fs.rmSync(path.join(root, 'Author/Book/old.mp3'));
  expect(await until('Author/Book/old.mp3')).toBe('Author/Book/old.mp3');
});

test('watches folders that are created or moved in later', async () => {
  write('New/Series/Title/a.mp3');
  await until('New');
  await until('New/Series/Title', () => write(`New/Series/Title/${Date.now()}.mp3`));
  fs.renameSync(path.join(root, 'New'), path.join(root, 'Moved'));
  await until('Moved');
  seen.clear();
  expect(await until('Moved/Series/Title', () => write(`Moved/Series/Title/${Date.now()}.mp3`))).toMatch(
    /^Moved\/Series\/Title/,
  );
});

test('reports a removed folder, and one that comes back in its place', async () => {
  fs.rmSync(path.join(root, 'Author'), { recursive: true });
  await until('Author');
  seen.clear();
  write('Author/Book/again.mp3');
  await until('Author');
  expect(await until('Author/Book', () => write(`Author/Book/${Date.now()}.mp3`))).toMatch(/^Author\/Book/);
});

test('watches a folder that came back before the look', async () => {
  for (let round = 0; round < 20; round += 1) {
    fs.rmSync(path.join(root, 'Author'), { recursive: true });
    write('Author/Book/again.mp3');
    if (round % 2 === 0) await until('Author');
  }
  seen.clear();
  expect(await until('Author/Book', () => write(`Author/Book/${Date.now()}.mp3`))).toMatch(/^Author\/Book/);
});

test('reports a new folder once more when it is watched', async () => {
  const report: string[] = [];
  const other = watchTree(root, { changed: (relPath) => report.push(relPath), failed: () => undefined });
  await other.ready;
  write('Fresh/Series/Title/a.mp3');
  await vi.waitFor(() => expect(report.filter((relPath) => relPath === 'Fresh').length).toBeGreaterThan(1));
  const last = report.lastIndexOf('Fresh');
  fs.writeFileSync(path.join(root, 'Fresh/Series/Title/b.mp3'), 'b');
  await vi.waitFor(() => expect(report.slice(last)).toContain('Fresh/Series/Title/b.mp3'));
  other.close();
});

test('ignores dot files and stops at its end', async () => {
  write('Author/Book/.part');
  write('.trash/x.mp3');
  write('Author/Book/shown.mp3');
  await until('Author/Book/shown.mp3');
  expect([...seen].filter((relPath) => relPath.includes('/.') || relPath.startsWith('.'))).toEqual([]);
  expect(failures).toEqual([]);
});

test('fails for a missing folder', async () => {
  const lost = watchTree(path.join(root, 'nowhere'), {
    changed: () => undefined,
    failed: (cause) => failures.push(cause.message),
  });
  await vi.waitFor(() => expect(failures).toEqual([expect.stringContaining('ENOENT')]));
  lost.close();
});
