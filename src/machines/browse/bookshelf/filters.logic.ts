import { fold } from '../../kit/text.logic.ts';
import type { MediaType } from '../../../schemas/api/common.ts';
import type { FilterData } from '../../../schemas/api/filter-data.ts';

export interface FilterRights {
  readonly isAdmin: boolean;
  readonly maySeeExplicit: boolean;
}

export interface FilterGroup {
  readonly group: string;
  readonly kind: 'flag' | 'values';
}

const DATA_GROUPS = [
  'genres',
  'tags',
  'series',
  'authors',
  'narrators',
  'publishers',
  'publishedDecades',
  'languages',
] as const;
type DataGroup = (typeof DATA_GROUPS)[number];

export const FIXED_VALUES = {
  progress: ['finished', 'in-progress', 'not-started', 'not-finished'],
  missing: [
    'asin',
    'isbn',
    'authors',
    'chapters',
    'cover',
    'description',
    'genres',
    'language',
    'narrators',
    'publishedYear',
    'publisher',
    'series',
    'subtitle',
    'tags',
  ],
  tracks: ['none', 'single', 'multi'],
  ebooks: ['ebook', 'no-ebook', 'supplementary', 'no-supplementary'],
} as const;
export type FixedGroup = keyof typeof FIXED_VALUES;

const BOOK_GROUPS = [
  ...DATA_GROUPS,
  'progress',
  'missing',
  'tracks',
  'ebooks',
  'abridged',
  'issues',
  'feed-open',
  'share-open',
  'explicit',
];
const SERIES_GROUPS = ['genres', 'tags', 'authors', 'narrators', 'publishers', 'languages', 'progress'];
const PODCAST_GROUPS = ['genres', 'tags', 'languages', 'issues', 'feed-open', 'explicit'];

export const isDataGroup = (group: string): group is DataGroup => DATA_GROUPS.some((known) => known === group);
export const isFixedGroup = (group: string): group is FixedGroup => group in FIXED_VALUES;

export type FilterSubject = MediaType | 'series';

const GROUPS: Readonly<Record<FilterSubject, readonly string[]>> = {
  book: BOOK_GROUPS,
  podcast: PODCAST_GROUPS,
  series: SERIES_GROUPS,
};

export function filterGroupsOf(
  subject: FilterSubject,
  { isAdmin, maySeeExplicit }: FilterRights,
): readonly FilterGroup[] {
  return GROUPS[subject]
    .filter((group) => (group !== 'share-open' || isAdmin) && (group !== 'explicit' || maySeeExplicit))
    .map((group) => ({ group, kind: isDataGroup(group) || isFixedGroup(group) ? 'values' : 'flag' }));
}

/** `value` in the server's format; `name` null: the client has a text for it. */
export interface FilterChoice {
  readonly value: string;
  readonly name: string | null;
}

/** Authors and series by id; `series` begins with the value for books without a series. */
export function choicesOf(group: string, data: FilterData | null): readonly FilterChoice[] {
  if (isFixedGroup(group)) return FIXED_VALUES[group].map((value) => ({ value, name: null }));
  if (!data || !isDataGroup(group)) return [];
  const named = data[group].map((entry): FilterChoice =>
    typeof entry === 'string' ? { value: entry, name: entry } : { value: entry.id, name: entry.name },
  );
  return group === 'series' ? [{ value: 'no-series', name: null }, ...named] : named;
}

export function choiceOf(group: string, value: string, data: FilterData | null): FilterChoice {
  if (!data || !isDataGroup(group)) return { value, name: null };
  const entries: readonly (string | { readonly id: string; readonly name: string })[] = data[group];
  const found = entries.find((entry) => typeof entry !== 'string' && entry.id === value);
  return { value, name: typeof found === 'object' ? found.name : entries.includes(value) ? value : null };
}

/** Finds by part of the name, ignoring case and accents. Folds names once: there may be 20,000. */
export function choiceSearch(
  choices: readonly FilterChoice[],
  nameOf: (choice: FilterChoice) => string,
): (text: string) => readonly FilterChoice[] {
  let names: readonly string[] | null = null;
  return (text) => {
    const wanted = fold(text.trim());
    if (wanted === '') return choices;
    const all = (names ??= choices.map((choice) => fold(nameOf(choice))));
    return choices.filter((_, at) => all[at]?.includes(wanted));
  };
}
