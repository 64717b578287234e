import { randomUUID } from 'node:crypto';
import { contentRule } from '../items/content-rule.ts';
import { perDatabase } from '../store/per-database.ts';
import type { User } from '../store/users.repo.ts';
import { limitAndOffset, type PageQuery } from './page.ts';

export interface Collection {
  readonly id: string;
  readonly libraryId: string;
  readonly name: string;
  readonly description: string | null;
  /** Times in ms. */
  readonly createdAt: number;
  readonly lastUpdate: number;
}

/** Collections and the order of their books. */
export const collectionsIn = perDatabase((database) => {
  const bookIds = (id: string): string[] =>
    database
      .all<{ itemId: string }>('SELECT itemId FROM collectionBooks WHERE collectionId = ? ORDER BY position', id)
      .map(({ itemId }) => itemId);
  const append = (id: string, itemIds: readonly string[]): void => {
    const next =
      database.get<{ next: number }>(
        'SELECT coalesce(max(position), -1) + 1 AS next FROM collectionBooks WHERE collectionId = ?',
        id,
      )?.next ?? 0;
    for (const [index, itemId] of itemIds.entries()) {
      database.run(
        'INSERT OR IGNORE INTO collectionBooks (collectionId, itemId, position, addedAt) VALUES (?, ?, ?, ?)',
        id,
        itemId,
        next + index,
        Date.now(),
      );
    }
  };
  return {
    bookIds,
    append,
    all: () => database.all<Collection>('SELECT * FROM collections ORDER BY createdAt, rowid'),
    /** Those of a library with a book that the user may see, by name, and the total. */
    pageOf: (libraryId: string, user: User, query: PageQuery): { collections: Collection[]; total: number } => {
      const rule = contentRule(user);
      const from = `FROM collections c WHERE c.libraryId = ? AND EXISTS
        (SELECT 1 FROM collectionBooks b JOIN libraryItems i ON i.id = b.itemId WHERE b.collectionId = c.id${rule.sql})`;
      return {
        collections: database.all<Collection>(
          `SELECT c.* ${from} ORDER BY c.createdAt, c.rowid LIMIT ? OFFSET ?`,
          libraryId,
          ...rule.values,
          ...limitAndOffset(query),
        ),
        total: database.get<{ n: number }>(`SELECT count(*) AS n ${from}`, libraryId, ...rule.values)?.n ?? 0,
      };
    },
    byId: (id: string) => database.get<Collection>('SELECT * FROM collections WHERE id = ?', id),
    create: (
      fields: { libraryId: string; name: string; description: string | null },
      itemIds: readonly string[],
    ): string =>
      database.transaction(() => {
        const id = randomUUID();
        const now = Date.now();
        database.run(
          'INSERT INTO collections (id, libraryId, name, description, createdAt, lastUpdate) VALUES (?, ?, ?, ?, ?, ?)',
          id,
          fields.libraryId,
          fields.name,
          fields.description,
          now,
          now,
        );
        append(id, itemIds);
        return id;
      }),
    update: (id: string, fields: { name: string; description: string | null }): void =>
      void database.run(
        'UPDATE collections SET name = ?, description = ?, lastUpdate = ? WHERE id = ?',
        fields.name,
        fields.description,
        Date.now(),
        id,
      ),
    /** Puts the named books first, in this order; the others follow in theirs. */
    reorder: (id: string, itemIds: readonly string[]): void =>
      database.transaction(() => {
        const known = bookIds(id);
        const wanted = itemIds.filter((itemId) => known.includes(itemId));
        const order = [...wanted, ...known.filter((itemId) => !wanted.includes(itemId))];
        for (const [position, itemId] of order.entries()) {
          database.run(
            'UPDATE collectionBooks SET position = ? WHERE collectionId = ? AND itemId = ?',
            position,
            id,
            itemId,
          );
        }
        database.run('UPDATE collections SET lastUpdate = ? WHERE id = ?', Date.now(), id);
      }),
    removeBooks: (id: string, itemIds: readonly string[]): void => {
      for (const itemId of itemIds)
        database.run('DELETE FROM collectionBooks WHERE collectionId = ? AND itemId = ?', id, itemId);
    },
    remove: (id: string): void => void database.run('DELETE FROM collections WHERE id = ?', id),
  };
});
