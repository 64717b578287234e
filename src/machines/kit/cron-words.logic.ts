import type { CronSchedule, CronValues } from './cron.logic.ts';

/** Every unit, steps from the first on, a range, or a list. */
export type CronSpan =
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
