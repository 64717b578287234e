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
export type CronField = (typeof CRON_FIELDS)[number];

const RULES: { readonly [Name in CronField]: FieldRule } = {
  minute: { min: 0, max: 59, names: [] },
  hour: { min: 0, max: 23, names: [] },
  day: { min: 1, max: 31, names: [] },
  month: { min: 1, max: 12, names: MONTHS },
  weekday: { min: 0, max: 7, end: 6, names: WEEKDAYS },
};

export type CronProblem = 'fiveFields' | CronField;

/** Values of a field, ascending; null for a bare `*`. Weekdays: 0 (Sunday) to 6. */
export type CronValues = readonly number[] | null;
export type CronSchedule = { readonly [Name in CronField]: CronValues };

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
