import type { Database } from '../../store/database.ts';
import type { Library } from '../../store/libraries.repo.ts';

/** Numbers about a library: its largest and longest items, its authors and genres. Bytes and seconds. */
export function libraryStats(database: Database, library: Library) {
  const top = <Row>(column: 'size' | 'duration'): Row[] =>
    database.all<Row>(
      `SELECT id, title, ${column} FROM libraryItems WHERE libraryId = ? ORDER BY ${column} DESC LIMIT 10`,
      library.id,
    );
  const sums = database.get<{ totalItems: number; totalSize: number; totalDuration: number; numAudioTracks: number }>(
    `SELECT count(*) AS totalItems, coalesce(sum(size), 0) AS totalSize, coalesce(sum(duration), 0) AS totalDuration, coalesce(sum(numAudioFiles), 0) AS numAudioTracks
     FROM libraryItems WHERE libraryId = ?`,
    library.id,
  ) ?? { totalItems: 0, totalSize: 0, totalDuration: 0, numAudioTracks: 0 };
  const genresWithCount = database.all<{ genre: string; count: number }>(
    "SELECT value AS genre, numItems AS count FROM valueCounts WHERE libraryId = ? AND kind = 'genre' ORDER BY numItems DESC, value",
    library.id,
  );
  const books =
    library.mediaType === 'book'
      ? {
          totalAuthors:
            database.get<{ n: number }>('SELECT count(*) AS n FROM authors WHERE libraryId = ?', library.id)?.n ?? 0,
          authorsWithCount: database.all<{ id: string; name: string; count: number }>(
            `SELECT id, name, numBooks AS count FROM authors WHERE libraryId = ? AND numBooks > 0
             ORDER BY numBooks DESC, name COLLATE NOCASE LIMIT 10`,
            library.id,
          ),
        }
      : {};
  return {
    largestItems: top<{ id: string; title: string; size: number }>('size'),
    ...books,
    totalGenres: genresWithCount.length,
    genresWithCount,
    longestItems: top<{ id: string; title: string; duration: number }>('duration'),
    ...sums,
  };
}
