// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { textAt } from '../../../src/services/reader/find-text.ts';
import {
  chapterStarts,
  pageAt,
  shareAt,
  shareOfTarget,
  shareTarget,
  spotAt,
} from '../../../src/services/reader/shares.ts';

test('a target of a share is told from others', () => {
  expect(shareOfTarget(shareTarget(0.45))).toBe(0.45);
  expect([shareOfTarget(shareTarget(-1)), shareOfTarget(shareTarget(2))]).toEqual([0, 1]);
  expect(['12', 'epubcfi(/6/4!/4)', 'outline:1'].map(shareOfTarget)).toEqual([null, null, null]);
});

const sizes = [100, 0, 300, 600];

test.each([
  [0, 0, 0],
  [0.05, 0, 0.5],
  [0.1, 2, 0],
  [0.25, 2, 0.5],
  [0.4, 3, 0],
  [1, 3, 1],
])('the share %d of a book is in a file that has text', (share, index, inside) => {
  expect(spotAt(sizes, share)).toEqual({ index, inside });
  expect(shareAt(sizes, index, inside)).toBeCloseTo(share);
});

test('a book that ends without text ends with its last text', () => {
  expect(spotAt([100, 0], 1)).toEqual({ index: 0, inside: 1 });
});

test('chapters begin where their files do, each file one', () => {
  const titles = [
    [2, 'Two'],
    [0, 'One'],
    [2, 'Two, second part'],
    [-1, 'Nowhere'],
  ] as const;
  expect(chapterStarts(sizes, titles)).toEqual([
    { label: 'One', share: 0 },
    { label: 'Two', share: 0.1 },
  ]);
});

test('each page begins at its share', () => {
  for (const pages of [1, 3, 7, 120, 999])
    for (let page = 1; page <= pages; page++) expect(pageAt((page - 1) / pages, pages)).toBe(page);
  expect([pageAt(0.45, 12), pageAt(1, 12)]).toEqual([6, 12]);
});

test.each([
  [0, 'One'],
  [0.6, 'three'],
  [1, 'r'],
])('the text at the share %d of a document', (share, text) => {
  document.body.innerHTML = '<style>p{}</style><p>One two</p> <img alt=""/> <p>three four</p>\n';
  const range = textAt(document, share);
  expect(range?.startContainer.textContent?.slice(range.startOffset)).toMatch(new RegExp(`^${text}`));
});

test('a document without text has no such place', () => {
  document.body.innerHTML = ' <img alt=""/> ';
  expect(textAt(document, 0.5)).toBeNull();
});
