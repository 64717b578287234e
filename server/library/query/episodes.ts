import { fromJson } from '../../store/database.ts';
import { episodeExpanded, episodeJson, minifiedFromRow, ROW_COLUMNS, type ItemRow } from '../../items/item-json.ts';
import type { ItemJson } from '../../items/items.types.ts';
import type { Episode } from '../../items/model.ts';
import { contentRule } from '../../items/content-rule.ts';
import type { ShelfContext } from './shelves.ts';

type EpisodeRow = ItemRow & { episode_json: string };

const EPISODE_JSON = `json_object('id', e.id, 'season', e.season, 'episode', e.episode, 'episodeType', e.episodeType, 'title', e.title,
  'subtitle', e.subtitle, 'description', e.description, 'pubDate', e.pubDate, 'publishedAt', e.publishedAt,
  'guid', e.guid, 'enclosure', json(e.enclosure), 'chapters', json(e.chapters), 'audioFile', json(e.audioFile), 'addedAt', e.addedAt, 'updatedAt', e.updatedAt) AS episode_json`;

const FROM =
  'FROM podcastEpisodes e JOIN libraryItems i ON i.id = e.itemId LEFT JOIN mediaProgress p ON p.mediaItemId = e.id AND p.userId = ? WHERE i.libraryId = ?';

const readEpisode = (row: EpisodeRow): Episode => fromJson<Episode>(row.episode_json, {} as Episode);

/** Podcasts with one episode each as `recentEpisode`, by a condition on the episode `e` and the user's progress `p`. */
export function recentEpisodes(
  { database, library, user, limit }: ShelfContext,
  condition: string,
  order: string,
): { entities: ItemJson[]; total: number } {
  const rule = contentRule(user);
  const values = [user.id, library.id, ...rule.values];
  const total =
    database.get<{ n: number }>(`SELECT count(*) AS n ${FROM}${rule.sql} AND ${condition}`, ...values)?.n ?? 0;
  const rows = database.all<EpisodeRow>(
    `SELECT ${ROW_COLUMNS}, ${EPISODE_JSON} ${FROM}${rule.sql} AND ${condition} ORDER BY ${order} LIMIT ?`,
    ...values,
    limit,
  );
  return {
    entities: rows.map((row) => ({
      ...minifiedFromRow(row),
      recentEpisode: episodeJson({ id: row.id, mediaId: row.mediaId }, readEpisode(row)),
    })),
    total,
  };
}

/** The podcast of a recent episode: as in an item without `expanded`, with an empty list of episodes. */
function podcastOf(row: ItemRow): Record<string, unknown> {
  const { id, metadata, coverPath, tags, numEpisodes: _count, size: _size, ...options } = minifiedFromRow(row).media;
  const { titleIgnorePrefix: _sorted, ...plain } = metadata;
  return { id, libraryItemId: row.id, metadata: plain, coverPath, tags, episodes: [], ...options };
}

/** `GET /api/libraries/:id/recent-episodes`: expanded episodes, newest first, each with its podcast. */
export function newestEpisodes(
  { database, library, user }: Pick<ShelfContext, 'database' | 'library' | 'user'>,
  limit: number,
  page: number,
): Record<string, unknown>[] {
  const rule = contentRule(user);
  const rows = database.all<EpisodeRow>(
    `SELECT ${ROW_COLUMNS}, ${EPISODE_JSON} ${FROM}${rule.sql} AND coalesce(p.isFinished, 0) = 0
     ORDER BY e.publishedAt DESC${limit ? ' LIMIT ? OFFSET ?' : ''}`,
    user.id,
    library.id,
    ...rule.values,
    ...(limit ? [limit, limit * page] : []),
  );
  return rows.map((row) => ({
    ...episodeExpanded({ id: row.id, mediaId: row.mediaId }, readEpisode(row)),
    podcast: podcastOf(row),
    libraryId: row.libraryId,
  }));
}
