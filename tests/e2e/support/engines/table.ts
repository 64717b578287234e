import { readFileSync } from 'node:fs';
import type { BookFault, EngineName, Look } from '../../../../src/services/reader/engine.ts';
import { asEncrypted, asLarge, createComic } from '../../../support/comic.ts';
import { createEpub, paragraphs } from '../../../support/epub.ts';
import { createMobi } from '../../../support/mobi.ts';
import { createPdf } from '../../../support/pdf.ts';
import { LOOK } from './fixtures.ts';

/** A book that every engine of the table is tried with. */
export interface EngineCase {
  readonly title: string;
  readonly engine: EngineName;
  /** Five pages or more. */
  readonly file: () => Uint8Array;
  /** Labels of its table of contents, with nested ones; [] for none. */
  readonly contents: readonly string[];
  /** Words in it, with their count; null: it cannot search. */
  readonly search: { readonly query: string; readonly matches: number } | null;
  /** Looks that change its pages. */
  readonly looks: readonly Partial<Look>[];
  /** What stays in view then: the top line, or any part of the page. */
  readonly keeps: 'top' | 'page';
  /** The look that shows two pages side by side where they fit. */
  readonly double: Partial<Look>;
  readonly canMark: boolean;
}

/** Files that no engine opens, by their fault. */
export interface FaultyFile {
  readonly title: string;
  readonly engine: EngineName;
  readonly file: () => Uint8Array;
  readonly fault: BookFault;
}

const real = (name: string) => () => readFileSync(new URL(`../../../support/books/${name}`, import.meta.url));
const chapters = ['One', 'Two', 'Three'].map((title) => ({ title, body: paragraphs(title, 12) }));
const junk = new Uint8Array(4096).map((_, at) => (at * 31) % 251);

const LOCK =
  '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>';

const pagesAs = (change: Partial<NonNullable<Look['pages']>>): Partial<Look> =>
  LOOK.pages ? { pages: { ...LOOK.pages, ...change } } : {};

/** Pages of their own size. */
const FIXED: Pick<EngineCase, 'looks' | 'keeps' | 'double' | 'canMark'> = {
  looks: [
    pagesAs({ zoom: 200 }),
    pagesAs({ fit: 'width' }),
    pagesAs({ fit: 'original' }),
    pagesAs({ layout: 'strip' }),
    pagesAs({ layout: 'double' }),
  ],
  keeps: 'page',
  double: pagesAs({ layout: 'double' }),
  canMark: false,
};

/** Text that the look sets in pages. */
const FLOWING: typeof FIXED = {
  looks: [
    { scale: 200 },
    { lineSpacing: 200 },
    { font: 'sans-serif' },
    { font: 'opendyslexic', letterSpacing: 20 },
    { wordSpacing: 50, paragraphSpacing: 200 },
    { weight: 300 },
    { margins: 300 },
    { margins: 0, alignment: 'justified' },
    { flow: 'scrolled', alignment: 'start' },
    { flow: 'scrolled', scale: 150, margins: 200 },
    { scale: 60 },
  ],
  keeps: 'top',
  double: { spread: 'auto' },
  canMark: true,
};

const numbered = Array.from({ length: 9 }, (_, page) => ({
  lines: [
    `page-${page + 1}-top`,
    ...Array.from({ length: 8 }, (__, line) => `page-${page + 1}-${line} of-page-${page + 1}`),
  ],
}));

