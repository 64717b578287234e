import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { SqlPart } from '../../items/content-rule.ts';
import { valueKindOf } from './filters.ts';
import type { ListQuery } from './list.ts';

/** Sort keys of lists of books with an index of `libraryItems` in their order. */
const INDEXED = new Set([
  '',
  'addedAt',
  'size',
  'media.duration',
  'media.metadata.title',
  'media.metadata.authorName',
  'media.metadata.authorNameLF',
  'media.metadata.publishedYear',
]);

/** Whether a page may be searched in the order of its list: one of books with a tag, a genre or a narrator. */
export const isFoundInOrder = ({ mediaType }: Library, { filter, sortBy }: ListQuery): boolean =>
  mediaType === 'book' && filter !== null && valueKindOf(filter) !== null && INDEXED.has(sortBy);

/** This many times the expected number of items are read before all with the value are found instead. */
const PATIENCE = 3;

/**
 * The ids of a full page of the books with a tag, a genre or a narrator. Reads the list's index in order until the page
 * is full: quick for a value of many books. Null where finding all with the value is as quick, or when the page did not
 * fill. `order`: ` ORDER BY ...` along an index; `rule`: what the user may see.
 */
export function pageInOrder(
  database: Database,
  library: Library,
  { filter, limit, page }: ListQuery,
  order: string,
  rule: SqlPart,
): string[] | null {
  const kind = filter && valueKindOf(filter);
  if (!kind) return null;
  const numbers = database.get<{ withValue: number | null; inAll: number }>(
    `SELECT (SELECT numItems FROM valueCounts WHERE libraryId = ? AND kind = ? AND value = ?) AS withValue,
      (SELECT coalesce(sum(numItems), 0) FROM itemCounts WHERE libraryId = ?) AS inAll`,
    library.id,
    kind,
    filter.value,
    library.id,
  );
  const withValue = numbers?.withValue ?? 0;
  const lookedAt = Math.ceil((PATIENCE * limit * (page + 1) * (numbers?.inAll ?? 0)) / withValue);
  if (!(lookedAt <= withValue / 2)) return null;
  const rows = database.all<{ id: string }>(
    `SELECT i.id FROM (SELECT i.id FROM libraryItems i WHERE i.libraryId = ?${order} LIMIT ?) w
     CROSS JOIN libraryItems i ON i.id = w.id AND i.libraryId = ?
     WHERE EXISTS (SELECT 1 FROM itemValues f WHERE f.itemId = w.id AND f.kind = ? AND f.value = ?)${rule.sql} LIMIT ? OFFSET ?`,
    library.id,
    lookedAt,
    library.id,
    kind,
    filter.value,
    ...rule.values,
    limit,
    limit * page,
  );
  return rows.length === limit ? rows.map(({ id }) => id) : null;
}
