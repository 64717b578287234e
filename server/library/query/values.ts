import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { contentRule, itemOf, type SqlPart } from '../../items/content-rule.ts';
import { fewHiddenItems, fewSeenItems } from './few-items.ts';
import type { ValueKind } from '../../items/names.repo.ts';

/**
 * The tags, genres or narrators of a library that a user may see, as a table of `value` and `n`, the number of visible
 * items; all, or those of a list.
 */
export function seenValues(library: Library, user: User, kind: ValueKind, list?: readonly string[]): SqlPart {
  const rule = contentRule(user);
  const wanted = list ? [JSON.stringify(list)] : [];
  const only = list ? ' AND value IN (SELECT value FROM json_each(?))' : '';
  if (rule.sql === '')
    return {
      sql: `(SELECT value, numItems AS n FROM valueCounts WHERE libraryId = ? AND kind = ?${only})`,
      values: [library.id, kind, ...wanted],
    };
  const from = list
    ? `json_each(?) c CROSS JOIN itemValues w ON w.kind = ? AND w.value = c.value${itemOf('w.itemId', '?')}`
    : 'libraryItems i CROSS JOIN itemValues w ON w.itemId = i.id AND w.kind = ?';
  return {
    sql: `(SELECT w.value, count(*) AS n FROM ${from} WHERE i.libraryId = ?${rule.sql} GROUP BY w.value)`,
    values: [...wanted, kind, ...(list ? [library.id] : []), library.id, ...rule.values],
  };
}

/** Fewer items are counted one by one; an account with more hidden and more visible ones is counted by value. */
const FEW_ITEMS = 30_000;

/** `seenValues` of a restricted account, from the few items that it sees, or without the few that it does not. */
function fewValues(database: Database, library: Library, user: User, kind: ValueKind): SqlPart | null {
  const ofItems = `SELECT w.value, count(*) AS n FROM json_each(?) k
    CROSS JOIN itemValues w ON w.itemId = k.value AND w.kind = ? GROUP BY w.value`;
  const seen = fewSeenItems(database, library, user, FEW_ITEMS);
  if (seen) return { sql: `(${ofItems})`, values: [JSON.stringify(seen), kind] };
  const hidden = fewHiddenItems(database, library, user, FEW_ITEMS);
  if (!hidden) return null;
  return {
    sql: `(SELECT c.value, c.numItems - coalesce(h.n, 0) AS n FROM valueCounts c
      LEFT JOIN (${ofItems}) h ON h.value = c.value
      WHERE c.libraryId = ? AND c.kind = ? AND c.numItems > coalesce(h.n, 0))`,
    values: [JSON.stringify(hidden), kind, library.id, kind],
  };
}

/** Items of the values of a list, visible or not. */
const itemsOf = (database: Database, library: Library, kind: ValueKind, list: readonly string[]): number =>
  database.get<{ n: number }>(
    `SELECT coalesce(sum(numItems), 0) AS n FROM valueCounts
     WHERE libraryId = ? AND kind = ? AND value IN (SELECT value FROM json_each(?))`,
    library.id,
    kind,
    JSON.stringify(list),
  )?.n ?? 0;

/** Values of so few items are counted by value at once. */
const FEW_OF_VALUES = 2000;

/** `seenValues` as a list, those of most items first. */
export function countedValues(
  database: Database,
  library: Library,
  user: User,
  kind: ValueKind,
  list?: readonly string[],
): { value: string; n: number }[] {
  if (list?.length === 0) return [];
  const isRestricted = contentRule(user).sql !== '';
  const few =
    isRestricted && (!list || itemsOf(database, library, kind, list) > FEW_OF_VALUES)
      ? fewValues(database, library, user, kind)
      : null;
  const only = few && list ? ' WHERE value IN (SELECT value FROM json_each(?))' : '';
  const table = few ?? seenValues(library, user, kind, list);
  return database.all(
    `SELECT value, n FROM ${table.sql}${only} ORDER BY n DESC, value`,
    ...table.values,
    ...(only ? [JSON.stringify(list)] : []),
  );
}
