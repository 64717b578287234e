import { cached } from './cached.ts';

const relativeFormat = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats the time between two moments (ms): '3 hours ago', 'yesterday', 'now'. */
export function formatRelative(then: number, now: number, locale: string): string {
  const seconds = (then - now) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return relativeFormat(locale).format(0, 'second');
  return relativeFormat(locale).format(Math.trunc(seconds / step[1]), step[0]);
}
