import { contentRule, itemOf, type SqlPart } from '../../items/content-rule.ts';
import type { Database } from '../../store/database.ts';
import { foldText } from '../../store/fold-text.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { ValueKind } from '../../items/names.repo.ts';
import { keysOf, keysOfNames, type KeyRange, type SearchedKind } from '../../store/tables/search.ts';
import type { User } from '../../store/users.repo.ts';
import { fewSeenItems } from './few-items.ts';
import { both, not, stagesOf, type Stage } from './search-stages.ts';
import { LAST_LETTER } from './slips.ts';

/** Texts with more hits are searched in the order of the list, where they soon fill it. */
const FREQUENT = 4000;
/** Texts with similar words that are read at most. */
const MOST_NEAR = 2000;

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

/** From a visible item `k` to the texts `t` of a kind. */
const ofValues = (kind: ValueKind) =>
  `CROSS JOIN itemValues b ON b.itemId = k.value AND b.kind = '${kind}' CROSS JOIN searchTexts t ON t.id = b.value`;
const LINKS: Readonly<Record<Exclude<SearchedKind, 'episode'>, string>> = {
  item: 'CROSS JOIN searchTexts t ON t.id = k.value',
  author: 'CROSS JOIN bookAuthors b ON b.itemId = k.value CROSS JOIN searchTexts t ON t.id = b.authorId',
  series: 'CROSS JOIN bookSeries b ON b.itemId = k.value CROSS JOIN searchTexts t ON t.id = b.seriesId',
  tag: ofValues('tag'),
  genre: ofValues('genre'),
  narrator: ofValues('narrator'),
};

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
  const keysIn = (match: string, { from, to }: KeyRange, most: number): number[] =>
    database
      .all<{ key: number }>(
        'SELECT rowid AS key FROM searchIndex WHERE searchIndex MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?',
        match,
        from,
        to,
        most,
      )
      .map(({ key }) => key);
  /** Few names of all kinds are found at once: most of the time goes into getting to their part of the index. */
  const fewNames = new Map<string, number[]>();
  const keysOfKind = (match: string, kind: SearchedKind, most: number): number[] => {
    const range = keysOf(kind);
    if (kind === 'item' || kind === 'episode') return keysIn(match, range, most);
    const names = fewNames.get(match) ?? keysIn(match, keysOfNames, most);
    fewNames.set(match, names);
    return names.length < most
      ? names.filter((key) => key >= range.from && key <= range.to)
      : keysIn(match, range, most);
  };
  /** The few texts of a kind that the index finds; null for many. */
  const fewOf = ({ matches, isNear = false }: Stage, kind: SearchedKind): number[] | null => {
    const most = isNear ? MOST_NEAR : FREQUENT;
    let keys: number[] | null = null;
    for (const match of matches) {
      keys = keysOfKind(match, kind, most);
      if (keys.length < most) return keys;
    }
    return isNear ? keys : null;
  };
  let seenItems: string[] | null | undefined;
  /** The texts of a kind that an account with few visible items may see; null for other accounts. */
  const seenOf = (kind: SearchedKind): number[] | null => {
    if (rule.sql === '' || kind === 'episode') return null;
    seenItems = seenItems === undefined ? fewSeenItems(database, library, user, FREQUENT) : seenItems;
    if (seenItems === null) return null;
    return database
      .all<{ key: number }>(
        `SELECT DISTINCT t.key FROM json_each(?) k ${LINKS[kind]} AND t.kind = ? AND t.libraryId = ?`,
        JSON.stringify(seenItems),
        kind,
        library.id,
      )
      .map(({ key }) => key);
  };
  const begins: SqlPart = { sql: 't.own >= ? AND t.own < ?', values: [phrase, `${phrase}${LAST_LETTER}`] };

  return (kind, limit) => {
    const isDated = kind === 'episode';
    const seen = seenBy(rule, kind);
    const hits: Hit[] = [];
    const find = ({ condition, isNear = false }: Pick<Stage, 'condition' | 'isNear'>, keys: number[] | null): void => {
      if (keys?.length === 0) return;
      const listed = 'searchTexts t INDEXED BY searchTextsInOrder';
      const dated = `podcastEpisodes e INDEXED BY podcastEpisodesByDate
        CROSS JOIN searchTexts t ON t.kind = '${kind}' AND t.id = e.id`;
      const episodes = isDated ? ' CROSS JOIN podcastEpisodes e ON e.id = t.id' : '';
      const few = `json_each(?) k CROSS JOIN searchTexts t ON t.key = k.value${episodes}`;
      const rows = database.all<{ id: string }>(
        `SELECT t.id FROM ${keys ? few : isDated ? dated : listed}${seen.join}
         WHERE t.libraryId = ? AND t.kind = ? AND ${condition.sql}${seen.condition}
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
    const visible = stages.length > 0 ? seenOf(kind) : null;
    if (stages.length > 0 && !isDated) find({ condition: begins }, visible);
    for (const stage of stages) {
      if (hits.length >= limit) break;
      find(
        { ...stage, condition: isDated ? stage.condition : both(stage.condition, not(begins)) },
        (stage.isNear ? null : visible) ?? fewOf(stage, kind),
      );
    }
    return hits;
  };
}
