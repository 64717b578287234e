import type { ServerContext } from '../context.ts';
import { isRecord } from '../http/input.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';

/** `GET /api/me/stats/year/:year`: a year of listening of one user. Times in seconds; `month` counts from 0. */
export function yearStats(ctx: ServerContext, userId: string, year: number) {
  const [from, to] = [new Date(year, 0, 1).getTime(), new Date(year + 1, 0, 1).getTime()];
  const sessions = ctx.store.sessions.between(userId, from, to);
  const books = sessions.filter((session) => session.mediaType === 'book');
  const finished = ctx.store.progress
    .ofUser(userId)
    .filter(
      ({ mediaItemType, isFinished, finishedAt }) =>
        mediaItemType === 'book' && isFinished && finishedAt !== null && finishedAt >= from && finishedAt < to,
    )
    .map((progress) => progress.libraryItemId);
  const heardBooks = [...new Set(books.map((session) => session.libraryItemId))];
  const [narrator] = ranking(books, namesIn('narrators'));
  const [month] = ranking(sessions, (session) => [String(new Date(session.startedAt).getMonth())]);
  return {
    totalListeningSessions: sessions.length,
    totalListeningTime: totalTime(sessions),
    totalBookListeningTime: totalTime(books),
    totalPodcastListeningTime: totalTime(sessions) - totalTime(books),
    topAuthors: ranking(books, namesIn('authors'))
      .slice(0, 3)
      .map(([name, time]) => ({ name, time })),
    topGenres: ranking(books, namesIn('genres'))
      .slice(0, 3)
      .map(([genre, time]) => ({ genre, time })),
    mostListenedNarrator: narrator ? { time: narrator[1], name: narrator[0] } : null,
    mostListenedMonth: month ? { month: Number(month[0]), time: month[1] } : null,
    numBooksFinished: finished.length,
    numBooksListened: heardBooks.length,
    longestAudiobookFinished: longest(ctx, finished),
    booksWithCovers: withCover(ctx, heardBooks),
    finishedBooksWithCovers: withCover(ctx, finished),
  };
}

function totalTime(sessions: readonly PlaybackSession[]): number {
  return sessions.reduce((sum, session) => sum + session.timeListening, 0);
}

/** Names of a metadata list, whose entries are texts or objects with a name. */
const namesIn =
  (member: string) =>
  (session: PlaybackSession): string[] => {
    const list = session.mediaMetadata[member];
    return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
      const name = isRecord(entry) ? entry['name'] : entry;
      return typeof name === 'string' ? [name] : [];
    });
  };

function ranking(
  sessions: readonly PlaybackSession[],
  namesOf: (session: PlaybackSession) => string[],
): [string, number][] {
  const times = new Map<string, number>();
  for (const session of sessions)
    for (const name of namesOf(session)) times.set(name, (times.get(name) ?? 0) + session.timeListening);
  return [...times].sort((a, b) => b[1] - a[1]);
}

interface BookRow {
  readonly id: string;
  readonly title: string;
  readonly duration: number;
  readonly coverPath: string | null;
}

const rowOf = (ctx: ServerContext, id: string) =>
  ctx.store.database.get<BookRow>('SELECT id, title, duration, coverPath FROM libraryItems WHERE id = ?', id);

function longest(ctx: ServerContext, ids: readonly string[]) {
  const [row] = ids
    .map((id) => rowOf(ctx, id))
    .filter((book) => book !== undefined && book.duration > 0)
    .toSorted((a, b) => (b?.duration ?? 0) - (a?.duration ?? 0));
  return row ? { id: row.id, title: row.title, duration: row.duration } : null;
}

function withCover(ctx: ServerContext, ids: readonly string[]): string[] {
  return ids.filter((id) => rowOf(ctx, id)?.coverPath != null).slice(0, 5);
}
