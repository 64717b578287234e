import { Cron } from 'croner';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

interface FieldRule {
  readonly min: number;
  readonly max: number;
  /** End of an open range, if not `max`. */
  readonly end?: number;
  readonly names: readonly string[];
}

const CRON_FIELDS = ['minute', 'hour', 'day', 'month', 'weekday'] as const;
type CronField = (typeof CRON_FIELDS)[number];

const RULES: { readonly [Name in CronField]: FieldRule } = {
  minute: { min: 0, max: 59, names: [] },
  hour: { min: 0, max: 23, names: [] },
  day: { min: 1, max: 31, names: [] },
  month: { min: 1, max: 12, names: MONTHS },
  weekday: { min: 0, max: 7, end: 6, names: WEEKDAYS },
};

export type CronProblem = 'fiveFields' | CronField;

/** Values of a field, ascending; null for a bare `*`. Weekdays: 0 (Sunday) to 6. */
type CronValues = readonly number[] | null;
type CronSchedule = { readonly [Name in CronField]: CronValues };

const partsOf = (expression: string): readonly string[] => expression.trim().split(/\s+/);

/** Null when servers accept it. */
export function cronProblem(expression: string): CronProblem | null {
  const parts = partsOf(expression);
  if (parts.length !== CRON_FIELDS.length) return 'fiveFields';
  return CRON_FIELDS.find((name, index) => readField(parts[index] ?? '', name) === undefined) ?? null;
}

/** Null when invalid. */
export function readCron(expression: string): CronSchedule | null {
  if (cronProblem(expression) !== null) return null;
  const parts = partsOf(expression);
  return Object.fromEntries(
    CRON_FIELDS.map((name, index) => [name, readField(parts[index] ?? '', name) ?? null]),
  ) as CronSchedule;
}

function readField(part: string, name: CronField): CronValues | undefined {
  if (part === '*') return null;
  const rule = RULES[name];
  const values = new Set<number>();
  for (const entry of part.toLowerCase().split(',')) {
    const range = readRange(entry, rule);
    if (!range) return undefined;
    const { from, to, step } = range;
    for (let value = from; value <= to; value += step) values.add(name === 'weekday' ? value % 7 : value);
  }
  return [...values].toSorted((one, other) => one - other);
}

function readRange(entry: string, rule: FieldRule): { from: number; to: number; step: number } | undefined {
  const match = /^(\*|[a-z0-9]+)(?:-([a-z0-9]+))?(?:\/(\d+))?$/.exec(entry);
  if (!match) return undefined;
  const [, first = '', last, by] = match;
  const step = by === undefined ? 1 : Number(by);
  if (step < 1 || (first === '*' && last !== undefined)) return undefined;
  const end = rule.end ?? rule.max;
  if (first === '*') return { from: rule.min, to: end, step };
  const from = valueOf(first, rule);
  const to =
    last === undefined ? (by === undefined || from === undefined ? from : Math.max(from, end)) : valueOf(last, rule);
  return from === undefined || to === undefined || from > to ? undefined : { from, to, step };
}

function valueOf(text: string, { min, max, names }: FieldRule): number | undefined {
  const named = names.findIndex((name) => name === text || name.slice(0, 3) === text);
  const value = /^\d+$/.test(text) ? Number(text) : named < 0 ? Number.NaN : named + min;
  return value >= min && value <= max ? value : undefined;
}

/** Every unit, steps from the first on, a range, or a list. */
type CronSpan =
  | { readonly kind: 'every' }
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'list'; readonly values: readonly number[] };

/** Null: no limit. */
export interface CronWords {
  /** Few times of day; else null, and `minutes` and `hours` apply. */
  readonly times: readonly { readonly hour: number; readonly minute: number }[] | null;
  readonly minutes: CronSpan;
  readonly hours: CronSpan;
  /** Joined with the weekdays by 'or' when both are limited. */
  readonly days: CronValues;
  readonly weekdays: CronValues;
  readonly months: CronValues;
}

const MOST_TIMES = 4;

export function cronWords({ minute, hour, day, month, weekday }: CronSchedule): CronWords {
  const hours = spanOf(hour, 24);
  const isFew = minute !== null && hour !== null && minute.length * hour.length <= MOST_TIMES;
  const isEveryDay = isAll(day, 31) || isAll(weekday, 7);
  return {
    times: isFew ? hour.flatMap((one) => minute.map((of) => ({ hour: one, minute: of }))) : null,
    minutes: spanOf(minute, 60),
    hours,
    days: isEveryDay ? null : day,
    weekdays: isEveryDay ? null : weekday,
    months: isAll(month, 12) ? null : month,
  };
}

const isAll = (values: CronValues, size: number): boolean => values?.length === size;

function spanOf(values: CronValues, size: number): CronSpan {
  if (values === null || isAll(values, size)) return { kind: 'every' };
  const [first = 0, second = 0] = values;
  const last = values.at(-1) ?? first;
  const step = second - first;
  const isEven = values.length > 1 && values.every((value, index) => value === first + index * step);
  if (isEven && step === 1 && values.length > 2) return { kind: 'range', from: first, to: last };
  // 'Every n' needs the same distance across the end.
  if (isEven && first === 0 && last + step === size) return { kind: 'step', step };
  return { kind: 'list', values };
}

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
