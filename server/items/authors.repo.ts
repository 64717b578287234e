import { perDatabase } from '../store/per-database.ts';
import { lastFirst } from './names.ts';

export interface AuthorRow {
  id: string;
  asin: string | null;
  name: string;
  lastFirst: string;
  description: string | null;
  imagePath: string | null;
  libraryId: string;
  addedAt: number;
  updatedAt: number;
  /** Books of the author: all, or those that a user may see. */
  numBooks: number;
}

export type AuthorChange = Partial<Pick<AuthorRow, 'name' | 'asin' | 'description' | 'imagePath'>>;

/** Authors by themselves; `names.repo.ts` links them to books. */
export const authorsIn = perDatabase((database) => {
  const byId = (id: string) => database.get<AuthorRow>('SELECT * FROM authors WHERE id = ?', id);
  return {
    byId,
    /** Another author of the same library with a name, ignoring case. */
    otherNamed: (name: string, { id, libraryId }: Pick<AuthorRow, 'id' | 'libraryId'>) =>
      database.get<AuthorRow>(
        'SELECT * FROM authors WHERE libraryId = ? AND name = ? COLLATE NOCASE AND id <> ?',
        libraryId,
        name,
        id,
      ),
    bookIds: (id: string): string[] =>
      database
        .all<{ itemId: string }>('SELECT itemId FROM bookAuthors WHERE authorId = ?', id)
        .map(({ itemId }) => itemId),
    /** The changed author; undefined when he is missing. */
    change: (id: string, changes: AuthorChange): AuthorRow | undefined =>
      database.transaction(() => {
        const author = byId(id);
        if (!author) return undefined;
        const next = {
          ...author,
          ...changes,
          lastFirst: lastFirst(changes.name ?? author.name),
          updatedAt: Math.max(Date.now(), author.updatedAt + 1),
        };
        database.run(
          'UPDATE authors SET name = ?, lastFirst = ?, asin = ?, description = ?, imagePath = ?, updatedAt = ? WHERE id = ?',
          next.name,
          next.lastFirst,
          next.asin,
          next.description,
          next.imagePath,
          next.updatedAt,
          next.id,
        );
        return next;
      }),
    remove: (id: string): void => void database.run('DELETE FROM authors WHERE id = ?', id),
  };
});
