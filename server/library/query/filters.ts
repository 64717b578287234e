import type { ValueKind } from '../../items/names.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { NOTHING, type SqlPart } from '../../items/content-rule.ts';
import type { Otherwise } from './order.ts';

/** `group.value` as sent in `filter`: the value is URI-encoded base64 of its UTF-8 text. */
export interface Filter {
  readonly group: string;
  readonly value: string;
}

/** Reads a filter. A value that is not base64 gives garbage, which matches nothing. */
export function parseFilter(text: string): Filter | null {
  if (!text) return null;
  const dot = text.indexOf('.');
  if (dot < 0) return { group: text, value: '' };
  const encoded = text.slice(dot + 1);
  let value = encoded;
  try {
    value = decodeURIComponent(encoded);
  } catch {
    // Not URI-encoded: taken as it is.
  }
  return { group: text.slice(0, dot), value: Buffer.from(value, 'base64').toString('utf8') };
}

const value =
  (kind: ValueKind): ((text: string) => SqlPart) =>
  (text) => ({
    sql: ` AND i.id IN (SELECT f.itemId FROM itemValues f WHERE f.kind = '${kind}' AND f.value = ?)`,
    values: [text],
  });
const column =
  (name: string): ((text: string) => SqlPart) =>
  (text) => ({ sql: ` AND i.${name} = ?`, values: [text] });
const fixed = (sql: string): SqlPart => ({ sql: ` AND ${sql}`, values: [] });

const noValue = (kind: 'tag' | 'genre'): string =>
  `i.id NOT IN (SELECT f.itemId FROM itemValues f WHERE f.kind = '${kind}')`;
/** The names of all series of a book are stored with it. */
export const NO_SERIES = "i.seriesName = ''";
const empty = (name: string): string => `(i.${name} IS NULL OR i.${name} = '')`;

const MISSING: Readonly<Record<string, string>> = {
  asin: empty('asin'),
  isbn: empty('isbn'),
  subtitle: empty('subtitle'),
  publishedYear: empty('publishedYear'),
  description: empty('description'),
  publisher: empty('publisher'),
  language: empty('language'),
  cover: empty('coverPath'),
  authors: "i.authorName = ''",
  series: NO_SERIES,
  genres: noValue('genre'),
  tags: noValue('tag'),
  narrators: "i.narratorName = ''",
  chapters: 'i.numChapters = 0',
};
const TRACKS: Readonly<Record<string, string>> = {
  none: 'i.numTracks = 0',
  single: 'i.numTracks = 1',
  multi: 'i.numTracks > 1',
};
const EBOOKS: Readonly<Record<string, string>> = {
  ebook: 'i.ebookFormat IS NOT NULL',
  'no-ebook': 'i.ebookFormat IS NULL',
  supplementary: 'i.numSupplementaryEbooks > 0',
  'no-supplementary': 'i.numSupplementaryEbooks = 0',
};

/** Conditions on `p`, the progress of the user in a book. */
export const PROGRESS: Readonly<Record<string, string>> = {
  finished: 'p.isFinished = 1',
  'in-progress': '(p.isFinished = 0 AND (p.currentTime > 0 OR p.ebookProgress > 0))',
  'not-started': '(p.id IS NULL OR (p.isFinished = 0 AND p.currentTime = 0 AND p.ebookProgress = 0))',
  'not-finished': '(p.id IS NULL OR p.isFinished = 0)',
  'audio-in-progress': '(p.isFinished = 0 AND p.currentTime > 0)',
  'ebook-in-progress': '(p.isFinished = 0 AND p.ebookProgress > 0)',
  'ebook-finished': '(p.isFinished = 1 AND i.ebookFormat IS NOT NULL)',
};

/** Whether a filter on progress keeps items without progress: nearly all of them. */
export const isOfMost = (filter: Filter | null): boolean =>
  filter?.group === 'progress' && (filter.value === 'not-started' || filter.value === 'not-finished');

/** Order of a filter's items without a known sort key. */
export function otherwiseBy(filter: Filter | null): Otherwise {
  if (filter?.group === 'recent') return 'added';
  const isProgress = filter?.group === 'progress' && Object.hasOwn(PROGRESS, filter.value);
  return isProgress && !isOfMost(filter) ? 'begun' : 'author';
}

const one =
  (table: Readonly<Record<string, string>>) =>
  (text: string): SqlPart => {
    const sql = Object.hasOwn(table, text) ? table[text] : undefined;
    return sql === undefined ? NOTHING : fixed(sql);
  };

/** Kinds of value by filter group. */
const VALUES: Readonly<Record<string, ValueKind>> = { genres: 'genre', tags: 'tag', narrators: 'narrator' };

/** The kind of value of a filter, null for other groups. */
export const valueKindOf = ({ group }: Filter): ValueKind | null =>
  (Object.hasOwn(VALUES, group) ? VALUES[group] : undefined) ?? null;

const COMMON: Readonly<Record<string, (text: string) => SqlPart>> = {
  genres: value('genre'),
  tags: value('tag'),
  languages: column('language'),
  issues: () => fixed('(i.isMissing = 1 OR i.isInvalid = 1)'),
  explicit: () => fixed('i.explicit = 1'),
  'feed-open': () => fixed('EXISTS (SELECT 1 FROM feeds f WHERE f.entityId = i.id)'),
};

const BOOK: Readonly<Record<string, (text: string) => SqlPart>> = {
  ...COMMON,
  narrators: value('narrator'),
  publishers: column('publisher'),
  abridged: () => fixed('i.abridged = 1'),
  authors: (id) => ({ sql: ' AND i.id IN (SELECT f.itemId FROM bookAuthors f WHERE f.authorId = ?)', values: [id] }),
  series: (id) =>
    id === 'no-series'
      ? fixed(NO_SERIES)
      : { sql: ' AND i.id IN (SELECT f.itemId FROM bookSeries f WHERE f.seriesId = ?)', values: [id] },
  publishedDecades: (text) => ({
    sql: " AND i.publishedYear <> '' AND CAST(i.publishedYear AS INTEGER) BETWEEN ? AND ?",
    values: [Number(text) || 0, (Number(text) || 0) + 9],
  }),
  missing: one(MISSING),
  tracks: one(TRACKS),
  ebooks: one(EBOOKS),
  progress: one(PROGRESS),
  'share-open': () =>
    fixed(`EXISTS (SELECT 1 FROM shares f
    WHERE f.libraryItemId = i.id AND (f.expiresAt IS NULL OR f.expiresAt > CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)))`),
  recent: () => fixed("i.addedAt > CAST((julianday('now') - 2440587.5 - 60) * 86400000 AS INTEGER)"),
};

/** The condition of a filter on `libraryItems i`; an unknown group or value is no condition, as on the real server. */
export function filterRule(mediaType: 'book' | 'podcast', filter: Filter | null): SqlPart {
  if (!filter) return NOTHING;
  const table = mediaType === 'book' ? BOOK : COMMON;
  return Object.hasOwn(table, filter.group) ? (table[filter.group]?.(filter.value) ?? NOTHING) : NOTHING;
}

/** The join for `progress` filters and sorting by progress. */
export function progressJoin(user: User): SqlPart {
  return { sql: ' LEFT JOIN mediaProgress p ON p.mediaItemId = i.mediaId AND p.userId = ?', values: [user.id] };
}
