import { fromPromise } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { updateItem } from '../../services/endpoints/item-editing.ts';
import { checkNewEpisodes, readFeed } from '../../services/endpoints/podcast-admin.ts';
import { getPorts } from '../app/ports.ts';
import { dayAndTime, toMoment } from './episode-form.logic.ts';

interface CheckInput {
  readonly id: string;
  readonly feedUrl: string;
  readonly limit: number;
  /** In ms: the server's last check, and the time to write first; null: unchanged. */
  readonly before: number | null;
  readonly written: number | null;
}

/** `unread`: the feed could not be read. */
export interface CheckResult extends Pick<CheckInput, 'before' | 'written'> {
  readonly found: number;
  readonly unread: AppError | null;
}

/** The time is written only when it differs by the minute, as fields show it. */
export function checkInput(entered: {
  readonly id: string;
  readonly feedUrl: string;
  readonly lastCheck: number | null;
  readonly day: string;
  readonly time: string;
  readonly limit: number | null;
}): CheckInput {
  const { id, feedUrl, lastCheck: before, day, time, limit } = entered;
  const known = dayAndTime(before);
  const isSame = day === known.day && time === known.time;
  return { id, feedUrl, limit: limit ?? 0, before, written: isSame ? null : toMoment({ day, time }) };
}

/**
 * Has the server check the feed for new episodes. The server reports an unreadable feed as nothing new, so a check
 * without result reads the feed again.
 */
export const checkFeed = fromPromise<CheckResult, CheckInput>(async ({ input, system, signal }) => {
  const { api } = getPorts(system);
  const { id, feedUrl, limit, before, written } = input;
  if (written !== null) await api.call(updateItem, { id, change: { lastEpisodeCheck: written } }, signal);
  const { episodes } = await api.call(checkNewEpisodes, { id, limit }, signal);
  const found = episodes.items.length + episodes.dropped.length;
  const unread = found > 0 ? null : await api.call(readFeed, { url: feedUrl }, signal).then(() => null, toAppError);
  return { found, unread, before, written };
});
