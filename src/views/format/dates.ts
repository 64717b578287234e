import { cached } from './cached.ts';

const clockFormat = cached((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/** Milliseconds as local time: '11:41 PM', or '23:41'. */
export function formatTimeOfDay(moment: number, locale: string): string {
  return clockFormat(locale).format(moment);
}

const DAY_PARTS = {
  /** Tue */
  short: { weekday: 'short' },
  /** Tuesday */
  weekday: { weekday: 'long' },
  /** Tuesday, March 24, 2026 */
  full: { dateStyle: 'full' },
  /** Mar */
  month: { month: 'short' },
  /** M */
  monthLetter: { month: 'narrow' },
  /** Mar 24, 2026 */
  medium: { dateStyle: 'medium' },
  /** March 2026 */
  monthYear: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const dayFormat = cached((key) => {
  const [locale, parts] = key.split('|') as [string, keyof typeof DAY_PARTS];
  return new Intl.DateTimeFormat(locale, { ...DAY_PARTS[parts], calendar: 'gregory', timeZone: 'UTC' });
});

/** A day, `yyyy-MM-dd`, without time zone. */
export function formatDay(date: string, locale: string, parts: keyof typeof DAY_PARTS): string {
  return dayFormat(`${locale}|${parts}`).format(Date.parse(`${date}T00:00:00Z`));
}

/** Days, `yyyy-MM-dd`, without time zone: 'Mar 24 – 27, 2026'. */
export function formatDays(from: string, to: string, locale: string): string {
  return dayFormat(`${locale}|medium`).formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`));
}

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

const formatOf = cached((key) => {
  const [locale, field] = key.split('|') as [string, 'weekday' | 'month'];
  return new Intl.DateTimeFormat(locale, { [field]: 'long', calendar: 'gregory', timeZone: 'UTC' });
});

/** Sunday first. */
export function weekdayNames(locale: string): readonly string[] {
  // The first of February 2026 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => formatOf(`${locale}|weekday`).format(Date.UTC(2026, 1, 1 + day)));
}

const shortFormat = cached((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }));

/** Sunday first: 'Sun'. */
export function shortWeekdayNames(locale: string): readonly string[] {
  return Array.from({ length: 7 }, (_, day) => shortFormat(locale).format(Date.UTC(2026, 1, 1 + day)));
}

/** January first. */
export function monthNames(locale: string): readonly string[] {
  return Array.from({ length: 12 }, (_, month) => formatOf(`${locale}|month`).format(Date.UTC(2026, month, 1)));
}

/** Missing in the types, and in some browsers. */
type WithWeekInfo = Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } };

/** The first day of a week, 0 for Sunday; Monday where the browser does not know. */
export function firstWeekday(locale: string): number {
  const { firstDay = 1 } = (new Intl.Locale(locale) as WithWeekInfo).getWeekInfo?.() ?? {};
  return firstDay % 7;
}

const hourFormat = cached((locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }));

/** Midnight first: '12 AM', or '00'. */
export function hourNames(locale: string): readonly string[] {
  return Array.from({ length: 24 }, (_, hour) => hourFormat(locale).format(Date.UTC(2026, 1, 1, hour)));
}
