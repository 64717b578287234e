import { expect, test } from 'vitest';
import { excerptsOf } from '../../../src/services/reader/pdf-search.ts';

test('a search finds words whatever their case, with what stands around them', () => {
  expect(excerptsOf('The  Crow\nand the crow', 'CROW')).toEqual(['The Crow and the crow', 'The Crow and the crow']);
  const long = `${'a '.repeat(60)}needle ${'b '.repeat(60)}`;
  const [excerpt = ''] = excerptsOf(long, 'needle');
  expect([excerpt.startsWith('…a'), excerpt.endsWith('b…'), excerpt.length < 140]).toEqual([true, true, true]);
  expect([excerptsOf('words', 'other'), excerptsOf('words', '')]).toEqual([[], []]);
});
