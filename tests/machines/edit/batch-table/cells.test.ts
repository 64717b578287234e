import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cellText,
  cellValue,
  columnsOf,
  namesOf,
  numberedOf,
} from '../../../../src/machines/edit/batch-table/cells.logic.ts';

describe('a cell', () => {
  test('writes names with a semicolon between them, and series with their numbers', () => {
    expect([
      cellText(['Martin Luther King, Jr.', 'Ann']),
      cellText([
        { name: 'Discworld', sequence: '1.5' },
        { name: 'Rincewind', sequence: '' },
      ]),
      cellText('A text'),
      cellText(true),
    ]).toEqual(['Martin Luther King, Jr.; Ann', 'Discworld #1.5; Rincewind', 'A text', '']);
  });

  test('reads them as they are written, without spaces around, empty ones and repeats', () => {
    expect(namesOf(' Ann ;; Béa;ann')).toEqual(['Ann', 'Béa']);
    expect(cellValue('series', 'Discworld #1.5; Rincewind ; #2', [])).toEqual([
      { name: 'Discworld', sequence: '1.5' },
      { name: 'Rincewind', sequence: '' },
      { name: '#2', sequence: '' },
    ]);
    expect(numberedOf('The # Book of 2')).toEqual({ name: 'The # Book of 2', sequence: '' });
    expect(cellValue('subtitle', 'New; text', 'Old')).toBe('New; text');
  });

  test('keeps its meaning while its text is the same, whatever the names contain', () => {
    const name = fc.constantFrom('Ann', 'Semi; colon', ' spaces ', 'Number #2', '');
    fc.assert(
      fc.property(fc.array(name), fc.array(fc.record({ name, sequence: name })), name, (names, series, text) => {
        expect(cellValue('authors', cellText(names), names)).toBe(names);
        expect(cellValue('series', cellText(series), series)).toBe(series);
        expect(cellValue('subtitle', cellText(text), text)).toBe(text);
        expect(cellValue('explicit', '', true)).toBe(true);
      }),
    );
  });
});

test('the title always shows, the others keep their order', () => {
  expect(columnsOf('book', ['tags', 'subtitle', 'unknown'])).toEqual(['title', 'subtitle', 'tags']);
  expect(columnsOf('podcast', ['author', 'subtitle'])).toEqual(['title', 'author']);
});
