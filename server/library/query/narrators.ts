import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';

/** The narrators of a library with the number of their books; the id is the name in URI-encoded base64. */
export function narratorsOf(database: Database, library: Library): { id: string; name: string; numBooks: number }[] {
  return database
    .all<{ name: string; numBooks: number }>(
      "SELECT value AS name, numItems AS numBooks FROM valueCounts WHERE libraryId = ? AND kind = 'narrator' ORDER BY value COLLATE NOCASE",
      library.id,
    )
    .map(({ name, numBooks }) => ({ id: encodeURIComponent(Buffer.from(name).toString('base64')), name, numBooks }));
}
