import type { Translate } from './error-text.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/** Local time: 'Mar 24', with the year if it is another one. Both times in ms. Without Intl, as in `leftText`. */
export function shortDate(t: Translate, moment: number, now: number = Date.now()): string {
  const date = new Date(moment);
  const month = MONTHS[date.getMonth()];
  if (!month) return '';
  const parts = { month: t(`date.${month}`), day: String(date.getDate()), year: String(date.getFullYear()) };
  return t(date.getFullYear() === new Date(now).getFullYear() ? 'date.dayMonth' : 'date.dayMonthYear', parts);
}
