import { Cron } from 'croner';
import { readCron, type CronValues } from './cron.logic.ts';

/** Croner takes less syntax than servers: it gets the parsed values. */
const written = (values: CronValues): string => values?.join(',') ?? '*';

/**
 * Next times (ms) of a cron expression in the device's time zone; fewer when there are no more (30 February), none when
 * invalid. Imports croner: load it on use.
 */
export function nextTimes(expression: string, count: number, after: number = Date.now()): readonly number[] {
  const schedule = readCron(expression);
  if (!schedule) return [];
  const { minute, hour, day, month, weekday } = schedule;
  const pattern = [minute, hour, day, month, weekday].map(written).join(' ');
  return new Cron(pattern, { paused: true, mode: '5-part' })
    .nextRuns(count, new Date(after))
    .map((date) => date.getTime());
}
