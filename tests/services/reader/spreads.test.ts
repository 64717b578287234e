import { expect, test } from 'vitest';
import type { Section } from '../../../src/services/reader/epub-internals.ts';
import { spreadsOf } from '../../../src/services/reader/epub-spreads.ts';

/** A page by its properties; '-': outside the order of reading. */
const spreads = (pages: readonly string[], isRtl: boolean, isDouble: boolean) => {
  const sections = pages.map((text, index) => ({ index, linear: text !== '-', properties: text.split(' ') }));
  const found = spreadsOf(sections as unknown as readonly Section[], isRtl, isDouble);
  return found.map(({ pages: inView, side }) => `${inView.map(({ index }) => index).join('+')} ${side}`);
};

test.each([
  ['the first page is alone', ['', '', '', ''], false, ['0 center', '1+2 center', '3 left']],
  ['from right to left', ['', '', '', ''], true, ['0 center', '1+2 center', '3 right']],
  [
    'sides of the book, by both names',
    ['rendition:page-spread-right', 'page-spread-left', 'page-spread-left', 'page-spread-right'],
    false,
    ['0 right', '1 left', '2+3 center'],
  ],
  [
    'a page in the middle',
    ['page-spread-left', 'rendition:page-spread-center', ''],
    false,
    ['0 left', '1 center', '2 left'],
  ],
  [
    'a page that wants no other one',
    ['page-spread-left', 'rendition:spread-none page-spread-right'],
    false,
    ['0 left', '1 center'],
  ],
  ['pages outside the order of reading are not among them', ['', '-', '', ''], false, ['0 center', '2+3 center']],
])('pages stand side by side: %s', (_, pages, isRtl, expected) => {
  expect(spreads(pages, isRtl, true)).toEqual(expected);
});

test('without room each page is alone', () => {
  expect(spreads(['page-spread-left', 'page-spread-right'], true, false)).toEqual(['0 center', '1 center']);
});
