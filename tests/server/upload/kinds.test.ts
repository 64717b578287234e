import { expect, test } from 'vitest';
import { fileTypeOf } from '../../../server/items/file-kinds.ts';
import { fileKindOf, FILE_ENDINGS } from '../../../src/schemas/file-kinds.ts';

const KINDS = [
  ['image', 'CON-001', 'png jpg jpeg webp'],
  ['ebook', 'CON-002', 'epub pdf mobi azw3 cbr cbz'],
  ['info', 'CON-003', 'nfo'],
  ['text', 'CON-004', 'txt'],
  ['metadata', 'CON-005', 'opf abs xml json'],
  ['audio', 'CON-006', 'm4b mp3 m4a flac opus ogg oga mp4 aac wma aiff aif wav webm webma mka awb caf mpeg mpg'],
] as const;

test.each(KINDS)('the kind %s has its extensions (%s): %s', (kind, _row, endings) => {
  expect(FILE_ENDINGS[kind]).toEqual(endings.split(' '));
  expect(endings.split(' ').map((ending) => fileKindOf(`name.${ending}`))).toEqual(endings.split(' ').map(() => kind));
});

test('there are no other kinds of files', () => {
  expect(Object.keys(FILE_ENDINGS).toSorted()).toEqual(KINDS.map(([kind]) => kind).toSorted());
});

test('the server accepts every file that the client offers to send, as the same kind (UPL-003)', () => {
  const names = [...Object.values(FILE_ENDINGS).flat(), 'exe', 'MP3', 'mp', ''].map((ending) => `name.${ending}`);
  expect(names.map((name) => fileKindOf(name) ?? 'unknown')).toEqual(names.map(fileTypeOf));
});
