import { contentRule } from '../../items/content-rule.ts';
import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { NO_SERIES } from './filters.ts';

/**
 * The number of items of a library that a user may see, or of those without a series. It is stored; items are counted
 * only for an account that is bound to tags.
 */
export function countItems(database: Database, library: Library, user: User, which: 'all' | 'alone' = 'all'): number {
  const rule = contentRule(user);
  const [number, table, alone] = user.permissions.accessAllTags
    ? ['coalesce(sum(i.numItems), 0)', 'itemCounts', 'i.isAlone = 1']
    : ['count(*)', 'libraryItems', NO_SERIES];
  const only = which === 'alone' ? ` AND ${alone}` : '';
  return (
    database.get<{ n: number }>(
      `SELECT ${number} AS n FROM ${table} i WHERE i.libraryId = ?${rule.sql}${only}`,
      library.id,
      ...rule.values,
    )?.n ?? 0
  );
}
