import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import type { PodcastItem } from '../items/model.ts';
import { cronProblem, everyMinute, isDue } from '../settings/cron.ts';
import { createEpisodeChecker } from './new-episodes.ts';

/** Failures in a row after which the schedule skips a feed. */
export const MAX_FAILED_CHECKS = 24;
/** Key of the failures, by podcast. */
const FAILURES = 'failedFeedChecks';

export type AutoDownloads = ReturnType<typeof createAutoDownloads>;

/** The scheduled search for new episodes: each podcast with `autoDownloadEpisodes` has its own schedule. */
export function createAutoDownloads(ctx: ServerContext) {
  const { editor } = ctx;
  const check = createEpisodeChecker(ctx);
  /** By podcast. A check counts as failed until it succeeds, so that one that crashes the server counts as well. */
  const { settings } = ctx.store;
  const failuresOf = (id: string): number => settings.get<Record<string, number>>(FAILURES, {})[id] ?? 0;
  const noteFailures = (id: string, count: number): void => {
    const { [id]: before = 0, ...others } = settings.get<Record<string, number>>(FAILURES, {});
    if (before !== count) settings.set(FAILURES, count === 0 ? others : { ...others, [id]: count });
  };

  /** Reads only due podcasts whole: one may have thousands of episodes. Books are skipped. */
  const duePodcasts = (date: Date): PodcastItem[] =>
    ctx.store.database
      .all<{ id: string; schedule: string | null }>(
        `SELECT i.id, json_extract(i.media, '$.media.autoDownloadSchedule') AS schedule FROM libraries l
         CROSS JOIN libraryItems i ON i.libraryId = l.id
         WHERE l.mediaType = 'podcast' AND i.isMissing = 0 AND json_extract(i.media, '$.media.autoDownloadEpisodes')`,
      )
      .filter(({ schedule }) => schedule !== null && cronProblem(schedule) === null && isDue(schedule, date))
      .flatMap(({ id }) => {
        const item = editor.items.load(id);
        return item?.mediaType === 'podcast' ? [item] : [];
      });

  const turnOff = async (itemId: string): Promise<void> => {
    noteFailures(itemId, 0);
    const item = editor.items.load(itemId);
    if (item?.mediaType !== 'podcast') return;
    const { title } = item.metadata;
    ctx.log.warn(
      'Podcasts',
      `"${title}" is not checked any more: its feed could not be read ${MAX_FAILED_CHECKS} times`,
    );
    await editor.change(
      itemId,
      (now) =>
        now.mediaType === 'podcast' ? { ...now, options: { ...now.options, autoDownloadEpisodes: false } } : null,
      { metadata: false },
    );
  };

  const checkOne = async ({ id, episodes, options }: PodcastItem): Promise<void> => {
    const newest = Math.max(0, ...episodes.map((episode) => episode.publishedAt ?? 0));
    const since = newest || (options.lastEpisodeCheck ?? 0);
    const failures = failuresOf(id) + 1;
    noteFailures(id, failures);
    if (failures > MAX_FAILED_CHECKS) return turnOff(id);
    const found = await check(id, { since, limit: options.maxNewEpisodesToDownload, isAutomatic: true });
    if (found !== null) noteFailures(id, 0);
    else if (failures === MAX_FAILED_CHECKS) await turnOff(id);
  };

  return {
    /** Checks the podcasts whose schedule names the minute of `date`, one after another. */
    checkDue: async (date: Date): Promise<void> => {
      for (const item of duePodcasts(date)) {
        await checkOne(item).catch((cause: unknown) => {
          ctx.log.error('Podcasts', `"${item.metadata.title}": ${messageOf(cause)}`);
        });
      }
    },
  };
}

/**
 * Looks every minute. A long check does not delay the next minute, so no schedule is missed; checks still run one by
 * one.
 */
export function scheduleAutoDownloads(ctx: ServerContext): void {
  const { checkDue } = createAutoDownloads(ctx);
  let last: Promise<void> = Promise.resolve();
  everyMinute(
    ctx,
    () => '* * * * *',
    async () => {
      const now = new Date();
      last = last.then(() => checkDue(now));
    },
  );
}
