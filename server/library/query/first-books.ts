import type { SqlPart } from '../../items/content-rule.ts';
import type { Library } from '../../store/libraries.repo.ts';
import { SEQUENCE_ORDER } from './order.ts';

/**
 * The table `firstBooks` of a WITH clause: the first book of each series of a library among the books `i` that meet the
 * conditions, as `seriesId` and `itemId`, which is NULL where none does.
 */
export function firstBooks(library: Library, join: SqlPart, conditions: SqlPart): SqlPart {
  return {
    sql: `firstBooks AS MATERIALIZED (SELECT s.id AS seriesId, (SELECT b.itemId FROM bookSeries b CROSS JOIN libraryItems i ON i.id = b.itemId AND i.libraryId = s.libraryId${join.sql}
      WHERE b.seriesId = s.id${conditions.sql} ORDER BY ${SEQUENCE_ORDER} LIMIT 1) AS itemId FROM series s WHERE s.libraryId = ?)`,
    values: [...join.values, ...conditions.values, library.id],
  };
}