export const ENGINES: readonly EngineCase[] = [
  {
    title: 'epub',
    engine: 'epub',
    file: () => createEpub({ chapters }),
    contents: ['One', 'End of One', 'Two', 'End of Two', 'Three', 'End of Three'],
    search: { query: 'two-5-7', matches: 1 },
    ...FLOWING,
  },
  {
    title: 'mobi',
    engine: 'mobi',
    file: () => createMobi({ chapters }),
    contents: ['One', 'Two', 'Three'],
    search: { query: 'two-5-7', matches: 1 },
    ...FLOWING,
  },
  {
    title: 'a compressed mobi',
    engine: 'mobi',
    file: real('Moby-Dick.mobi'),
    contents: ['Loomings', 'The Carpet-Bag', 'The Spouter-Inn'],
    search: { query: 'watery   PART', matches: 3 },
    ...FLOWING,
  },
  {
    title: 'azw3',
    engine: 'mobi',
    file: real('Poems.azw3'),
    contents: ['The Raven', 'Annabel Lee'],
    search: { query: 'kingdom by the sea', matches: 6 },
    ...FLOWING,
  },
  {
    title: 'cbz',
    engine: 'comic',
    file: () => createComic(9),
    contents: [],
    search: null,
    ...FIXED,
  },
  {
    title: 'cbr',
    engine: 'comic',
    file: () => readFileSync(new URL('../../../support/media/six-pages.cbr', import.meta.url)),
    contents: [],
    search: null,
    ...FIXED,
  },
  {
    title: 'pdf',
    engine: 'pdf',
    file: () =>
      createPdf({
        pages: numbered,
        outline: [
          ['The first', 1],
          ['The middle', 4],
          ['The last', 9],
        ],
      }),
    contents: ['The first', 'The middle', 'The last'],
    search: { query: 'PAGE-7-2   of-page-7', matches: 1 },
    ...FIXED,
    looks: [...FIXED.looks, pagesAs({ rotation: 90 })],
    canMark: true,
  },
];

export const FAULTY: readonly FaultyFile[] = [
  { title: 'an empty epub', engine: 'epub', file: () => new Uint8Array(), fault: 'empty' },
  { title: 'an epub that is none', engine: 'epub', file: () => junk, fault: 'corrupt' },
  {
    title: 'an epub that was cut off',
    engine: 'epub',
    file: () => createEpub({ chapters }).subarray(0, 900),
    fault: 'corrupt',
  },
  {
    title: 'an epub with a lock',
    engine: 'epub',
    file: () => createEpub({ chapters, files: { 'META-INF/encryption.xml': LOCK } }),
    fault: 'protected',
  },
  {
    title: 'an epub that says it holds more than a browser can take',
    engine: 'epub',
    file: () => asLarge(createEpub({ chapters }), 4e8),
    fault: 'tooLarge',
  },
  { title: 'an empty mobi', engine: 'mobi', file: () => new Uint8Array(), fault: 'empty' },
  { title: 'a mobi that is none', engine: 'mobi', file: () => junk, fault: 'corrupt' },
  {
    title: 'a mobi that was cut off',
    engine: 'mobi',
    file: () => real('Moby-Dick.mobi')().subarray(0, 9000),
    fault: 'corrupt',
  },
  {
    title: 'a mobi with a lock',
    engine: 'mobi',
    file: () => createMobi({ chapters, protected: true }),
    fault: 'protected',
  },
  {
    title: 'a mobi that says it holds more than a browser can take',
    engine: 'mobi',
    file: () => createMobi({ chapters, records: 65_000 }),
    fault: 'tooLarge',
  },
  { title: 'an empty comic', engine: 'comic', file: () => new Uint8Array(), fault: 'empty' },
  { title: 'a comic that is none', engine: 'comic', file: () => junk, fault: 'corrupt' },
  {
    title: 'a comic without pictures',
    engine: 'comic',
    file: () => createComic(0, { 'a.txt': 'a' }),
    fault: 'corrupt',
  },
  { title: 'a comic that was cut off', engine: 'comic', file: () => createComic(3).subarray(0, 100), fault: 'corrupt' },
  { title: 'a comic with a lock', engine: 'comic', file: () => asEncrypted(createComic(3)), fault: 'protected' },
  {
    title: 'a comic that says it holds more than a browser can take',
    engine: 'comic',
    file: () => asLarge(createComic(3), 4e8),
    fault: 'tooLarge',
  },
  { title: 'an empty pdf', engine: 'pdf', file: () => new Uint8Array(), fault: 'empty' },
  { title: 'a pdf that is none', engine: 'pdf', file: () => junk, fault: 'corrupt' },
  {
    title: 'a pdf with a lock',
    engine: 'pdf',
    file: () => createPdf({ pages: numbered, password: 'secret' }),
    fault: 'locked',
  },
];
