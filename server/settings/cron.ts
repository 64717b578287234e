import { Cron } from 'croner';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'week day', min: 0, max: 7, names: days },
];

/** The largest step of each field that croner takes. */
const MOST_STEPS: readonly number[] = [60, 24, 31, 12, 7];

/** The error in a cron expression of five fields, in the words of the real server; null for a valid one. */
export function cronProblem(expression: string): string | null {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== fields.length) return `${expression} is a invalid expression`;
  for (const [index, field] of fields.entries()) {
    const part = parts[index] ?? '';
    if (!isValidField(part.toLowerCase(), field)) return `${part} is a invalid expression for ${field.name}`;
  }
  return null;
}

function isValidField(part: string, field: Field): boolean {
  return part.split(',').every((entry) => {
    const match = /^(\*|[a-z0-9]+(?:-[a-z0-9]+)?)(?:\/(\d+))?$/.exec(entry);
    if (!match) return false;
    const [, range = '', step] = match;
    if (step !== undefined && Number(step) < 1) return false;
    if (range === '*') return true;
    const [from, to] = range.split('-').map((value) => valueOf(value, field));
    return from !== undefined && (!range.includes('-') || (to !== undefined && from <= to));
  });
}

function valueOf(text: string, { min, max, names = [] }: Field): number | undefined {
  const named = names.indexOf(text.slice(0, 3));
  const value = /^\d+$/.test(text) ? Number(text) : named < 0 ? Number.NaN : named + min;
  return value >= min && value <= max ? value : undefined;
}

/**
 * Whether a valid cron expression of five fields names the minute of `date`. Days of month and of week are joined by
 * "or" when both are limited.
 */
export function isDue(expression: string, date: Date): boolean {
  const pattern = expression
    .trim()
    // Names may be written out in full.
    .replace(/[a-z]{3,}/gi, (name) => name.slice(0, 3))
    .split(/\s+/)
    // A step over the end of its field names the first value only; croner refuses it.
    .map((part, index) => part.replace(/\/(\d+)/g, (_, step) => `/${Math.min(Number(step), MOST_STEPS[index] ?? 1)}`))
    .join(' ');
  return new Cron(pattern, { paused: true, mode: '5-part', sloppyRanges: true }).match(
    new Date(Math.floor(date.getTime() / 60_000) * 60_000),
  );
}

/** Interval and first time of looking for due work, in ms: the minute in which the server starts counts too. */
const LOOK_MS = 20_000;
const FIRST_LOOK_MS = 1000;

/**
 * Runs work whenever a schedule is due, once in a minute; `expression` is read each time, null pauses. Work that still
 * runs is not started again; its failure goes to the log.
 */
export function everyMinute(
  ctx: Pick<ServerContext, 'onClose' | 'log'>,
  expression: () => string | null,
  work: () => Promise<void>,
): void {
  let isRunning = false;
  let lastMinute = -1;
  const look = async (): Promise<void> => {
    const minute = Math.floor(Date.now() / 60_000);
    const schedule = expression();
    if (isRunning || minute === lastMinute || schedule === null || !isDue(schedule, new Date(minute * 60_000))) return;
    lastMinute = minute;
    isRunning = true;
    try {
      await work();
    } catch (cause) {
      ctx.log.error('Schedule', messageOf(cause));
    } finally {
      isRunning = false;
    }
  };
  const tick = () => void look().catch((cause: unknown) => ctx.log.error('Schedule', messageOf(cause)));
  const first = setTimeout(tick, FIRST_LOOK_MS);
  const timer = setInterval(tick, LOOK_MS);
  first.unref();
  timer.unref();
  ctx.onClose(() => {
    clearTimeout(first);
    clearInterval(timer);
  });
}
