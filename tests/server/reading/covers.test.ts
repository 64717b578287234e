import fs from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { placeCover } from '../../../server/scan/apply.ts';
import { folderOf, type Content } from '../../support/library-folder.ts';
import { bookOf } from './support.ts';

const pictureOf = (format: 'jpeg' | 'png' | 'webp' | 'gif') =>
  sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();
const [jpeg, png, webp, gif] = await Promise.all((['jpeg', 'png', 'webp', 'gif'] as const).map(pictureOf));
/** JPEG XL: a codestream, and one in boxes. */
const jxl = Buffer.of(0xff, 0x0a, 1, 2);
const boxedJxl = Buffer.from('\0\0\0\u000cJXL \r\n\u0087\n', 'latin1');
const comic = zipSync({ '1.png': png ?? Buffer.alloc(0) });

/** The cover of a scanned book, and its log lines; paths below the folder of the book. */
async function coverOf(files: Readonly<Record<string, Content>>, before: string | null = null) {
  const book = await bookOf(Object.fromEntries(Object.entries(files).map(([name, of]) => [`Book/${name}`, of])));
  const itemPath = path.dirname(book.libraryFiles[0]?.metadata.path ?? '');
  const own = folderOf({});
  const logged: string[] = [];
  const cover = await placeCover(
    before && path.join(itemPath, before),
    { path: itemPath, covers: book.covers },
    own,
    (level, message) => logged.push(`${level}: ${message.replaceAll(itemPath, '/Book')}`),
  );
  return {
    cover: cover && cover.replace(itemPath, '/Book').replace(own, '/metadata'),
    bytes: cover && fs.readFileSync(cover),
    logged,
  };
}
const refusal = (name: string) =>
  `warn: "/Book/${name}" cannot be the cover of "/Book": It is no picture that browsers show`;

test.each([
  ['jpeg', 'cover.jpg', jpeg],
  ['png with the ending of a jpeg', 'cover.jpg', png],
  ['webp', 'Cover.WEBP', webp],
  ['jpeg of another name', 'front.jpeg', jpeg],
])('a %s beside a book is its cover', async (_kind, name, bytes) => {
  expect(await coverOf({ 'a.txt': '', 'b.cbz': comic, [name]: bytes ?? '' })).toEqual({
    cover: `/Book/${name}`,
    bytes,
    logged: [],
  });
});

test.each([
  ['cover.jxl', jxl],
  ['cover.jxl', boxedJxl],
  ['cover.jpg', jxl],
  ['cover.png', boxedJxl],
  ['cover.webp', ''],
  ['cover.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
])('%s that browsers cannot show is no cover: the next picture is used', async (name, bytes) => {
  const files = { 'book.cbz': comic, [name]: bytes };
  expect(await coverOf({ ...files, 'other.jpg': jpeg ?? '' })).toEqual({
    cover: '/Book/other.jpg',
    bytes: jpeg,
    logged: [refusal(name)],
  });
  expect(await coverOf(files)).toEqual({ cover: '/metadata/cover.png', bytes: png, logged: [refusal(name)] });
});

test('a book without a displayable picture has no cover, and the scan logs that', async () => {
  expect(await coverOf({ 'book.cbz': 'none', 'cover.jxl': jxl, 'front.jpg': boxedJxl })).toEqual({
    cover: null,
    bytes: null,
    logged: [
      refusal('cover.jxl'),
      refusal('front.jpg'),
      'warn: "/Book" has no cover: none of its pictures can be shown',
    ],
  });
});

test('the bytes decide: a jpeg named jxl is shown, a gif becomes a jpeg', async () => {
  expect(await coverOf({ 'book.cbz': comic, 'cover.jxl': jpeg ?? '' })).toEqual({
    cover: '/metadata/cover.jpg',
    bytes: jpeg,
    logged: [],
  });
  const { cover, bytes, logged } = await coverOf({ 'book.cbz': comic, 'cover.jpg': gif ?? '' });
  const { format, width, height } = await sharp(bytes ?? undefined).metadata();
  expect([cover, logged, format, width, height]).toEqual(['/metadata/cover.jpg', [], 'jpeg', 3, 2]);
});

test('a cover from an earlier scan stays while it can be shown', async () => {
  const files = { 'book.cbz': comic, 'cover.jpg': jpeg ?? '', 'kept.png': png ?? '', 'old.jpg': jxl };
  expect(await coverOf(files, 'kept.png')).toEqual({ cover: '/Book/kept.png', bytes: png, logged: [] });
  for (const before of ['old.jpg', 'gone.jpg'])
    expect(await coverOf(files, before)).toEqual({ cover: '/Book/cover.jpg', bytes: jpeg, logged: [] });
});
