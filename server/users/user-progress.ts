import type { ServerContext } from '../context.ts';
import type { User } from '../store/users.repo.ts';
import { userJson } from './user-json.ts';

interface TitleRow {
  readonly id: string;
  readonly title: string;
  readonly coverPath: string | null;
  readonly updatedAt: number;
  readonly episodeTitle: string | null;
}

const TITLES = `SELECT p.id, i.title, i.coverPath, i.updatedAt, e.title AS episodeTitle
  FROM mediaProgress p CROSS JOIN libraryItems i ON i.id = p.libraryItemId
  LEFT JOIN podcastEpisodes e ON e.id = p.episodeId WHERE p.userId = ?`;

/** A user for an admin: every progress entry with the title and cover of its media. */
export function userWithTitles(ctx: ServerContext, user: User, reader: User) {
  const json = userJson(ctx, user);
  const token = user.type === 'root' && reader.type !== 'root' ? '' : json.token;
  const rows = new Map(ctx.store.database.all<TitleRow>(TITLES, user.id).map((row) => [row.id, row]));
  const mediaProgress = json.mediaProgress.map((progress) => ({ ...progress, ...titlesOf(rows.get(progress.id)) }));
  return { ...json, token, mediaProgress };
}

const titlesOf = (row: TitleRow | undefined) =>
  row && {
    displayTitle: row.episodeTitle ?? row.title,
    ...(row.episodeTitle === null ? {} : { displaySubtitle: row.title }),
    coverPath: row.coverPath,
    mediaUpdatedAt: new Date(row.updatedAt).toISOString(),
  };
