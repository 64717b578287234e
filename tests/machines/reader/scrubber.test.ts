import { expect, test } from 'vitest';
import { endOf, shareOf, spotOf, targetOf, typedTarget, valueOf } from '../../../src/machines/reader/scrubber.logic.ts';

const chapters = [
  { label: 'One', share: 0 },
  { label: 'Two', share: 0.5 },
];

test('a line of pages has a value for each, one of text a value for each tenth of a percent', () => {
  for (const page of [1, 7, 12]) expect(valueOf(shareOf(page, 12), 12)).toBe(page);
  expect([targetOf(7, 12), endOf(12)]).toEqual(['7', 11 / 12]);
  expect([valueOf(0.45678, null), shareOf(45.7, null), targetOf(45, null), endOf(null)]).toEqual([
    45.7,
    0.457,
    'share:0.45',
    1,
  ]);
});

test.each([
  [0.2, null, { share: 0.2, page: null, chapter: 'One' }],
  [0.5, null, { share: 0.5, page: null, chapter: 'Two' }],
  [0.5, 4, { share: 0.5, page: 3, chapter: 'Two' }],
])('the share %d of a book of %s pages is in a chapter', (share, pages, spot) => {
  expect(spotOf(share, pages, chapters)).toEqual(spot);
});

test('before the first chapter there is none', () => {
  expect(spotOf(0.2, null, chapters.slice(1)).chapter).toBeNull();
});

test.each([
  ['12', '12'],
  [' 12 ', '12'],
  ['13', null],
  ['0', null],
  ['45%', 'share:0.45'],
  ['45 %', 'share:0.45'],
  ['12,5 %', 'share:0.125'],
  ['%45', 'share:0.45'],
  ['45٪', 'share:0.45'],
  ['101%', null],
  ['-1%', null],
  ['', null],
  ['%', null],
  ['page', null],
])('%j in a book of 12 pages leads to %s', (text, target) => {
  expect(typedTarget(text, 12, [])).toBe(target);
});

test.each([
  ['45', 'share:0.45'],
  ['45%', 'share:0.45'],
  ['100', 'share:1'],
  ['101', null],
  ['', null],
  ['one', null],
])('%j in a book whose chapters have pages leads to %s', (text, target) => {
  expect(typedTarget(text, null, [])).toBe(target);
});

test.each([
  [' 12 ', 'a#12'],
  ['XII', 'a#xii'],
  ['a-3', 'a#A-3'],
  ['45%', 'share:0.45'],
  ['45', null],
  ['', null],
])('%j in a book with printed pages leads to %s', (text, target) => {
  const printed = ['xii', '12', 'A-3'].map((label) => ({ label, target: `a#${label}` }));
  expect(typedTarget(text, null, printed)).toBe(target);
});
