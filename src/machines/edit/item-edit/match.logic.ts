import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { KeptMatch } from '../../../schemas/drafts.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { z } from '../../../schemas/zod.ts';
import { defineStored } from '../../../services/storage.ts';
import type { MediaType } from '../../kit/router/routes.ts';
import { changesOf, valuesOf } from './details-form.logic.ts';
import { detailsOf, type Details } from './details.logic.ts';
import type { MatchResult } from './match-result.logic.ts';

const MATCH_FIELDS = [
  'cover',
  'title',
  'subtitle',
  'author',
  'narrator',
  'description',
  'publisher',
  'publishedYear',
  'series',
  'genres',
  'tags',
  'language',
  'isbn',
  'asin',
  'explicit',
  'abridged',
  'itunesId',
  'feedUrl',
  'itunesPageUrl',
  'releaseDate',
] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];
/** Lists are joined by commas, a series has its number after '#'. */
export type MatchValue = string | boolean;
type MatchValues = { readonly [Field in MatchField]?: MatchValue };

export interface MatchDraft {
  readonly values: MatchValues;
  readonly ticks: { readonly [Field in MatchField]?: boolean };
}

export const MATCH_PROVIDER = defineStored('book-provider', z.string());
export const MATCH_USAGE = defineStored('selectedMatchUsage', z.record(z.string(), z.boolean()));

const OF_PODCASTS: readonly MatchField[] = ['itunesId', 'feedUrl', 'itunesPageUrl', 'releaseDate'];
const OF_BOOKS: readonly MatchField[] = [
  'subtitle',
  'narrator',
  'publisher',
  'publishedYear',
  'series',
  'isbn',
  'asin',
  'abridged',
];
const exists = (field: MatchField, mediaType: MediaType): boolean =>
  !(mediaType === 'book' ? OF_PODCASTS : OF_BOOKS).includes(field);

const seriesText = (series: readonly { readonly name: string; readonly sequence: string }[]): string =>
  series.map(({ name, sequence }) => (sequence === '' ? name : `${name} #${sequence}`)).join(', ');

const proposed = (result: MatchResult, field: MatchField): MatchValue | null => {
  if (field === 'cover') return result.covers[0] ?? '';
  if (field === 'series') return seriesText(result.series);
  if (field === 'genres' || field === 'tags') return result[field].join(', ');
  return result[field];
};

/** The cover's value is its server path. */
export function currentValue(item: LibraryItemExpanded, field: MatchField): MatchValue {
  if (field === 'cover') return item.media.coverPath ?? '';
  const details = detailsOf(item);
  if (field === 'author') return item.mediaType === 'book' ? details.authors.join(', ') : details.author;
  if (field === 'narrator') return details.narrators.join(', ');
  if (field === 'series') return seriesText(details.series);
  if (field === 'genres' || field === 'tags') return details[field].join(', ');
  if (field === 'itunesPageUrl') return item.mediaType === 'podcast' ? (item.media.metadata.itunesPageUrl ?? '') : '';
  return details[field];
}

/** Ticks the fields chosen last time. */
export function draftOf(
  item: LibraryItemExpanded,
  result: MatchResult,
  usage: Readonly<Record<string, boolean>>,
): MatchDraft {
  const values = MATCH_FIELDS.filter((field) => exists(field, item.mediaType)).flatMap((field) => {
    const value = proposed(result, field);
    return value === null || value === '' ? [] : [[field, value] as const];
  });
  return {
    values: Object.fromEntries(values),
    ticks: Object.fromEntries(values.map(([field]) => [field, usage[field] ?? true])),
  };
}

export const keptOf = (itemId: string, chosen: MatchResult, { values, ticks }: MatchDraft): KeptMatch => ({
  itemId,
  chosen: {
    ...chosen,
    covers: [...chosen.covers],
    series: chosen.series.map((one) => ({ ...one })),
    genres: [...chosen.genres],
    tags: [...chosen.tags],
  },
  values: { ...values },
  ticks: { ...ticks },
});

export const keptDraft = ({ values, ticks }: KeptMatch): MatchDraft => ({ values, ticks });

export const fieldsOf = ({ values }: MatchDraft): readonly MatchField[] =>
  MATCH_FIELDS.filter((field) => values[field] !== undefined);

const isEmpty = (value: MatchValue): boolean => value === '' || value === false;

/** Ticks only the fields that the item lacks. */
export function withEmptyOnly(item: LibraryItemExpanded, draft: MatchDraft): MatchDraft {
  const ticks = fieldsOf(draft).map((field) => [field, isEmpty(currentValue(item, field))] as const);
  return { ...draft, ticks: Object.fromEntries(ticks) };
}

export function withAll(draft: MatchDraft, isOn: boolean): MatchDraft {
  return { ...draft, ticks: Object.fromEntries(fieldsOf(draft).map((field) => [field, isOn])) };
}

const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

const seriesIn = (text: string): Details['series'] =>
  namesIn(text).map((entry) => {
    const [, name = entry, sequence = ''] = /^(.*\S)\s*#(\S+)$/.exec(entry) ?? [];
    return { name, sequence };
  });

function merged(item: LibraryItemExpanded, { values, ticks }: MatchDraft): Details {
  let details = detailsOf(item);
  for (const field of MATCH_FIELDS) {
    const value = values[field];
    if (!ticks[field] || value === undefined || field === 'cover' || field === 'itunesPageUrl') continue;
    const text = String(value).trim();
    if (field === 'author')
      details = item.mediaType === 'book' ? { ...details, authors: namesIn(text) } : { ...details, author: text };
    else if (field === 'narrator') details = { ...details, narrators: namesIn(text) };
    else if (field === 'series') details = { ...details, series: seriesIn(text) };
    else if (field === 'genres' || field === 'tags') details = { ...details, [field]: namesIn(text) };
    else details = { ...details, [field]: typeof value === 'boolean' ? value : text };
  }
  return details;
}

export function isChange(item: LibraryItemExpanded, draft: MatchDraft, field: MatchField): boolean {
  const only: MatchDraft = { values: draft.values, ticks: { [field]: draft.ticks[field] ?? false } };
  return Object.keys(matchChanges(item, only)).length > 0;
}

export function matchChanges(item: LibraryItemExpanded, draft: MatchDraft): Body<'items.update'> {
  const { values, ticks } = draft;
  const base = detailsOf(item);
  const change = changesOf({ ...valuesOf(item.id, item.mediaType, base), ...merged(item, draft) });
  const page = ticks.itunesPageUrl ? values.itunesPageUrl : undefined;
  const hasNewPage = typeof page === 'string' && page !== currentValue(item, 'itunesPageUrl');
  const cover = ticks.cover ? values.cover : undefined;
  return {
    ...change,
    ...(hasNewPage ? { metadata: { ...change.metadata, itunesPageUrl: page } } : {}),
    ...(typeof cover === 'string' && cover !== '' ? { url: cover } : {}),
  };
}

/** Undo of a save; null when only the cover changed. */
export function undoOf(item: LibraryItemExpanded, draft: MatchDraft): Body<'items.update'> | null {
  const after = valuesOf(item.id, item.mediaType, merged(item, draft));
  const change = changesOf({ ...after, ...detailsOf(item) });
  const { metadata } = matchChanges(item, draft);
  const page = String(currentValue(item, 'itunesPageUrl'));
  const whole =
    metadata?.itunesPageUrl === undefined
      ? change
      : { ...change, metadata: { ...change.metadata, itunesPageUrl: page === '' ? null : page } };
  return Object.keys(whole).length === 0 ? null : whole;
}
