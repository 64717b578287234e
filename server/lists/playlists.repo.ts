import { randomUUID } from 'node:crypto';
import { perDatabase } from '../store/per-database.ts';
import { limitAndOffset, type PageQuery } from './page.ts';

export interface Playlist {
  readonly id: string;
  readonly libraryId: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string | null;
  /** Times in ms. */
  readonly createdAt: number;
  readonly lastUpdate: number;
}

/** A book (`episodeId` null) or an episode; `mediaItemId` is the id of the book's media or of the episode. */
export interface PlaylistEntry {
  readonly itemId: string;
  readonly episodeId: string | null;
  readonly mediaItemId: string;
}

/** Playlists and the order of their entries. */
export const playlistsIn = perDatabase((database) => {
  const entries = (id: string): PlaylistEntry[] =>
    database.all<PlaylistEntry>(
      'SELECT itemId, episodeId, mediaItemId FROM playlistItems WHERE playlistId = ? ORDER BY position',
      id,
    );
  const append = (id: string, added: readonly PlaylistEntry[]): void => {
    const next =
      database.get<{ next: number }>(
        'SELECT coalesce(max(position), -1) + 1 AS next FROM playlistItems WHERE playlistId = ?',
        id,
      )?.next ?? 0;
    for (const [index, { itemId, episodeId, mediaItemId }] of added.entries()) {
      database.run(
        'INSERT OR IGNORE INTO playlistItems (playlistId, itemId, episodeId, mediaItemId, position) VALUES (?, ?, ?, ?, ?)',
        id,
        itemId,
        episodeId,
        mediaItemId,
        next + index,
      );
    }
  };
  return {
    entries,
    append,
    ofUser: (userId: string) =>
      database.all<Playlist>('SELECT * FROM playlists WHERE userId = ? ORDER BY createdAt, rowid', userId),
    /** Those of a user in a library, by name, and the total. */
    pageOf: (userId: string, libraryId: string, query: PageQuery): { playlists: Playlist[]; total: number } => ({
      playlists: database.all<Playlist>(
        'SELECT * FROM playlists WHERE userId = ? AND libraryId = ? ORDER BY name COLLATE NOCASE LIMIT ? OFFSET ?',
        userId,
        libraryId,
        ...limitAndOffset(query),
      ),
      total:
        database.get<{ n: number }>(
          'SELECT count(*) AS n FROM playlists WHERE userId = ? AND libraryId = ?',
          userId,
          libraryId,
        )?.n ?? 0,
    }),
    /** Entries of all playlists of a user. */
    lengthOf: (userId: string): number =>
      database.get<{ n: number }>(
        'SELECT count(*) AS n FROM playlists p JOIN playlistItems i ON i.playlistId = p.id WHERE p.userId = ?',
        userId,
      )?.n ?? 0,
    byId: (id: string) => database.get<Playlist>('SELECT * FROM playlists WHERE id = ?', id),
    create: (
      fields: { libraryId: string; userId: string; name: string; description: string | null },
      added: readonly PlaylistEntry[],
    ): string =>
      database.transaction(() => {
        const id = randomUUID();
        const now = Date.now();
        database.run(
          'INSERT INTO playlists (id, libraryId, userId, name, description, createdAt, lastUpdate) VALUES (?, ?, ?, ?, ?, ?, ?)',
          id,
          fields.libraryId,
          fields.userId,
          fields.name,
          fields.description,
          now,
          now,
        );
        append(id, added);
        return id;
      }),
    update: (id: string, fields: { name: string; description: string | null }): void =>
      void database.run(
        'UPDATE playlists SET name = ?, description = ?, lastUpdate = ? WHERE id = ?',
        fields.name,
        fields.description,
        Date.now(),
        id,
      ),
    /** The named ones (media item ids) come first, in this order; the others follow in theirs. */
    reorder: (id: string, order: readonly string[]): void =>
      database.transaction(() => {
        const others = entries(id).flatMap(({ mediaItemId }) => (order.includes(mediaItemId) ? [] : mediaItemId));
        for (const [position, mediaItemId] of [...order, ...others].entries()) {
          database.run(
            'UPDATE playlistItems SET position = ? WHERE playlistId = ? AND mediaItemId = ?',
            position,
            id,
            mediaItemId,
          );
        }
        database.run('UPDATE playlists SET lastUpdate = ? WHERE id = ?', Date.now(), id);
      }),
    removeEntries: (id: string, mediaItemIds: readonly string[]): void => {
      for (const mediaItemId of mediaItemIds) {
        database.run('DELETE FROM playlistItems WHERE playlistId = ? AND mediaItemId = ?', id, mediaItemId);
      }
    },
    remove: (id: string): void => void database.run('DELETE FROM playlists WHERE id = ?', id),
  };
});
