import type { AccountDetail, NamedProgress } from '../../../schemas/api/account.ts';
import type { ListeningSession } from '../../../schemas/api/listening-session.ts';
import type { ListeningStats } from '../../../schemas/api/stats.ts';
import type { Api } from '../../../services/api.ts';
import { getUser, getUserStats, listOnlineUsers, listUserSessions } from '../../../services/endpoints/users.ts';

export interface UserDetail {
  readonly user: AccountDetail;
  readonly stats: ListeningStats;
  readonly sessionCount: number;
  readonly lastSession: ListeningSession | null;
  readonly isOnline: boolean;
}

export async function readUserDetail(
  api: Api,
  { id }: { readonly id: string },
  signal: AbortSignal,
): Promise<UserDetail> {
  const [user, stats, { total, sessions }, { usersOnline }] = await Promise.all([
    api.call(getUser, { id }, signal),
    api.call(getUserStats, { id }, signal),
    api.call(listUserSessions, { id, page: 0, itemsPerPage: 1 }, signal),
    api.call(listOnlineUsers, undefined, signal),
  ]);
  return {
    user,
    stats,
    sessionCount: total,
    lastSession: sessions.items[0] ?? null,
    isOnline: usersOnline.items.some((one) => one.id === id),
  };
}

export const progressOf = ({ mediaProgress }: Pick<AccountDetail, 'mediaProgress'>): readonly NamedProgress[] =>
  mediaProgress.items.toSorted((one, other) => other.lastUpdate - one.lastUpdate);

/** 0..1. */
export const shareOf = ({ isFinished, progress, ebookProgress }: NamedProgress): number =>
  isFinished ? 1 : Math.max(progress, ebookProgress ?? 0);
