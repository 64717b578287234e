import { contentRule, itemOf } from '../../items/content-rule.ts';
import type { Database, SqlValue } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';

/** Reads at most so many ids; null for more. */
function upTo(most: number, database: Database, sql: string, ...values: SqlValue[]): string[] | null {
  const ids = database.all<{ id: string }>(`${sql} LIMIT ?`, ...values, most + 1).map(({ id }) => id);
  return ids.length > most ? null : ids;
}

const OF_TAGS = `json_each(?) c CROSS JOIN itemValues v ON v.kind = 'tag' AND v.value = c.value`;

/** The items of a library that an account bound to tags may see, if they are at most `most`. */
export function fewSeenItems(database: Database, library: Library, user: User, most: number): string[] | null {
  const { accessAllTags, selectedTagsNotAccessible } = user.permissions;
  if (accessAllTags || selectedTagsNotAccessible) return null;
  const { sql, values } = contentRule(user);
  const tags = JSON.stringify(user.itemTagsSelected);
  const count = database.get<{ n: number }>(
    `SELECT coalesce(sum(numItems), 0) AS n FROM valueCounts
     WHERE libraryId = ? AND kind = 'tag' AND value IN (SELECT value FROM json_each(?))`,
    library.id,
    tags,
  );
  if ((count?.n ?? 0) > most) return null;
  return upTo(
    most,
    database,
    `SELECT DISTINCT i.id FROM ${OF_TAGS}${itemOf('v.itemId', '?')} WHERE i.libraryId = ?${sql}`,
    tags,
    library.id,
    library.id,
    ...values,
  );
}

/** The items of a library that are hidden from an account, if they are at most `most`. */
export function fewHiddenItems(database: Database, library: Library, user: User, most: number): string[] | null {
  const { accessExplicitContent, accessAllTags, selectedTagsNotAccessible } = user.permissions;
  if (!accessAllTags && !selectedTagsNotAccessible) return null;
  const explicit = accessExplicitContent
    ? []
    : upTo(
        most,
        database,
        'SELECT id FROM libraryItems INDEXED BY libraryItemsExplicit WHERE libraryId = ? AND explicit = 1',
        library.id,
      );
  const tagged = accessAllTags
    ? []
    : upTo(
        most,
        database,
        `SELECT DISTINCT v.itemId AS id FROM ${OF_TAGS} WHERE v.libraryId = ?`,
        JSON.stringify(user.itemTagsSelected),
        library.id,
      );
  return explicit && tagged ? [...new Set([...explicit, ...tagged])] : null;
}
