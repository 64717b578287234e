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
  /** The time of the last check that the server has, in ms, and the one it is to have first; null: that one stays. */
  readonly before: number | null;
  readonly written: number | null;
}

/** How many new episodes were found; `unread`: none, because the feed could not be read. */
export interface CheckResult extends Pick<CheckInput, 'before' | 'written'> {
  readonly found: number;
  readonly unread: AppError | null;
}

/** What a check is to do. The time is written when it is another one to the minute, which is what the fields show. */
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
 * Has the server look into the feed, after another time where one was entered; the downloads are its matter. A server
 * says of a feed that it cannot read that nothing is new in it, so one without anything new is read once more.
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
