import { cached } from './cached.ts';

const formatOf = cached((key) => {
  const [locale, field] = key.split('|') as [string, 'weekday' | 'month'];
  return new Intl.DateTimeFormat(locale, { [field]: 'long', timeZone: 'UTC' });
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
