import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walkItems } from '../../../server/scan/walk.ts';

const COUNT = 11_000;
let root: string;
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-walk-'));
  for (let number = 0; number < COUNT; number += 1) fs.writeFileSync(path.join(root, `Book ${number * 7919}.mp3`), '');
});
afterAll(() => fs.rmSync(root, { recursive: true }));

const found = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { relPath } of await walkItems(root, { audioOnly: false })) names.push(relPath);
  return names;
};

test('a large folder is walked by name, every entry once', async () => {
  const names = await found();
  expect(names).toHaveLength(COUNT);
  const { compare } = new Intl.Collator();
  expect(names.findIndex((name, index) => index > 0 && compare(names[index - 1] ?? '', name) >= 0)).toBe(-1);
});
