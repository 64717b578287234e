import { describe, expect, test } from 'vitest';
import { cut, fitted, placeNames, wrapped } from '../../src/services/card-layout.ts';

/** Each letter is half as wide as it is high. */
const measure = (text: string, size: number) => (text.length * size) / 2;
const tenWide = (text: string) => text.length * 10;
const ROOM = { x: 48, y: 400, width: 700, height: 300 };
const shown = (lists: Parameters<typeof placeNames>[0], room = ROOM) => placeNames(lists, room, measure);

test.each([
  ['fits', 40, 'fits'],
  ['does not fit', 60, 'does…'],
  ['Jean-Luc 👩‍👩‍👧', 150, 'Jean-Luc…'],
  ['x', 1, '…'],
])('%j is cut to %i pixels: %j', (text, room, result) => {
  expect(cut(text, room, tenWide)).toBe(result);
});

test.each([
  ['short', 100, { text: 'short', size: 20 }],
  ['twelve words', 100, { text: 'twelve words', size: 16 }],
  ['', 100, { text: '', size: 20 }],
  ['much longer than that', 100, { text: 'much longer tha…', size: 12 }],
])('a line of %j in %i pixels gets smaller before it is cut', (text, room, result) => {
  expect(fitted(text, room, 20, measure)).toEqual(result);
});

describe('a text in lines', () => {
  test.each([
    ['Ann Lee', 2, ['Ann Lee']],
    ['Leo Tolstoy, the author', 3, ['Leo', 'Tolstoy,', 'the author']],
    ['Gabriel José de la Concordia García Márquez', 2, ['Gabriel', 'José de l…']],
    ['Donaudampfschiff', 2, ['Donaudampf', 'schiff']],
    ['', 2, ['']],
  ])('%j in %i at most', (text, most, lines) => {
    expect(wrapped(text, 100, most, tenWide)).toEqual(lines);
  });
});

describe('the lists of a card', () => {
  const LONG = 'Gabriel José de la Concordia García Márquez';

  test('short names are large, two lists in a row', () => {
    expect(
      shown([
        { label: 'Author', entries: ['Ann Lee'] },
        { label: 'Genre', entries: ['Poetry'] },
        { label: 'Month', entries: ['May'] },
        { label: 'Narrator', entries: ['Bo'] },
      ]),
    ).toEqual({
      size: 30,
      labels: [
        { text: 'Author', x: 48, y: 422 },
        { text: 'Genre', x: 398, y: 422 },
        { text: 'Month', x: 48, y: 510 },
        { text: 'Narrator', x: 398, y: 510 },
      ],
      names: [
        { text: 'Ann Lee', x: 48, y: 462 },
        { text: 'Poetry', x: 398, y: 462 },
        { text: 'May', x: 48, y: 550 },
        { text: 'Bo', x: 398, y: 550 },
      ],
    });
  });

  test('a long name takes several lines and shows in full', () => {
    const { names, size } = shown([{ label: 'Author', entries: [LONG] }]);
    expect([size, names.map(({ text }) => text)]).toEqual([30, ['Gabriel José de la', 'Concordia García', 'Márquez']]);
  });

  test('three lists of three long names stay within the picture', () => {
    const entries = [LONG, LONG, LONG];
    const room = { ...ROOM, height: 214 };
    const { names, size } = shown(
      ['Authors', 'Narrators', 'Genres'].map((label) => ({ label, entries })),
      room,
    );
    expect(Math.max(...names.map(({ y }) => y))).toBeLessThanOrEqual(room.y + room.height);
    expect(size).toBe(18);
    expect(names.slice(0, 2).map(({ text }) => text)).toEqual(['Gabriel José de la', 'Concordia García Márqu…']);
    expect(new Set(names.map(({ x }) => Math.round(x)))).toEqual(new Set([48, 281, 515]));
  });

  test('text that does not fit in the smallest letters is cut', () => {
    const { names } = shown([{ label: 'Author', entries: [`${LONG} ${LONG} ${LONG}`] }]);
    expect([names.length, names.at(-1)?.text.endsWith('…')]).toEqual([3, true]);
  });

  test('may be empty', () => {
    expect(shown([])).toEqual({ size: 30, labels: [], names: [] });
  });
});
