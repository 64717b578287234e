import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveFile } from '../../../server/http/move-file.ts';

let folder: string;
const at = (name: string) => path.join(folder, name);
const files = () => fs.readdirSync(folder).map((name) => [name, fs.readFileSync(at(name), 'utf8')]);
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-move-'));
  fs.writeFileSync(at('from'), 'new');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('a moved file replaces the one of its name, and leaves nothing behind', async () => {
  fs.writeFileSync(at('to'), 'old');
  expect(await moveFile(at('from'), at('to'))).toBe(true);
  expect(files()).toEqual([['to', 'new']]);
});

test('a new file does not replace one of its name', async () => {
  fs.writeFileSync(at('to'), 'old');
  expect(await moveFile(at('from'), at('to'), { isNew: true })).toBe(false);
  expect(files()).toContainEqual(['to', 'old']);
});

test('a file that cannot be moved stays', async () => {
  fs.mkdirSync(at('to'));
  fs.writeFileSync(path.join(at('to'), 'inner'), '');
  await expect(moveFile(at('from'), at('to'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(fs.readFileSync(at('from'), 'utf8')).toBe('new');
  expect(fs.readdirSync(folder).sort()).toEqual(['from', 'to']);
});
