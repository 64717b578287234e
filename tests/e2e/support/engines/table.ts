import { readFileSync } from 'node:fs';
import type { EngineName } from '../../../../src/services/reader/engine.ts';
import { createEpub, paragraphs } from '../../../support/epub.ts';
import { createMobi } from '../../../support/mobi.ts';

/** A book that every engine of the table is tried with. */
export interface EngineCase {
  readonly title: string;
  readonly engine: EngineName;
  /** Some ten pages or more. */
  readonly file: () => Uint8Array;
  /** Labels of its table of contents, those inside others too; [] for none. */
  readonly contents: readonly string[];
  /** Words that it has, with how often; null: it cannot search. */
  readonly search: { readonly query: string; readonly matches: number } | null;
  /** Whether its text is set by the look: then what was at the top stays in view. */
  readonly isSet: boolean;
}

/** Files that no engine opens, by what is wrong with them. */
export interface FaultyFile {
  readonly title: string;
  readonly engine: EngineName;
  readonly file: () => Uint8Array;
  readonly fault: 'corrupt' | 'empty' | 'protected' | 'tooLarge';
}

const real = (name: string) => () => readFileSync(new URL(`../../../support/books/${name}`, import.meta.url));
const chapters = ['One', 'Two', 'Three'].map((title) => ({ title, body: paragraphs(title, 12) }));
const junk = new Uint8Array(4096).map((_, at) => (at * 31) % 251);

export const ENGINES: readonly EngineCase[] = [
  {
    title: 'epub',
    engine: 'epub',
    file: () => createEpub({ chapters }),
    contents: ['One', 'End of One', 'Two', 'End of Two', 'Three', 'End of Three'],
    search: { query: 'two-5-7', matches: 1 },
    isSet: true,
  },
  {
    title: 'mobi',
    engine: 'mobi',
    file: () => createMobi({ chapters }),
    contents: ['One', 'Two', 'Three'],
    search: { query: 'two-5-7', matches: 1 },
    isSet: true,
  },
  {
    title: 'a compressed mobi',
    engine: 'mobi',
    file: real('Moby-Dick.mobi'),
    contents: ['Loomings', 'The Carpet-Bag', 'The Spouter-Inn'],
    search: { query: 'watery   PART', matches: 3 },
    isSet: true,
  },
  {
    title: 'azw3',
    engine: 'mobi',
    file: real('Poems.azw3'),
    contents: ['The Raven', 'Annabel Lee'],
    search: { query: 'kingdom by the sea', matches: 6 },
    isSet: true,
  },
];

export const FAULTY: readonly FaultyFile[] = [
  { title: 'an empty epub', engine: 'epub', file: () => new Uint8Array(), fault: 'empty' },
  { title: 'an epub that is none', engine: 'epub', file: () => junk, fault: 'corrupt' },
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
];
