import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { seenValues } from './values.ts';

/** The narrators of a library with the number of their books; the id is the name in URI-encoded base64. */
export function narratorsOf(
  database: Database,
  library: Library,
  user: User,
): { id: string; name: string; numBooks: number }[] {
  const table = seenValues(library, user, 'narrator');
  return database
    .all<{ name: string; numBooks: number }>(
      `SELECT value AS name, n AS numBooks FROM ${table.sql} ORDER BY value COLLATE NOCASE`,
      ...table.values,
    )
    .map(({ name, numBooks }) => ({ id: encodeURIComponent(Buffer.from(name).toString('base64')), name, numBooks }));
}
