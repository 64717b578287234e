import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { contentRule, itemOf, type SqlPart } from '../../items/content-rule.ts';
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

/** `seenValues` as a list, those of most items first. */
export function countedValues(
  database: Database,
  library: Library,
  user: User,
  kind: ValueKind,
  list?: readonly string[],
): { value: string; n: number }[] {
  const table = seenValues(library, user, kind, list);
  return database.all(`SELECT value, n FROM ${table.sql} ORDER BY n DESC, value`, ...table.values);
}
