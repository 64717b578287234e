import { fromJson, toJson, type Database } from './database.ts';

/** 0 direct play, 1 direct stream, 2 transcode, 3 played without connection. */
export type PlayMethod = 0 | 1 | 2 | 3;

/** One stretch of listening. Seconds for `duration`, `timeListening`, `startTime`, `currentTime`; ms for dates. */
export interface PlaybackSession {
  readonly id: string;
  readonly userId: string;
  readonly libraryId: string | null;
  readonly libraryItemId: string;
  readonly bookId: string | null;
  readonly episodeId: string | null;
  readonly mediaType: 'book' | 'podcast';
  readonly mediaMetadata: Readonly<Record<string, unknown>>;
  readonly displayTitle: string;
  readonly displayAuthor: string | null;
  readonly coverPath: string | null;
  duration: number;
  readonly playMethod: PlayMethod;
  readonly mediaPlayer: string | null;
  readonly deviceInfo: Readonly<Record<string, unknown>>;
  readonly serverVersion: string | null;
  readonly date: string;
  readonly dayOfWeek: string;
  timeListening: number;
  readonly startTime: number;
  currentTime: number;
  readonly startedAt: number;
  updatedAt: number;
}

/** A stored session: without a user once the user is deleted. */
export type StoredSession = Omit<PlaybackSession, 'userId'> & { readonly userId: string | null };

type SessionRow = Omit<StoredSession, 'mediaMetadata' | 'deviceInfo'> & { mediaMetadata: string; deviceInfo: string };

const fromRow = (row: SessionRow): StoredSession => ({
  ...row,
  mediaMetadata: fromJson(row.mediaMetadata, {}),
  deviceInfo: fromJson(row.deviceInfo, {}),
});

/** Filters by user, item and episode. */
export interface SessionFilter {
  readonly userId?: string;
  readonly libraryItemId?: string;
  readonly episodeId?: string;
}

const sortColumns = [
  'updatedAt',
  'displayTitle',
  'duration',
  'playMethod',
  'startTime',
  'currentTime',
  'timeListening',
  'startedAt',
] as const;

/** The column of a sort key of the API; anything unknown sorts by the last change. */
export function sessionSortColumn(key: string): (typeof sortColumns)[number] {
  return key === 'createdAt' ? 'startedAt' : (sortColumns.find((column) => column === key) ?? 'updatedAt');
}

export type PlaybackSessionRepository = ReturnType<typeof createPlaybackSessionRepository>;

/** Listening history. Only sessions with heard time are stored. */
export function createPlaybackSessionRepository(database: Database) {
  const where = (filter: SessionFilter): { clause: string; values: string[] } => {
    const entries = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return {
      clause: entries.length === 0 ? '' : `WHERE ${entries.map(([column]) => `${column} = ?`).join(' AND ')}`,
      values: entries.map(([, value]) => value),
    };
  };
  return {
    byId: (id: string) => {
      const row = database.get<SessionRow>('SELECT * FROM playbackSessions WHERE id = ?', id);
      return row && fromRow(row);
    },
    /** One page, counted from 0, and the total. */
    page: (
      filter: SessionFilter,
      page: number,
      itemsPerPage: number,
      sort: (typeof sortColumns)[number] = 'updatedAt',
      isDescending = true,
    ) => {
      const { clause, values } = where(filter);
      const total =
        database.get<{ n: number }>(`SELECT count(*) AS n FROM playbackSessions ${clause}`, ...values)?.n ?? 0;
      const direction = isDescending ? 'DESC' : 'ASC';
      const rows = database.all<SessionRow>(
        `SELECT * FROM playbackSessions ${clause} ORDER BY ${sort} ${direction}, id LIMIT ? OFFSET ?`,
        ...values,
        itemsPerPage,
        page * itemsPerPage,
      );
      return { total, sessions: rows.map(fromRow) };
    },
    /** All sessions of a user that began within a span of time (ms), oldest first. */
    between: (userId: string, from: number, to: number) =>
      database
        .all<SessionRow>(
          'SELECT * FROM playbackSessions WHERE userId = ? AND startedAt >= ? AND startedAt < ? ORDER BY startedAt',
          userId,
          from,
          to,
        )
        .map((row): PlaybackSession => ({ ...fromRow(row), userId })),
    /** Seconds heard per day (yyyy-MM-dd) and per day of the week. */
    daysOf: (userId: string) =>
      database.all<{ date: string; dayOfWeek: string; time: number }>(
        'SELECT date, dayOfWeek, sum(timeListening) AS time FROM playbackSessions WHERE userId = ? GROUP BY date, dayOfWeek ORDER BY date',
        userId,
      ),
    /** Seconds heard per item, with the metadata of its latest session. */
    itemsOf: (userId: string) =>
      database
        .all<{ id: string; time: number; mediaMetadata: string; latest: number }>(
          'SELECT libraryItemId AS id, sum(timeListening) AS time, mediaMetadata, max(updatedAt) AS latest FROM playbackSessions WHERE userId = ? GROUP BY libraryItemId',
          userId,
        )
        .map(({ id, time, mediaMetadata }) => ({
          id,
          timeListening: time,
          mediaMetadata: fromJson<Record<string, unknown>>(mediaMetadata, {}),
        })),
    save: (session: PlaybackSession) =>
      void database.run(
        `INSERT INTO playbackSessions (id, userId, libraryId, libraryItemId, bookId, episodeId, mediaType, mediaMetadata, displayTitle, displayAuthor, coverPath,
           duration, playMethod, mediaPlayer, deviceInfo, serverVersion, date, dayOfWeek, timeListening, startTime, currentTime, startedAt, updatedAt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET duration = excluded.duration, timeListening = excluded.timeListening, currentTime = excluded.currentTime, updatedAt = excluded.updatedAt`,
        session.id,
        session.userId,
        session.libraryId,
        session.libraryItemId,
        session.bookId,
        session.episodeId,
        session.mediaType,
        toJson(session.mediaMetadata),
        session.displayTitle,
        session.displayAuthor,
        session.coverPath,
        session.duration,
        session.playMethod,
        session.mediaPlayer,
        toJson(session.deviceInfo),
        session.serverVersion,
        session.date,
        session.dayOfWeek,
        session.timeListening,
        session.startTime,
        session.currentTime,
        session.startedAt,
        session.updatedAt,
      ),
    remove: (id: string) => database.run('DELETE FROM playbackSessions WHERE id = ?', id),
  };
}
