// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { Contents, EpubBook } from '../../../src/services/reader/epub-internals.ts';
import { createPrintedPages } from '../../../src/services/reader/epub-printed.ts';
import { parseXml } from '../../../src/services/reader/epub-part.ts';

/** Three files; a word stands for its CFI. */
const bodies = [
  '<p>a</p><p>b <span id="i"/>c</p>',
  '<p>d</p>',
  '<p id="one">e <b>f</b></p><p>g <span id="2">2</span> h <i id="gone"/></p><h1 id="A-3">k</h1><p><img/>m</p><a id="4"/>',
] as const;
const list = [
  ['i', '/0#i'],
  ['1', '/2#one'],
  ['none', '/2#missing'],
  ['A-3', '/2#A-3'],
  ['2', '/2#2'],
  ['4', '/2#4'],
] as const;

function open(pages: readonly (readonly [label: string, target: string])[] = list, isFixed = false) {
  const loaded: number[] = [];
  const textOf = (doc: Document, word: string) => {
    const texts = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) if (node.textContent?.includes(word)) return node;
    return null;
  };
  const docs = bodies.map((body) => parseXml(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`));
  const spineItems = docs.map((document, index) => ({
    index,
    href: `/${index}`,
    document,
    load: () => Promise.resolve(loaded.push(index)),
    unload: () => undefined,
    cfiFromRange: ({ startContainer, startOffset }: Range) => startContainer.textContent?.slice(startOffset).trim(),
  }));
  const book = {
    load: () => undefined,
    spine: { spineItems, get: (target: string) => spineItems[Number(target.slice(1, 2))] ?? null },
  };
  const range = (cfi: string) => {
    const [, index, word] = /\/(\d+)!\/(.)/.exec(cfi) ?? [];
    const doc = docs[(Number(index) - 2) / 2];
    const node = word === 'x' ? doc?.querySelector('img') : doc && textOf(doc, word ?? '');
    const found = doc?.createRange();
    if (node) found?.setStart(node, 0);
    return found ?? null;
  };
  const shown = docs.map((document, sectionIndex) => ({ document, sectionIndex, range }) as unknown as Contents);
  const entries = pages.map(([label, target]) => ({ label, target }));
  const printed = createPrintedPages(book as unknown as EpubBook, entries, isFixed);
  return {
    loaded,
    wordOf: printed.wordOf,
    labelAt: (file: number, word: string) =>
      printed.labelAt(`epubcfi(/6/${file * 2 + 2}!/${word})`, shown.slice(file, file + 1)),
  };
}

describe('the printed page of a place', () => {
  test.each([
    [0, 'a', undefined],
    [0, 'b', undefined],
    [0, 'c', 'i'],
    [1, 'd', 'i'],
    [2, 'e', '1'],
    [2, 'f', '1'],
    [2, 'g', '1'],
    [2, 'h', '2'],
    [2, 'k', 'A-3'],
    [2, 'x', 'A-3'],
    [2, 'm', 'A-3'],
  ])('is the last one that begins before it: file %d, %s', (file, word, label) => {
    const book = open();
    expect([book.labelAt(file, word), book.labelAt(file, word), book.loaded]).toEqual([label, label, []]);
  });

  test('is one of the whole file', () => {
    const book = open([['7', '/1']]);
    expect([book.labelAt(0, 'c'), book.labelAt(1, 'd'), book.labelAt(2, 'e')]).toEqual([undefined, '7', '7']);
  });

  test('of fixed layout is the first one of the file', () => {
    expect(open(list, true).labelAt(0, 'a')).toBe('i');
  });

  test('is none in a book without a list', () => {
    expect(open([]).labelAt(2, 'm')).toBeUndefined();
  });
});

test.each([
  ['/0#i', 'c', [0]],
  ['/2#one', 'e', [2]],
  ['/2#2', 'h', [2]],
  ['/2#A-3', 'k', [2]],
  ['/2#missing', undefined, [2]],
  ['/2#4', undefined, [2]],
  ['/1', undefined, []],
])('the first word of %s is %s', async (target, word, loaded) => {
  const book = open();
  expect([await book.wordOf(target), book.loaded]).toEqual([word, loaded]);
});
