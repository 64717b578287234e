import type { DetailName, Details, Numbered } from '../item-edit/details.logic.ts';
import type { MediaType } from '../../kit/router/routes.ts';

export type CellKind = 'text' | 'names' | 'series' | 'flag';

const KINDS: { readonly [Field in DetailName]?: CellKind } = {
  authors: 'names',
  narrators: 'names',
  genres: 'names',
  tags: 'names',
  series: 'series',
  explicit: 'flag',
  abridged: 'flag',
};
export const kindOf = (field: DetailName): CellKind => KINDS[field] ?? 'text';

/** All columns in order. The title is always there. */
export const COLUMNS: { readonly [Kind in MediaType]: readonly DetailName[] } = {
  book: [
    'title',
    'subtitle',
    'authors',
    'narrators',
    'series',
    'publishedYear',
    'publisher',
    'genres',
    'tags',
    'language',
    'isbn',
    'asin',
    'explicit',
    'abridged',
    'description',
  ],
  podcast: [
    'title',
    'author',
    'genres',
    'tags',
    'language',
    'releaseDate',
    'itunesId',
    'feedUrl',
    'explicit',
    'description',
  ],
};

export const FIRST_COLUMNS: { readonly [Kind in MediaType]: readonly DetailName[] } = {
  book: ['title', 'subtitle', 'authors', 'narrators', 'series', 'publishedYear', 'genres', 'tags'],
  podcast: ['title', 'author', 'genres', 'tags', 'language', 'explicit'],
};

export function columnsOf(mediaType: MediaType, chosen: readonly string[]): readonly DetailName[] {
  return COLUMNS[mediaType].filter((field) => field === 'title' || chosen.includes(field));
}

/** Between names in a cell: names hold commas (`Martin Luther King, Jr.`) but hardly ever this. */
const BETWEEN = '; ';

const numberedText = ({ name, sequence }: Numbered) => (sequence === '' ? name : `${name} #${sequence}`);

/** Text of a cell: names with semicolons, series as `Name #1`, flags ''. */
export function cellText(value: Details[DetailName]): string {
  if (typeof value === 'boolean') return '';
  if (typeof value === 'string') return value;
  return value.map((one) => (typeof one === 'string' ? one : numberedText(one))).join(BETWEEN);
}

export function namesOf(text: string, between: string | RegExp = ';'): readonly string[] {
  return distinct(text.split(between));
}

/** Trimmed names; without empty and repeated ones, ignoring case. The first spelling stays. */
export function distinct(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names
    .map((name) => name.trim())
    .filter((name) => {
      const key = name.toLocaleLowerCase();
      if (key === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

/** Parses `Name #1.5`: the number follows the last ` #` and has no spaces. */
export function numberedOf(text: string): Numbered {
  const at = text.lastIndexOf(' #');
  const sequence = at === -1 ? '' : text.slice(at + 2).trim();
  if (sequence === '' || /\s/.test(sequence)) return { name: text.trim(), sequence: '' };
  return { name: text.slice(0, at).trim(), sequence };
}

/** Parses the text of a cell. An unchanged text keeps the value, even when its names hold semicolons. */
export function cellValue(field: DetailName, text: string, before: Details[DetailName]): Details[DetailName] {
  if (typeof before === 'boolean' || text === cellText(before)) return before;
  switch (kindOf(field)) {
    case 'names':
      return namesOf(text);
    case 'series':
      return namesOf(text).map(numberedOf);
    default:
      return text;
  }
}

export function emptyValue(field: DetailName): Details[DetailName] {
  const kind = kindOf(field);
  if (kind === 'flag') return false;
  return kind === 'text' ? '' : [];
}

export interface CellChange {
  readonly id: string;
  readonly field: DetailName;
  readonly value: Details[DetailName];
}
