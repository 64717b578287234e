import type { MediaType } from '../../schemas/api/common.ts';
import type { FilterData } from '../../schemas/api/filter-data.ts';

/** What may be filtered by also depends on who looks. */
export interface FilterRights {
  readonly isAdmin: boolean;
  readonly maySeeExplicit: boolean;
}

/** A group of the filter menu: chosen as it is (`flag`), or by one of its values. */
export interface FilterGroup {
  readonly group: string;
  readonly kind: 'flag' | 'values';
}

/** Groups whose values the server names (`FilterData`). */
const DATA_GROUPS = ['genres', 'tags', 'series', 'authors', 'narrators', 'publishers', 'publishedDecades', 'languages'] as const;
type DataGroup = (typeof DATA_GROUPS)[number];

/** Groups whose values the client names. */
export const FIXED_VALUES = {
  progress: ['finished', 'in-progress', 'not-started', 'not-finished'],
  missing: [
    'asin', 'isbn', 'authors', 'chapters', 'cover', 'description', 'genres', 'language', 'narrators', 'publishedYear', 'publisher', 'series',
    'subtitle', 'tags',
  ],
  tracks: ['none', 'single', 'multi'],
  ebooks: ['ebook', 'no-ebook', 'supplementary', 'no-supplementary'],
} as const;
export type FixedGroup = keyof typeof FIXED_VALUES;

const BOOK_GROUPS = [...DATA_GROUPS, 'progress', 'missing', 'tracks', 'ebooks', 'abridged', 'issues', 'feed-open', 'share-open', 'explicit'];
const PODCAST_GROUPS = ['genres', 'tags', 'languages', 'issues', 'feed-open', 'explicit'];

export const isDataGroup = (group: string): group is DataGroup => DATA_GROUPS.some((known) => known === group);
export const isFixedGroup = (group: string): group is FixedGroup => group in FIXED_VALUES;

/** The groups that a library can be filtered by, in the order of the menu (areas 28.1). */
export function filterGroupsOf(mediaType: MediaType, { isAdmin, maySeeExplicit }: FilterRights): readonly FilterGroup[] {
  return (mediaType === 'book' ? BOOK_GROUPS : PODCAST_GROUPS)
    .filter((group) => (group !== 'share-open' || isAdmin) && (group !== 'explicit' || maySeeExplicit))
    .map((group) => ({ group, kind: isDataGroup(group) || isFixedGroup(group) ? 'values' : 'flag' }));
}

/** A value to choose: what the server takes, and its name; null for names that the client words itself. */
export interface FilterChoice {
  readonly value: string;
  readonly name: string | null;
}

/** The values of a group. Authors and series are told apart by id; `series` begins with the books that have none. */
export function choicesOf(group: string, data: FilterData | null): readonly FilterChoice[] {
  if (isFixedGroup(group)) return FIXED_VALUES[group].map((value) => ({ value, name: null }));
  if (!data || !isDataGroup(group)) return [];
  const named = data[group].map((entry): FilterChoice =>
    typeof entry === 'string' ? { value: entry, name: entry } : { value: entry.id, name: entry.name });
  return group === 'series' ? [{ value: 'no-series', name: null }, ...named] : named;
}

/** The choices whose name has the text in it, letter case and accents aside. `nameOf` words the unnamed ones. */
export function findChoices(choices: readonly FilterChoice[], text: string, nameOf: (choice: FilterChoice) => string): readonly FilterChoice[] {
  const wanted = fold(text.trim());
  return wanted === '' ? choices : choices.filter((choice) => fold(nameOf(choice)).includes(wanted));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase();
}
