import { strToU8, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { readDirectory, readEntry, type Zip } from '../../../src/services/reader/zip-directory.ts';
import { asEncrypted, createComic } from '../../support/comic.ts';

const text = 'The crow was thirsty. '.repeat(500);
const zip = (options: object = {}) =>
  zipSync({ 'a/Grüße.txt': strToU8(text), 'b.txt': [strToU8('stored'), { level: 0 }] }, options);
const asText = async (file: Zip, name: string) => {
  const entry = (await readDirectory(file)).find((one) => one.name === name);
  if (!entry) throw new Error(`No ${name}`);
  return new TextDecoder().decode(await readEntry(file, entry));
};

test('the files of a zip are known by its end, and each is unpacked separately', async () => {
  const file = new Blob([zip()]);
  const slice = vi.spyOn(file, 'slice');
  expect(await readDirectory(file)).toMatchObject([
    { name: 'a/Grüße.txt', method: 8, size: text.length, isEncrypted: false },
    { name: 'b.txt', method: 0, size: 6, packed: 6 },
  ]);
  slice.mockClear();
  expect([await asText(file, 'a/Grüße.txt'), await asText(file, 'b.txt')]).toEqual([text, 'stored']);
  const large = new Blob([zip({ level: 0 }), new Uint8Array(0)]);
  expect(await asText(large, 'b.txt')).toBe('stored');
});

test('a zip in memory has the same files', async () => {
  const { buffer } = zip();
  expect(await readDirectory(buffer)).toEqual(await readDirectory(new Blob([buffer])));
  expect([await asText(buffer, 'a/Grüße.txt'), await asText(buffer, 'b.txt')]).toEqual([text, 'stored']);
  await expect(readDirectory(buffer.slice(0, -40))).rejects.toThrow('A zip without an end');
});

test('a page is read from its offset: no more of the file', async () => {
  const file = new Blob([zipSync({ 'one.png': new Uint8Array(200_000), 'two.png': new Uint8Array(10) }, { level: 0 })]);
  const [, second] = await readDirectory(file);
  const slice = vi.spyOn(file, 'slice');
  if (second) await readEntry(file, second);
  const bytes = slice.mock.calls.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0);
  expect(bytes).toBe(40);
});

test('a comment behind it changes nothing', async () => {
  const bytes = zip();
  const file = new Blob([bytes.subarray(0, -2), new Uint8Array([5, 0]), 'Hello']);
  expect(await asText(file, 'b.txt')).toBe('stored');
});

test('a file may need a password', async () => {
  const locked = await readDirectory(new Blob([asEncrypted(createComic(2))]));
  expect(locked.map(({ name, isEncrypted }) => [name, isEncrypted])).toEqual([
    ['page1.gif', true],
    ['page2.gif', true],
  ]);
});

test('large numbers are in a directory of their own kind', async () => {
  // One stored file of three bytes, as a writer of large files stores it.
  const name = strToU8('a.txt');
  const header = [0x50, 0x4b, 3, 4, 45, 0, 0, 0, 0, 0, ...Array(16).fill(0), 5, 0, 0, 0, ...name, 97, 98, 99];
  const extra = [1, 0, 24, 0, 3, ...Array(7).fill(0), 3, ...Array(7).fill(0), ...Array(8).fill(0)];
  const unknown = Array(4).fill(255);
  const fixed = [45, 0, 45, 0, 0, 0, 0, 0, ...Array(8).fill(0), ...unknown, ...unknown, 5, 0, extra.length, 0];
  const entry = [0x50, 0x4b, 1, 2, ...fixed, ...Array(10).fill(0), ...unknown, ...name, ...extra];
  const u64 = (value: number) => [value & 255, value >> 8, ...Array(6).fill(0)];
  const end64 = [0x50, 0x4b, 6, 6, ...Array(28).fill(0), ...u64(1), ...u64(entry.length), ...u64(header.length)];
  const locator = [0x50, 0x4b, 6, 7, 0, 0, 0, 0, ...u64(header.length + entry.length), 1, 0, 0, 0];
  const end = [0x50, 0x4b, 5, 6, ...Array(8).fill(255), ...unknown, ...unknown, 0, 0];
  const file = new Blob([new Uint8Array([...header, ...entry, ...end64, ...locator, ...end])]);
  expect(await asText(file, 'a.txt')).toBe('abc');
});

test.each([
  ['that is none', new Uint8Array(4096)],
  ['that was cut off', zip().subarray(0, 60)],
  ['whose directory was cut off', zip().subarray(40)],
])('a zip %s is reported as such', async (_name, bytes) => {
  await expect(
    readDirectory(new Blob([bytes])).then(([one]) => one && readEntry(new Blob([bytes]), one)),
  ).rejects.toThrow(RangeError);
});
