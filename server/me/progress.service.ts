import type { ServerContext } from '../context.ts';
import type { ItemAccess } from '../items/items.types.ts';
import type { MediaProgress } from '../store/progress.repo.ts';
import { userJson } from '../users/user-json.ts';
import { beginProgress, changeProgress, type ProgressPatch } from './progress.logic.ts';

export type ProgressContext = Pick<ServerContext, 'store' | 'items'>;

/** Why an item can have no progress. */
export type UnknownMedia = 'Library item not found' | 'Episode not found';

/** Stores the progress of a user for a book or episode and returns it; the caller announces it. */
export function saveProgress(
  ctx: ProgressContext,
  userId: string,
  itemId: string,
  episodeId: string | null,
  patch: ProgressPatch,
): MediaProgress | UnknownMedia {
  const item = ctx.items.access(itemId);
  if (!item) return 'Library item not found';
  const mediaItemId = mediaItemIdOf(ctx, item, episodeId);
  if (mediaItemId === undefined) return 'Episode not found';
  const key = item.mediaType === 'podcast' ? episodeId : null;
  const before = ctx.store.progress.ofMedia(userId, mediaItemId);
  const rules = ctx.store.libraries.byId(item.libraryId)?.settings ?? {
    markAsFinishedPercentComplete: null,
    markAsFinishedTimeRemaining: 10,
  };
  const after = before
    ? changeProgress(before, patch, rules, Date.now())
    : beginProgress({ userId, libraryItemId: itemId, episodeId: key, mediaItemId }, patch, Date.now());
  ctx.store.progress.save(after);
  return after;
}

function mediaItemIdOf(ctx: ProgressContext, item: ItemAccess, episodeId: string | null): string | undefined {
  if (item.mediaType === 'book') return item.mediaId;
  if (episodeId === null) return undefined;
  return ctx.store.database.get<{ id: string }>(
    'SELECT id FROM podcastEpisodes WHERE id = ? AND itemId = ?',
    episodeId,
    item.id,
  )?.id;
}

type AnnounceContext = Pick<ServerContext, 'store' | 'events' | 'presence' | 'onClose'>;

/** Announcing takes at most one part in this of the time. */
const SHARE = 10;
/** Per server and account: time of the next possible announcement (ms), and what waits for it. */
const announced = new WeakMap<ServerContext['store'], Map<string, { next: number; timer: NodeJS.Timeout | null }>>();

/**
 * Sends an account with all progress and bookmarks to the user's sockets: at once, or, while changes come faster than a
 * large account can be sent, once for several of them.
 */
export function announceUser(ctx: AnnounceContext, userId: string): void {
  if (!ctx.presence.isOnline(userId)) return;
  const accounts = announced.get(ctx.store) ?? new Map<string, { next: number; timer: NodeJS.Timeout | null }>();
  if (!announced.has(ctx.store)) {
    announced.set(ctx.store, accounts);
    ctx.onClose(() => accounts.forEach(({ timer }) => timer && clearTimeout(timer)));
  }
  const account = accounts.get(userId) ?? { next: 0, timer: null };
  accounts.set(userId, account);
  if (account.timer) return;
  const notify = (): void => {
    account.timer = null;
    const startedAt = performance.now();
    const user = ctx.store.users.byId(userId);
    if (user) ctx.events.toUser(userId, 'user_updated', userJson(ctx, user));
    const endedAt = performance.now();
    account.next = endedAt + (endedAt - startedAt) * (SHARE - 1);
  };
  const wait = account.next - performance.now();
  if (wait <= 0) notify();
  else account.timer = setTimeout(notify, wait).unref();
}
