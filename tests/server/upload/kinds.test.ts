import { expect, test } from 'vitest';
import { fileTypeOf } from '../../../server/items/file-kinds.ts';
import { fileKindOf, FILE_ENDINGS } from '../../../src/schemas/file-kinds.ts';

test('the server takes what the client offers to send, for the same kind of file (UPL-003)', () => {
  const names = [...Object.values(FILE_ENDINGS).flat(), 'exe', 'MP3', 'mp', ''].map((ending) => `name.${ending}`);
  expect(names.map((name) => fileKindOf(name) ?? 'unknown')).toEqual(names.map(fileTypeOf));
});
