import { isRecord } from '../http/input.ts';
import { fromJson, type Database } from '../store/database.ts';

/** Items of the libraries of a kind, read from an index. */
const itemsOf = (mediaType: 'book' | 'podcast'): string =>
  `FROM libraries l CROSS JOIN libraryItems i ON i.libraryId = l.id WHERE l.mediaType = '${mediaType}'`;

/** Bytes and numbers of all books, all podcasts and both. */
export function serverTotals(database: Database) {
  const totals = (mediaType: 'book' | 'podcast') => {
    const row = database.get<{ totalSize: number; numItems: number; numAudioFiles: number }>(
      `SELECT coalesce(sum(i.size), 0) AS totalSize, count(*) AS numItems, coalesce(sum(i.numTracks), 0) AS numAudioFiles ${itemsOf(mediaType)}`,
    );
    return row ?? { totalSize: 0, numItems: 0, numAudioFiles: 0 };
  };
  const [books, podcasts] = [totals('book'), totals('podcast')];
  return {
    books,
    podcasts,
    total: {
      totalSize: books.totalSize + podcasts.totalSize,
      numItems: books.numItems + podcasts.numItems,
      numAudioFiles: books.numAudioFiles + podcasts.numAudioFiles,
    },
  };
}

interface YearSession {
  readonly mediaType: string;
  readonly mediaMetadata: string;
  readonly timeListening: number;
}

/** A year of the whole server: additions and listening. Seconds and bytes. */
export function serverYear(database: Database, { year }: { year: number }) {
  const [from, to] = [new Date(year, 0, 1).getTime(), new Date(year + 1, 0, 1).getTime()];
  const sessions = database.all<YearSession>(
    'SELECT mediaType, mediaMetadata, timeListening FROM playbackSessions WHERE startedAt >= ? AND startedAt < ?',
    from,
    to,
  );
  const added = database.get<{ n: number; size: number; duration: number }>(
    `SELECT count(*) AS n, coalesce(sum(i.size), 0) AS size, coalesce(sum(i.duration), 0) AS duration ${itemsOf('book')} AND i.addedAt >= ? AND i.addedAt < ?`,
    from,
    to,
  );
  const all = database.get<{ n: number; size: number; duration: number }>(
    `SELECT count(*) AS n, coalesce(sum(i.size), 0) AS size, coalesce(sum(i.duration), 0) AS duration ${itemsOf('book')}`,
  );
  const authors = database.get<{ n: number }>(
    'SELECT count(*) AS n FROM authors WHERE addedAt >= ? AND addedAt < ?',
    from,
    to,
  );
  const covers = database.all<{ id: string }>(
    `SELECT i.id ${itemsOf('book')} AND i.coverPath IS NOT NULL AND i.addedAt >= ? AND i.addedAt < ? ORDER BY i.addedAt DESC LIMIT 25`,
    from,
    to,
  );
  const heard = sessions.filter(({ mediaType }) => mediaType === 'book');
  return {
    numListeningSessions: sessions.length,
    numBooksAdded: added?.n ?? 0,
    numAuthorsAdded: authors?.n ?? 0,
    totalBooksAddedSize: added?.size ?? 0,
    totalBooksAddedDuration: Math.round(added?.duration ?? 0),
    booksAddedWithCovers: covers.map(({ id }) => id),
    totalBooksSize: all?.size ?? 0,
    totalBooksDuration: all?.duration ?? 0,
    totalListeningTime: sessions.reduce((sum, { timeListening }) => sum + timeListening, 0),
    numBooks: all?.n ?? 0,
    topAuthors: top(heard, 'authors').map(([name, time]) => ({ name, time })),
    topNarrators: top(heard, 'narrators').map(([name, time]) => ({ name, time })),
    topGenres: top(heard, 'genres').map(([genre, time]) => ({ genre, time })),
  };
}

/** The three most heard names of a metadata list. */
function top(sessions: readonly YearSession[], member: string): [string, number][] {
  const times = new Map<string, number>();
  for (const { mediaMetadata, timeListening } of sessions) {
    const list = fromJson<Record<string, unknown>>(mediaMetadata, {})[member];
    for (const entry of Array.isArray(list) ? list : []) {
      const name: unknown = isRecord(entry) ? entry['name'] : entry;
      if (typeof name === 'string') times.set(name, (times.get(name) ?? 0) + timeListening);
    }
  }
  return [...times].toSorted((a, b) => b[1] - a[1]).slice(0, 3);
}
