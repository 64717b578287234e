import type { ServerContext } from '../context.ts';
import type { ItemAccess } from '../library/items.types.ts';
import type { MediaProgress } from '../store/progress.repo.ts';
import { userJson } from '../users/user-json.ts';
import { beginProgress, changeProgress, type ProgressPatch } from './progress.logic.ts';

export type ProgressContext = Pick<ServerContext, 'store' | 'items'>;

/** Why no progress can be kept for an item. */
export type UnknownMedia = 'Library item not found' | 'Episode not found';

/** Writes the progress of a user for a book or an episode and returns it; the caller announces it. */
export function saveProgress(ctx: ProgressContext, userId: string, itemId: string, episodeId: string | null, patch: ProgressPatch): MediaProgress | UnknownMedia {
  const item = ctx.items.access(itemId);
  if (!item) return 'Library item not found';
  const mediaItemId = mediaItemIdOf(ctx, item, episodeId);
  if (mediaItemId === undefined) return 'Episode not found';
  const key = item.mediaType === 'podcast' ? episodeId : null;
  const before = ctx.store.progress.find(userId, itemId, key);
  const rules = ctx.store.libraries.byId(item.libraryId)?.settings ?? { markAsFinishedPercentComplete: null, markAsFinishedTimeRemaining: 10 };
  const after = before
    ? changeProgress(before, patch, rules, Date.now())
    : beginProgress({ userId, libraryItemId: itemId, episodeId: key, mediaItemId }, patch, Date.now());
  ctx.store.progress.save(after);
  return after;
}

function mediaItemIdOf(ctx: ProgressContext, item: ItemAccess, episodeId: string | null): string | undefined {
  if (item.mediaType === 'book') return item.mediaId;
  if (episodeId === null) return undefined;
  return ctx.store.database.get<{ id: string }>('SELECT id FROM podcastEpisodes WHERE id = ? AND itemId = ?', episodeId, item.id)?.id;
}

/** Tells all sockets of a user what the account looks like now, with all progress and bookmarks. */
export function announceUser(ctx: ServerContext, userId: string): void {
  const user = ctx.store.users.byId(userId);
  if (user) ctx.events.toUser(userId, 'user_updated', userJson(ctx, user));
}
