import { cached } from './cached.ts';

const partFormat = cached((key) => {
  const [locale, field, style] = key.split('|') as [string, 'month' | 'dayPeriod', string];
  return new Intl.DateTimeFormat(
    locale,
    field === 'month' ? { month: style as 'short' | 'long' } : { hour: 'numeric', hour12: true },
  );
});

const ordinalRules = cached((locale) => new Intl.PluralRules(locale, { type: 'ordinal' }));

const ENGLISH_SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

function ordinal(day: number, locale: string): string {
  return locale.startsWith('en') ? `${day}${ENGLISH_SUFFIX[ordinalRules(locale).select(day)] ?? 'th'}` : String(day);
}

const pad = (value: number) => String(value).padStart(2, '0');

/** What each field of a server format stands for. Longer fields come first: MMMM before MM. */
const FIELDS: Record<string, (date: Date, locale: string) => string> = {
  yyyy: (date) => String(date.getFullYear()),
  MMMM: (date, locale) => partFormat(`${locale}|month|long`).format(date),
  MMM: (date, locale) => partFormat(`${locale}|month|short`).format(date),
  MM: (date) => pad(date.getMonth() + 1),
  dd: (date) => pad(date.getDate()),
  do: (date, locale) => ordinal(date.getDate(), locale),
  HH: (date) => pad(date.getHours()),
  mm: (date) => pad(date.getMinutes()),
  h: (date) => String(date.getHours() % 12 || 12),
  a: (date, locale) =>
    partFormat(`${locale}|dayPeriod|`)
      .formatToParts(date)
      .find((part) => part.type === 'dayPeriod')?.value ?? '',
};

const FIELD = new RegExp(Object.keys(FIELDS).join('|'), 'g');

/**
 * A moment in one of the server's date or time formats ('MM/dd/yyyy', 'MMM do, yyyy', 'HH:mm', 'h:mma'), in local time.
 */
export function formatByPattern(moment: number | Date, pattern: string, locale: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : pattern.replace(FIELD, (field) => FIELDS[field]?.(date, locale) ?? field);
}

/** Date and time by the server's two settings: '03/25/2014 17:30'. */
export function formatMoment(moment: number | Date, formats: { date: string; time: string }, locale: string): string {
  return `${formatByPattern(moment, formats.date, locale)} ${formatByPattern(moment, formats.time, locale)}`.trim();
}

const clockFormat = cached((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/** The time of the day at a moment (ms), in local time, as the language writes it: '11:41 PM', or '23:41'. */
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

/** A day of the calendar, `yyyy-MM-dd`, in no time zone. */
export function formatDay(date: string, locale: string, parts: keyof typeof DAY_PARTS): string {
  return dayFormat(`${locale}|${parts}`).format(Date.parse(`${date}T00:00:00Z`));
}

/** Days of the calendar from one to another, in no time zone: 'Mar 24 – 27, 2026'. */
export function formatDays(from: string, to: string, locale: string): string {
  return dayFormat(`${locale}|medium`).formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`));
}
