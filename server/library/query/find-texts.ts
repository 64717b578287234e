import { contentRule, itemOf, type SqlPart } from '../../items/content-rule.ts';
import type { Database } from '../../store/database.ts';
import { foldText } from '../../store/fold-text.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { LAST_LETTER, wordsLike } from './slips.ts';

/** Texts with more hits are searched in the order of the list, where they soon fill it. */
const FREQUENT = 2000;

/** Words of a text that are searched; further ones would only narrow it. */
const MOST_WORDS = 16;

export type SearchedKind = 'item' | 'episode' | 'author' | 'series' | 'tag' | 'genre' | 'narrator';

interface Seen {
  readonly join: string;
  readonly condition: string;
}

/**
 * What makes a hit `t` visible by the rule on items `i`. Tags, genres and narrators are checked later, when their items
 * are counted.
 */
function seenBy(rule: SqlPart, kind: SearchedKind): Seen & Pick<SqlPart, 'values'> {
  const { sql, values } = rule;
  const ofNames = (links: string, key: string): Seen => ({
    join: '',
    condition: ` AND EXISTS (SELECT 1 FROM ${links} b${itemOf('b.itemId', 't.libraryId')} WHERE b.${key} = t.id${sql})`,
  });
  if (sql === '') return { join: '', condition: '', values: [] };
  if (kind === 'item') return { join: itemOf('t.id', 't.libraryId'), condition: sql, values };
  if (kind === 'episode') return { join: itemOf('e.itemId', 't.libraryId'), condition: sql, values };
  if (kind === 'author') return { ...ofNames('bookAuthors', 'authorId'), values };
  if (kind === 'series') return { ...ofNames('bookSeries', 'seriesId'), values };
  return { join: '', condition: '', values: [] };
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** The index has runs of three characters. */
const isIndexed = (text: string): boolean => [...text].length >= 3;
const ALL = "(' ' || t.own || ' ' || t.rest)";
/** One or two letters of these scripts match only the start of words, unless they are the whole search. */
const isBeginning = (word: string): boolean =>
  !isIndexed(word) && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u.test(word);

interface Stage {
  readonly condition: SqlPart;
  /** The query of the index; null when it cannot answer. */
  readonly match: string | null;
  /** Whether these are words like the searched ones. */
  readonly isNear?: boolean;
}

const every = (words: readonly string[]): SqlPart => ({
  sql: words.map(() => `instr(${ALL}, ?)`).join(' AND '),
  values: words.map((word) => (isBeginning(word) ? ` ${word}` : word)),
});
const someOwn = (words: readonly string[]): SqlPart => ({
  sql: `(${words.map(() => 'instr(t.own, ?)').join(' OR ')})`,
  values: words,
});
const both = (one: SqlPart, other: SqlPart): SqlPart => ({
  sql: [one.sql, other.sql].filter(Boolean).join(' AND '),
  values: [...one.values, ...other.values],
});
const not = ({ sql, values }: SqlPart): SqlPart => ({ sql: `NOT (${sql})`, values });
const anyOf = (words: readonly string[]): string => `(${words.map(quoted).join(' OR ')})`;

/** The steps of a search, the best hits first: as written, its words in any order, words with slips. */
function stagesOf(database: Database, phrase: string): Stage[] {
  const words = [...new Set(phrase.split(' '))].slice(0, MOST_WORDS);
  const holds = { sql: 'instr(t.own, ?)', values: [phrase] };
  const inAnyOrder = both(someOwn(words), every(words));
  const indexed = words.filter(isIndexed);
  const inOwn = indexed.length === words.length ? [`own : ${anyOf(indexed)}`] : [];
  const stages: Stage[] = [{ condition: holds, match: isIndexed(phrase) ? `own : ${quoted(phrase)}` : null }];
  if (words.length > 1)
    stages.push({
      condition: both(inAnyOrder, not(holds)),
      match:
        indexed.length > 0 ? [...indexed.map((word) => `{own rest} : ${quoted(word)}`), ...inOwn].join(' AND ') : null,
    });
  const alike = indexed.map((word) => [word, ...wordsLike(database, word)]);
  if (alike.some((list) => list.length > 1))
    stages.push({
      condition: both(not(inAnyOrder), every(words.filter((word) => !isIndexed(word)))),
      match: `${alike.map((list) => `{own rest} : ${anyOf(list)}`).join(' AND ')} AND own : ${anyOf(alike.flat())}`,
      isNear: true,
    });
  return stages;
}

export interface Hit {
  readonly id: string;
  /** Found by a similar word. */
  readonly isNear: boolean;
}

/**
 * Searches the names of a library for a text, limited to what an account may see. The returned function finds ids of
 * one kind, the best first: items, authors and series whose name begins with it, then by name; episodes by date.
 */
export function createFinder(
  { database, library, user }: { database: Database; library: Library; user: User },
  text: string,
): (kind: SearchedKind, limit: number) => Hit[] {
  const phrase = foldText(text);
  const stages = phrase === '' ? [] : stagesOf(database, phrase);
  const rule = contentRule(user);
  /** The few texts of a kind that the index finds; null for many. */
  const fewOf = ({ match, isNear = false }: Stage, kind: SearchedKind): number[] | null => {
    if (match === null) return null;
    const keys = database
      .all<{ key: number }>(
        'SELECT rowid AS key FROM searchIndex WHERE searchIndex MATCH ? LIMIT ?',
        `(${match}) AND kind : "${kind}"`,
        FREQUENT,
      )
      .map(({ key }) => key);
    return keys.length < FREQUENT || isNear ? keys : null;
  };
  const begins: SqlPart = { sql: 't.own >= ? AND t.own < ?', values: [phrase, `${phrase}${LAST_LETTER}`] };

  return (kind, limit) => {
    const isDated = kind === 'episode';
    const seen = seenBy(rule, kind);
    const hits: Hit[] = [];
    const find = ({ condition, isNear = false }: Pick<Stage, 'condition' | 'isNear'>, keys: number[] | null): void => {
      if (keys?.length === 0) return;
      const listed = 'searchTexts t INDEXED BY searchTextsInOrder';
      const dated = `podcastEpisodes e INDEXED BY podcastEpisodesByDate CROSS JOIN searchTexts t ON t.kind = '${kind}' AND t.id = e.id`;
      const few = `json_each(?) k CROSS JOIN searchTexts t ON t.key = k.value${isDated ? ' CROSS JOIN podcastEpisodes e ON e.id = t.id' : ''}`;
      const rows = database.all<{ id: string }>(
        `SELECT t.id FROM ${keys ? few : isDated ? dated : listed}${seen.join} WHERE t.libraryId = ? AND t.kind = ? AND ${condition.sql}${seen.condition}
         ORDER BY ${isDated ? 'e.publishedAt DESC' : 't.own, t.rest, t.id'} LIMIT ?`,
        ...(keys ? [JSON.stringify(keys)] : []),
        library.id,
        kind,
        ...condition.values,
        ...seen.values,
        limit - hits.length,
      );
      hits.push(...rows.map(({ id }) => ({ id, isNear })));
    };
    if (stages.length > 0 && !isDated) find({ condition: begins }, null);
    for (const stage of stages) {
      if (hits.length >= limit) break;
      find({ ...stage, condition: isDated ? stage.condition : both(stage.condition, not(begins)) }, fewOf(stage, kind));
    }
    return hits;
  };
}
