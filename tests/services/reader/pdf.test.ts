import { expect, test } from 'vitest';
import { findIn, spotOf, type TextPiece } from '../../../src/services/reader/pdf-search.ts';

const text = (...lines: readonly string[]): readonly TextPiece[] => lines.map((str) => ({ str, hasEOL: true }));
const excerpts = (pieces: readonly TextPiece[], query: string) => findIn(pieces, query).map(({ excerpt }) => excerpt);

test('a search ignores case, and gives the surrounding words', () => {
  expect(excerpts(text('The  Crow', 'and the crow'), 'CROW')).toEqual([
    'The Crow and the crow',
    'The Crow and the crow',
  ]);
  const long = text(`${'a '.repeat(60)}needle ${'b '.repeat(60)}`);
  const [excerpt = ''] = excerpts(long, 'needle');
  expect([excerpt.startsWith('…a'), excerpt.endsWith('b…'), excerpt.length < 140]).toEqual([true, true, true]);
  expect([excerpts(text('words'), 'other'), excerpts(text('words'), '')]).toEqual([[], []]);
});

test('a match is located by its letters in the pieces of the page', () => {
  const pieces: readonly TextPiece[] = [
    { str: 'A cr', hasEOL: false },
    { str: '', hasEOL: false },
    { str: 'ow   and', hasEOL: true },
    { str: 'a Crow', hasEOL: false },
  ];
  const places = (query: string) =>
    findIn(pieces, query).map(({ start, end }) => [start.piece, start.offset, end.piece, end.offset]);
  expect(places('crow')).toEqual([
    [0, 2, 2, 1],
    [3, 2, 3, 5],
  ]);
  // Words that stand in two lines, and far from each other.
  expect(places('crow and a')).toEqual([[0, 2, 3, 0]]);
});

test('letters that become two in lower case shift nothing', () => {
  expect(findIn(text('İİ crow'), 'crow')[0]).toMatchObject({ start: { offset: 3 }, end: { offset: 6 } });
  expect(findIn(text('𝔸 crow'), 'crow')[0]).toMatchObject({ start: { offset: 3 }, end: { offset: 6 } });
});

test('the target of a match names its page and its number there', () => {
  expect([spotOf('12/3'), spotOf('12'), spotOf('outline:1')]).toEqual([{ page: 12, number: 3 }, null, null]);
});
