import type { Database } from './database.ts';

/** Media progress. Seconds for `duration` and `currentTime`, 0..1 for the two progress values, ms for dates. */
export interface MediaProgress {
  readonly id: string;
  readonly userId: string;
  readonly libraryItemId: string;
  readonly episodeId: string | null;
  readonly mediaItemId: string;
  readonly mediaItemType: 'book' | 'podcastEpisode';
  duration: number;
  progress: number;
  currentTime: number;
  isFinished: boolean;
  hideFromContinueListening: boolean;
  ebookLocation: string | null;
  ebookProgress: number;
  lastUpdate: number;
  startedAt: number;
  finishedAt: number | null;
}

export interface Bookmark {
  readonly libraryItemId: string;
  readonly time: number;
  title: string;
  readonly createdAt: number;
}

type MediaProgressRow = Omit<MediaProgress, 'isFinished' | 'hideFromContinueListening'> & {
  isFinished: number;
  hideFromContinueListening: number;
};

const fromRow = (row: MediaProgressRow): MediaProgress => ({
  ...row,
  isFinished: row.isFinished === 1,
  hideFromContinueListening: row.hideFromContinueListening === 1,
});

export type ProgressRepository = ReturnType<typeof createProgressRepository>;

/** Media progress and bookmarks of users. */
export function createProgressRepository(database: Database) {
  const one = (row: MediaProgressRow | undefined) => (row ? fromRow(row) : undefined);
  return {
    ofUser: (userId: string) =>
      database
        .all<MediaProgressRow>('SELECT * FROM mediaProgress WHERE userId = ? ORDER BY rowid', userId)
        .map(fromRow),
    byId: (id: string) => one(database.get<MediaProgressRow>('SELECT * FROM mediaProgress WHERE id = ?', id)),
    /** Progress of a book (`episodeId` null) or of one episode. */
    find: (userId: string, libraryItemId: string, episodeId: string | null) =>
      one(
        database.get<MediaProgressRow>(
          'SELECT * FROM mediaProgress WHERE userId = ? AND libraryItemId = ? AND episodeId IS ?',
          userId,
          libraryItemId,
          episodeId,
        ),
      ),
    /** The same by the id of the book's media or of the episode. */
    ofMedia: (userId: string, mediaItemId: string) =>
      one(
        database.get<MediaProgressRow>(
          'SELECT * FROM mediaProgress WHERE userId = ? AND mediaItemId = ?',
          userId,
          mediaItemId,
        ),
      ),
    save: (progress: MediaProgress) =>
      void database.run(
        `INSERT INTO mediaProgress (id, userId, libraryItemId, episodeId, mediaItemId, mediaItemType, duration, progress, currentTime, isFinished,
           hideFromContinueListening, ebookLocation, ebookProgress, lastUpdate, startedAt, finishedAt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (userId, mediaItemId) DO UPDATE SET duration = excluded.duration, progress = excluded.progress, currentTime = excluded.currentTime,
           isFinished = excluded.isFinished, hideFromContinueListening = excluded.hideFromContinueListening, ebookLocation = excluded.ebookLocation,
           ebookProgress = excluded.ebookProgress, lastUpdate = excluded.lastUpdate, startedAt = excluded.startedAt, finishedAt = excluded.finishedAt`,
        progress.id,
        progress.userId,
        progress.libraryItemId,
        progress.episodeId,
        progress.mediaItemId,
        progress.mediaItemType,
        progress.duration,
        progress.progress,
        progress.currentTime,
        progress.isFinished,
        progress.hideFromContinueListening,
        progress.ebookLocation,
        progress.ebookProgress,
        progress.lastUpdate,
        progress.startedAt,
        progress.finishedAt,
      ),
    remove: (id: string) => database.run('DELETE FROM mediaProgress WHERE id = ?', id),

    bookmarks: (userId: string) =>
      database.all<Bookmark>(
        'SELECT libraryItemId, time, title, createdAt FROM bookmarks WHERE userId = ? ORDER BY rowid',
        userId,
      ),
    bookmarkCount: (userId: string): number =>
      database.get<{ count: number }>('SELECT COUNT(*) AS count FROM bookmarks WHERE userId = ?', userId)?.count ?? 0,
    bookmark: (userId: string, libraryItemId: string, time: number) =>
      database.get<Bookmark>(
        'SELECT libraryItemId, time, title, createdAt FROM bookmarks WHERE userId = ? AND libraryItemId = ? AND time = ?',
        userId,
        libraryItemId,
        time,
      ),
    saveBookmark: (userId: string, bookmark: Bookmark) =>
      void database.run(
        `INSERT INTO bookmarks (userId, libraryItemId, time, title, createdAt) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (userId, libraryItemId, time) DO UPDATE SET title = excluded.title`,
        userId,
        bookmark.libraryItemId,
        bookmark.time,
        bookmark.title,
        bookmark.createdAt,
      ),
    removeBookmark: (userId: string, libraryItemId: string, time: number) =>
      database.run(
        'DELETE FROM bookmarks WHERE userId = ? AND libraryItemId = ? AND time = ?',
        userId,
        libraryItemId,
        time,
      ),
  };
}
