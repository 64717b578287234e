import { Cron } from 'croner';
import { readCron, type CronValues } from './cron.logic.ts';

/** Croner takes less than servers do: it gets what the fields name. */
const written = (values: CronValues): string => values?.join(',') ?? '*';

/**
 * The next so many times (ms) of a cron expression after a moment, in the time zone of the device; fewer when there are
 * no more (30 February), none for what is no expression. Imports croner: load it on use.
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
