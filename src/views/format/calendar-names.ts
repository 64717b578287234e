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

/** Names of the months in a language, January first. */
export function monthNames(locale: string): readonly string[] {
  return Array.from({ length: 12 }, (_, month) => formatOf(`${locale}|month`).format(Date.UTC(2026, month, 1)));
}
