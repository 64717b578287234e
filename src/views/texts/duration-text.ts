import type { Translate } from './error-text.ts';

/**
 * Seconds left, in the steps that {@link leftText} tells: seconds below a minute, else whole minutes; 0 where it tells
 * nothing.
 */
export function leftInSteps(seconds: number): number {
  if (!(seconds >= 1)) return 0;
  return seconds < 59.5 ? Math.round(seconds) : Math.round(seconds / 60) * 60;
}

/**
 * What is left, in seconds, as '12 h 5 min left' or '40 sec left'; null for less than a second. Uses texts of the
 * catalogue only: the first render of a page creates no Intl formatter.
 */
export function leftText(t: Translate, seconds: number): string | null {
  if (!(seconds >= 1)) return null;
  if (seconds < 59.5) return t('left.seconds', { seconds: String(Math.round(seconds)) });
  const all = Math.round(seconds / 60);
  const [hours, minutes] = [String(Math.floor(all / 60)), String(all % 60)];
  if (all < 60) return t('left.minutes', { minutes });
  return minutes === '0' ? t('left.hours', { hours }) : t('left.hoursMinutes', { hours, minutes });
}
