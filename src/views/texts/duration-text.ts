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
