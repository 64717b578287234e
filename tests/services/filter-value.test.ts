import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFilterValue, encodeFilterValue, formatFilter, parseFilter } from '../../src/services/filter-value.ts';
import { recording } from '../support/recordings.ts';

test.each([
  ['Sci-Fi', 'U2NpLUZp'],
  ['Ann Elk', 'QW5uIEVsaw%3D%3D'],
  ['🗣️ Voice', '8J%2BXo%2B%2B4jyBWb2ljZQ%3D%3D'],
  ['', ''],
])('%j is encoded as on the server', (text, encoded) => {
  expect(encodeFilterValue(text)).toBe(encoded);
  expect(decodeFilterValue(encoded)).toBe(text);
});

test('the narrator ids of a server are their encoded names', () => {
  const { narrators } = recording('libraries/narrators').response.body as { narrators: { id: string; name: string }[] };
  expect(narrators.map(({ id }) => decodeFilterValue(id))).toEqual(narrators.map(({ name }) => name));
  expect(narrators.map(({ name }) => encodeFilterValue(name))).toEqual(narrators.map(({ id }) => id));
});

test('any text survives (AMB-13)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeFilterValue(encodeFilterValue(text))).toBe(text);
    }),
  );
});

test('any text in an address is read without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.constantFrom('%', '%E0%A4%A', '____', '/w==')), (text) => {
      expect([null, 'string']).toContain(decodeFilterValue(text) === null ? null : typeof decodeFilterValue(text));
    }),
  );
});

test.each([
  ['genres.U2NpLUZp', { group: 'genres', value: 'Sci-Fi' }],
  ['issues', { group: 'issues', value: null }],
  ['series.bm8tc2VyaWVz', { group: 'series', value: 'no-series' }],
])('the filter %s is read and written', (text, filter) => {
  expect(parseFilter(text)).toEqual(filter);
  expect(formatFilter(filter)).toBe(text);
});

test.each(['', 'all', 'genres.%%%', 'genres./w=='])('%j is no filter', (text) => {
  expect(parseFilter(text)).toBeNull();
});
