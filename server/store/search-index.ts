import type { Database } from './database.ts';
import { foldText } from './fold-text.ts';
import { keysOf, type SearchedKind } from './tables/search.ts';

/** Rows that are folded at a time. */
const AT_ONCE = 500;
/** Longer words are found, but not by a slip in them. */
const LONGEST_WORD = 40;

/** Separates the texts of one row, so that no phrase matches across two, and each word has a space before it. */
const BETWEEN = ' \n ';

interface Source {
  readonly own: readonly string[];
  readonly rest: readonly string[];
}

/** Sources of the texts by kind: `t` is its row, `d` the pending entry. */
const sources: Readonly<Partial<Record<SearchedKind, { readonly from: string } & Source>>> = {
  item: {
    from: 'libraryItems t ON t.id = d.id',
    own: [
      't.title',
      't.subtitle',
      't.asin',
      't.isbn',
      't.itunesId',
      "CASE t.mediaType WHEN 'podcast' THEN t.authorName END",
    ],
    rest: ["CASE t.mediaType WHEN 'book' THEN t.authorName END", 't.seriesName', 't.narratorName'],
  },
  episode: { from: 'podcastEpisodes t ON t.id = d.id', own: ['t.title', 't.subtitle'], rest: [] },
  author: { from: 'authors t ON t.id = d.id', own: ['t.name'], rest: [] },
  series: { from: 'series t ON t.id = d.id', own: ['t.name'], rest: [] },
};
const OF_VALUES = { from: '(SELECT 1) t ON 1', own: ['d.id'], rest: [] };

const isWord = (word: string): boolean => word.length >= 4 && word.length <= LONGEST_WORD && !/\d/.test(word);

/** A word spelled backwards. */
export const mirror = (word: string): string => [...word].toReversed().join('');

/** Writes the texts of all rows that triggers marked as new or changed; call it within their transaction. */
export function foldDue(database: Database): void {
  while (database.get('SELECT 1 AS one FROM searchDue LIMIT 1')) {
    const words = new Set<string>();
    const kinds = database.all<{ kind: SearchedKind }>('SELECT DISTINCT kind FROM searchDue');
    for (const { kind } of kinds) foldKind(database, kind, words);
    database.run(
      'INSERT INTO searchWords (word, mirrored) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE 1 ON CONFLICT DO NOTHING',
      JSON.stringify([...words].map((word) => [word, mirror(word)])),
    );
  }
}

function foldKind(database: Database, kind: SearchedKind, words: Set<string>): void {
  const { from, own, rest } = sources[kind] ?? OF_VALUES;
  const list = (columns: readonly string[]) => `json_array(${columns.join(', ')})`;
  const rows = database.all<{ id: string; libraryId: string; own: string; rest: string }>(
    `SELECT d.id, d.libraryId, ${list(own)} AS own, ${list(rest)} AS rest FROM searchDue d JOIN ${from} WHERE d.kind = ? ORDER BY d.id, d.libraryId LIMIT ?`,
    kind,
    AT_ONCE,
  );
  const fold = (texts: string): string =>
    (JSON.parse(texts) as (string | null)[]).flatMap((text) => (text && foldText(text)) || []).join(BETWEEN);
  const keys = keysOf(kind);
  for (const row of rows) {
    const texts = { own: fold(row.own), rest: fold(row.rest) };
    for (const word of `${texts.own} ${texts.rest}`.split(/[ \n]+/)) if (isWord(word)) words.add(word);
    database.run(
      `INSERT INTO searchTexts (key, kind, id, libraryId, own, rest) VALUES
       (coalesce((SELECT max(key) + 1 FROM searchTexts WHERE key BETWEEN ? AND ?), ?), ?, ?, ?, ?, ?)
       ON CONFLICT (kind, id, libraryId)
       DO UPDATE SET own = excluded.own, rest = excluded.rest WHERE own <> excluded.own OR rest <> excluded.rest`,
      keys.from,
      keys.to,
      keys.from,
      kind,
      row.id,
      row.libraryId,
      texts.own,
      texts.rest,
    );
    database.run('DELETE FROM searchDue WHERE kind = ? AND id = ? AND libraryId = ?', kind, row.id, row.libraryId);
  }
  // A row removed again in the same transaction is missing.
  if (rows.length < AT_ONCE) database.run('DELETE FROM searchDue WHERE kind = ?', kind);
}
