import type { ServerContext } from '../context.ts';
import type { MediaProgress } from '../store/progress.repo.ts';
import type { User } from '../store/users.repo.ts';
import { userJson } from './user-json.ts';

interface TitleRow {
  readonly title: string;
  readonly coverPath: string | null;
  readonly updatedAt: number;
  readonly episodeTitle: string | null;
}

/** A user as an admin sees it: every progress entry with the title and cover of what it is about. */
export function userWithTitles(ctx: ServerContext, user: User, reader: User) {
  const json = userJson(ctx, user);
  const token = user.type === 'root' && reader.type !== 'root' ? '' : json.token;
  return { ...json, token, mediaProgress: json.mediaProgress.map((progress) => withTitle(ctx, progress)) };
}

function withTitle(ctx: ServerContext, progress: MediaProgress) {
  const row = ctx.store.database.get<TitleRow>(
    `SELECT i.title, i.coverPath, i.updatedAt, e.title AS episodeTitle FROM libraryItems i LEFT JOIN podcastEpisodes e ON e.id = ? WHERE i.id = ?`,
    progress.episodeId,
    progress.libraryItemId,
  );
  if (!row) return progress;
  return {
    ...progress,
    displayTitle: row.episodeTitle ?? row.title,
    ...(row.episodeTitle === null ? {} : { displaySubtitle: row.title }),
    coverPath: row.coverPath,
    mediaUpdatedAt: new Date(row.updatedAt).toISOString(),
  };
}
