import type { Translate } from './error-text.ts';

/** Seconds in the steps of {@link leftText}: below a minute seconds, else whole minutes; 0 where it is null. */
export function leftInSteps(seconds: number): number {
  if (!(seconds >= 1)) return 0;
  return seconds < 59.5 ? Math.round(seconds) : Math.round(seconds / 60) * 60;
}

/**
 * Formats seconds: '12 h 5 min left', '40 sec left'; null below a second. Without Intl: a first render creates no
 * formatter.
 */
export function leftText(t: Translate, seconds: number): string | null {
  if (!(seconds >= 1)) return null;
  if (seconds < 59.5) return t('left.seconds', { seconds: String(Math.round(seconds)) });
  const all = Math.round(seconds / 60);
  const [hours, minutes] = [String(Math.floor(all / 60)), String(all % 60)];
  if (all < 60) return t('left.minutes', { minutes });
  return minutes === '0' ? t('left.hours', { hours }) : t('left.hoursMinutes', { hours, minutes });
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/** Local time: 'Mar 24', with the year if it is another one. Both times in ms. Without Intl, as in `leftText`. */
export function shortDate(t: Translate, moment: number, now: number = Date.now()): string {
  const date = new Date(moment);
  const month = MONTHS[date.getMonth()];
  if (!month) return '';
  const parts = { month: t(`date.${month}`), day: String(date.getDate()), year: String(date.getFullYear()) };
  return t(date.getFullYear() === new Date(now).getFullYear() ? 'date.dayMonth' : 'date.dayMonthYear', parts);
}
