import type { CronSchedule, CronValues } from './cron.logic.ts';

/** How often within its size: each one, each so many from the first on, from one to another, or just these. */
export type CronSpan =
  | { readonly kind: 'every' }
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'list'; readonly values: readonly number[] };

/** What a schedule says, ready for a sentence. Null limits nothing. */
export interface CronWords {
  /** Times of day, where there are few; else null, and `minutes` and `hours` say it. */
  readonly times: readonly { readonly hour: number; readonly minute: number }[] | null;
  readonly minutes: CronSpan;
  readonly hours: CronSpan;
  /** Days of the month. Those and the weekdays are joined by 'or' when both are limited. */
  readonly days: CronValues;
  readonly weekdays: CronValues;
  /** 1 to 12. */
  readonly months: CronValues;
}

/** So many times of day are named one by one. */
const MOST_TIMES = 4;

/** What a schedule says in parts. */
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
  // Only what has the same distance over the end too is 'every so many'.
  if (isEven && first === 0 && last + step === size) return { kind: 'step', step };
  return { kind: 'list', values };
}
