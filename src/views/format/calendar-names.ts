import { cached } from './cached.ts';

const formatOf = cached((key) => {
  const [locale, field] = key.split('|') as [string, 'weekday' | 'month'];
  return new Intl.DateTimeFormat(locale, { [field]: 'long', timeZone: 'UTC' });
});

/** Names of the weekdays in a language, Sunday first. */
export function weekdayNames(locale: string): readonly string[] {
  // The first of February 2026 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => formatOf(`${locale}|weekday`).format(Date.UTC(2026, 1, 1 + day)));
}

const shortFormat = cached((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }));

/** The same short: 'Sun'. */
export function shortWeekdayNames(locale: string): readonly string[] {
  return Array.from({ length: 7 }, (_, day) => shortFormat(locale).format(Date.UTC(2026, 1, 1 + day)));
}

/** Names of the months in a language, January first. */
export function monthNames(locale: string): readonly string[] {
  return Array.from({ length: 12 }, (_, month) => formatOf(`${locale}|month`).format(Date.UTC(2026, month, 1)));
}

/** Not in the types of the language yet, nor in every browser. */
type WithWeekInfo = Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } };

/** The day that a week begins with in a language, 0 for Sunday; Monday where the browser does not know. */
export function firstWeekday(locale: string): number {
  const { firstDay = 1 } = (new Intl.Locale(locale) as WithWeekInfo).getWeekInfo?.() ?? {};
  return firstDay % 7;
}

const hourFormat = cached((locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }));

/** Names of the hours of a day in a language, midnight first: '12 AM', or '00'. */
export function hourNames(locale: string): readonly string[] {
  return Array.from({ length: 24 }, (_, hour) => hourFormat(locale).format(Date.UTC(2026, 1, 1, hour)));
}
