const formats = new Map<string, Intl.DateTimeFormat>();
const rules = new Map<string, Intl.PluralRules>();

/** Formatters are expensive to create: cached. */
function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

const monthFormat = (locale: string, style: 'short' | 'long') =>
  kept(formats, `${locale}|${style}`, () => new Intl.DateTimeFormat(locale, { month: style, calendar: 'gregory' }));
const halfDayFormat = (locale: string) =>
  kept(formats, locale, () => new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true }));

const ENGLISH_SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

function ordinal(day: number, locale: string): string {
  if (!locale.startsWith('en')) return String(day);
  const ordinals = kept(rules, locale, () => new Intl.PluralRules(locale, { type: 'ordinal' }));
  return `${day}${ENGLISH_SUFFIX[ordinals.select(day)] ?? 'th'}`;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** Longer fields first: MMMM before MM. */
const FIELDS: Record<string, (date: Date, locale: string) => string> = {
  yyyy: (date) => String(date.getFullYear()),
  MMMM: (date, locale) => monthFormat(locale, 'long').format(date),
  MMM: (date, locale) => monthFormat(locale, 'short').format(date),
  MM: (date) => pad(date.getMonth() + 1),
  dd: (date) => pad(date.getDate()),
  do: (date, locale) => ordinal(date.getDate(), locale),
  HH: (date) => pad(date.getHours()),
  mm: (date) => pad(date.getMinutes()),
  h: (date) => String(date.getHours() % 12 || 12),
  a: (date, locale) =>
    halfDayFormat(locale)
      .formatToParts(date)
      .find((part) => part.type === 'dayPeriod')?.value ?? '',
};

const FIELD = new RegExp(Object.keys(FIELDS).join('|'), 'g');

/** Server patterns ('MM/dd/yyyy', 'MMM do, yyyy', 'HH:mm', 'h:mma') in local time; '' for an invalid date. */
export function formatByPattern(moment: number | Date, pattern: string, locale: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : pattern.replace(FIELD, (field) => FIELDS[field]?.(date, locale) ?? field);
}

/** Date and time by the server's settings: '03/25/2014 17:30'. */
export function formatMoment(moment: number | Date, formats: { date: string; time: string }, locale: string): string {
  return `${formatByPattern(moment, formats.date, locale)} ${formatByPattern(moment, formats.time, locale)}`.trim();
}
