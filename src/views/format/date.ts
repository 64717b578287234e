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
  return new Intl.DateTimeFormat(locale, { ...DAY_PARTS[parts], timeZone: 'UTC' });
});

/** A day, `yyyy-MM-dd`, without time zone. */
export function formatDay(date: string, locale: string, parts: keyof typeof DAY_PARTS): string {
  return dayFormat(`${locale}|${parts}`).format(Date.parse(`${date}T00:00:00Z`));
}

/** Days, `yyyy-MM-dd`, without time zone: 'Mar 24 – 27, 2026'. */
export function formatDays(from: string, to: string, locale: string): string {
  return dayFormat(`${locale}|medium`).formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`));
}
