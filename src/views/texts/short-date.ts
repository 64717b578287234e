import type { Translate } from './error-text.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/**
 * A short date in local time: 'Mar 24', with the year if it is not this one. Both times in ms. Uses texts of the
 * catalogue only: the first render of a page creates no Intl formatter.
 */
export function shortDate(t: Translate, moment: number, now: number = Date.now()): string {
  const date = new Date(moment);
  const month = MONTHS[date.getMonth()];
  if (!month) return '';
  const parts = { month: t(`date.${month}`), day: String(date.getDate()), year: String(date.getFullYear()) };
  return t(date.getFullYear() === new Date(now).getFullYear() ? 'date.dayMonth' : 'date.dayMonthYear', parts);
}
