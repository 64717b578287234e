import { expect, test } from 'vitest';
import { fileTypeOf } from '../../../server/items/file-kinds.ts';
import { fileKindOf, FILE_ENDINGS } from '../../../src/schemas/file-kinds.ts';

test('files are classified by their extensions (CON-001, CON-002, CON-003, CON-004, CON-005, CON-006)', () => {
  expect(FILE_ENDINGS).toEqual({
    image: ['png', 'jpg', 'jpeg', 'webp'],
    ebook: ['epub', 'pdf', 'mobi', 'azw3', 'cbr', 'cbz'],
    info: ['nfo'],
    text: ['txt'],
    metadata: ['opf', 'abs', 'xml', 'json'],
    audio: 'm4b mp3 m4a flac opus ogg oga mp4 aac wma aiff aif wav webm webma mka awb caf mpeg mpg'.split(' '),
  });
});

test('the server accepts every file that the client offers to send, as the same kind (UPL-003)', () => {
  const names = [...Object.values(FILE_ENDINGS).flat(), 'exe', 'MP3', 'mp', ''].map((ending) => `name.${ending}`);
  expect(names.map((name) => fileKindOf(name) ?? 'unknown')).toEqual(names.map(fileTypeOf));
});
