import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';
import type { User } from '../../store/users.repo.ts';
import { contentRule } from '../../items/content-rule.ts';
import { seenAuthors } from './authors.ts';
import { countedValues } from './values.ts';

/** Statistics of a library for an account: largest and longest items, authors, genres. Bytes, seconds. */
export function libraryStats(database: Database, library: Library, user: User) {
  const rule = contentRule(user);
  const ofLibrary = [library.id, ...rule.values];
  const top = <Row>(column: 'size' | 'duration'): Row[] =>
    database.all<Row>(
      `SELECT i.id, i.title, i.${column} FROM libraryItems i WHERE i.libraryId = ?${rule.sql} ORDER BY i.${column} DESC LIMIT 10`,
      ...ofLibrary,
    );
  const sums = database.get<{ totalItems: number; totalSize: number; totalDuration: number; numAudioTracks: number }>(
    `SELECT count(*) AS totalItems, coalesce(sum(i.size), 0) AS totalSize, coalesce(sum(i.duration), 0) AS totalDuration,
     coalesce(sum(i.numAudioFiles), 0) AS numAudioTracks FROM libraryItems i WHERE i.libraryId = ?${rule.sql}`,
    ...ofLibrary,
  ) ?? { totalItems: 0, totalSize: 0, totalDuration: 0, numAudioTracks: 0 };
  const genresWithCount = countedValues(database, library, user, 'genre').map(({ value, n }) => ({
    genre: value,
    count: n,
  }));
  return {
    largestItems: top<{ id: string; title: string; size: number }>('size'),
    ...(library.mediaType === 'book' ? authorStats(database, library, user) : {}),
    totalGenres: genresWithCount.length,
    genresWithCount,
    longestItems: top<{ id: string; title: string; duration: number }>('duration'),
    ...sums,
  };
}

function authorStats(database: Database, library: Library, user: User) {
  const { sql, values } = seenAuthors(library, user);
  return {
    totalAuthors: database.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...values)?.n ?? 0,
    authorsWithCount: database
      .all<{ id: string; name: string; count: number }>(
        `SELECT a.id, a.name, a.numBooks AS count FROM ${sql} ORDER BY a.numBooks DESC, a.name COLLATE NOCASE LIMIT 10`,
        ...values,
      )
      .filter(({ count }) => count > 0),
  };
}
