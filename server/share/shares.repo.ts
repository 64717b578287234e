import { randomUUID } from 'node:crypto';
import { perDatabase } from '../store/per-database.ts';

export type ShareMediaType = 'book' | 'podcastEpisode';

export interface Share {
  readonly id: string;
  readonly slug: string;
  readonly libraryItemId: string;
  /** Id of the book's media, or of the episode. */
  readonly mediaItemId: string;
  readonly mediaItemType: ShareMediaType;
  readonly userId: string;
  /** ms; null: permanent. */
  readonly expiresAt: number | null;
  readonly isDownloadable: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type ShareRow = Omit<Share, 'isDownloadable'> & { isDownloadable: number };

/** Public links to one book or episode. An expired link counts as missing. */
export const sharesIn = perDatabase((database) => {
  const one = (row: ShareRow | undefined): Share | undefined =>
    row && { ...row, isDownloadable: row.isDownloadable === 1 };
  const valid = '(expiresAt IS NULL OR expiresAt > ?)';
  return {
    byId: (id: string) => one(database.get<ShareRow>('SELECT * FROM shares WHERE id = ?', id)),
    bySlug: (slug: string) =>
      one(database.get<ShareRow>(`SELECT * FROM shares WHERE slug = ? AND ${valid}`, slug, Date.now())),
    byMedia: (mediaItemId: string) =>
      one(database.get<ShareRow>(`SELECT * FROM shares WHERE mediaItemId = ? AND ${valid}`, mediaItemId, Date.now())),
    ofItem: (libraryItemId: string) =>
      one(
        database.get<ShareRow>(`SELECT * FROM shares WHERE libraryItemId = ? AND ${valid}`, libraryItemId, Date.now()),
      ),
    /** The book or episode with this media id. */
    media: (
      type: ShareMediaType,
      mediaItemId: string,
    ): { libraryItemId: string; episodeId: string | null } | undefined =>
      type === 'book'
        ? database.get(
            "SELECT id AS libraryItemId, NULL AS episodeId FROM libraryItems WHERE mediaId = ? AND mediaType = 'book'",
            mediaItemId,
          )
        : database.get(
            'SELECT itemId AS libraryItemId, id AS episodeId FROM podcastEpisodes WHERE id = ?',
            mediaItemId,
          ),
    create: (fields: Omit<Share, 'id' | 'createdAt' | 'updatedAt'>): string =>
      database.transaction(() => {
        const [id, now] = [randomUUID(), Date.now()];
        database.run('DELETE FROM shares WHERE expiresAt <= ?', now);
        database.run(
          `INSERT INTO shares (id, slug, libraryItemId, mediaItemId, mediaItemType, userId, expiresAt, isDownloadable, createdAt, updatedAt)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          fields.slug,
          fields.libraryItemId,
          fields.mediaItemId,
          fields.mediaItemType,
          fields.userId,
          fields.expiresAt,
          fields.isDownloadable,
          now,
          now,
        );
        return id;
      }),
    remove: (id: string): void => void database.run('DELETE FROM shares WHERE id = ?', id),
  };
});

const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** A share link as administrators see it, alone and on its item. */
export function shareJson({
  id,
  slug,
  expiresAt,
  mediaItemId,
  mediaItemType,
  isDownloadable,
  updatedAt,
  createdAt,
}: Share) {
  return {
    id,
    slug,
    expiresAt: time(expiresAt),
    mediaItemId,
    mediaItemType,
    isDownloadable,
    updatedAt: time(updatedAt),
    createdAt: time(createdAt),
  };
}
