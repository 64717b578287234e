import type { DetailName, Details, Numbered } from '../item-edit/details.logic.ts';
import type { MediaType } from '../router/routes.ts';

/** What a cell holds: a text, several names, series with their numbers, or yes and no. */
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

/** Columns of the table in their order. The title comes first and is always there. */
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

/** Columns until somebody chooses others. */
export const FIRST_COLUMNS: { readonly [Kind in MediaType]: readonly DetailName[] } = {
  book: ['title', 'subtitle', 'authors', 'narrators', 'series', 'publishedYear', 'genres', 'tags'],
  podcast: ['title', 'author', 'genres', 'tags', 'language', 'explicit'],
};

/** These of the columns, in the order of the table. */
export function columnsOf(mediaType: MediaType, chosen: readonly string[]): readonly DetailName[] {
  return COLUMNS[mediaType].filter((field) => field === 'title' || chosen.includes(field));
}

/** Between the names of a cell. Names hold commas (`Martin Luther King, Jr.`), hardly ever this. */
const BETWEEN = '; ';

const numberedText = ({ name, sequence }: Numbered) => (sequence === '' ? name : `${name} #${sequence}`);

/** A detail as it is written in a cell: names with a semicolon between them, series as `Name #1`. Flags have none. */
export function cellText(value: Details[DetailName]): string {
  if (typeof value === 'boolean') return '';
  if (typeof value === 'string') return value;
  return value.map((one) => (typeof one === 'string' ? one : numberedText(one))).join(BETWEEN);
}

/** The names of a text: trimmed, without empty ones and without repeats. */
export function namesOf(text: string, between: string | RegExp = ';'): readonly string[] {
  return distinct(text.split(between));
}

/** Names trimmed, without empty ones and without repeats, whatever their case; the first of each stays. */
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

/** `Name #1.5` with its number; a number is what follows the last ` #` and holds no spaces. */
export function numberedOf(text: string): Numbered {
  const at = text.lastIndexOf(' #');
  const sequence = at === -1 ? '' : text.slice(at + 2).trim();
  if (sequence === '' || /\s/.test(sequence)) return { name: text.trim(), sequence: '' };
  return { name: text.slice(0, at).trim(), sequence };
}

/** What a text in a cell means. The text that a value has means that value, whatever its names hold. */
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

/** The value without anything; a flag is off. */
export function emptyValue(field: DetailName): Details[DetailName] {
  const kind = kindOf(field);
  if (kind === 'flag') return false;
  return kind === 'text' ? '' : [];
}

/** A cell gets another value. */
export interface CellChange {
  readonly id: string;
  readonly field: DetailName;
  readonly value: Details[DetailName];
}
