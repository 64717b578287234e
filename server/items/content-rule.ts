import type { SqlValue } from '../store/database.ts';
import type { User } from '../store/users.repo.ts';

/** A piece of SQL with the values for its `?`. */
export interface SqlPart {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export const NOTHING: SqlPart = { sql: '', values: [] };

/** Joins the item `i` of an id, never by an index that would find all items of its library first. */
export const itemOf = (id: string, libraryId: string): string =>
  ` CROSS JOIN libraryItems i INDEXED BY libraryItemsFacts ON i.libraryId = ${libraryId} AND i.id = ${id}`;

/** The rights inside a library (explicit content, tags) as conditions on `libraryItems i`: ` AND ...` or nothing. */
export function contentRule(user: User): SqlPart {
  const { accessExplicitContent, accessAllTags, selectedTagsNotAccessible } = user.permissions;
  const explicit = accessExplicitContent ? '' : ' AND i.explicit = 0';
  if (accessAllTags) return { sql: explicit, values: [] };
  const tagged =
    "EXISTS (SELECT 1 FROM itemValues v WHERE v.itemId = i.id AND v.kind = 'tag' AND v.value IN (SELECT value FROM json_each(?)))";
  return {
    sql: `${explicit} AND ${selectedTagsNotAccessible ? 'NOT ' : ''}${tagged}`,
    values: [JSON.stringify(user.itemTagsSelected)],
  };
}
