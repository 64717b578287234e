import { toMs } from './draft.logic.ts';

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d{1,6})?)$/;
const SECONDS = /^\d{1,7}(?:[.,]\d{1,6})?$/;

/** Seconds from `1:02:03`, `2:03.5` or `90`; null for other texts. */
export function readTime(text: string): number | null {
  const typed = text.trim();
  const number = (digits = '0') => Number(digits.replace(',', '.'));
  if (SECONDS.test(typed)) return toMs(number(typed));
  const found = CLOCK.exec(typed);
  if (!found) return null;
  const [, hours, minutes, seconds] = found;
  if (number(seconds) >= 60 || (hours !== undefined && number(minutes) >= 60)) return null;
  return toMs(number(hours) * 3600 + number(minutes) * 60 + number(seconds));
}

/** `1:02:03`, with a fraction only if there is one. */
export function timeText(seconds: number): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const whole = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const part =
    ms % 1000 === 0
      ? ''
      : `.${String(ms % 1000)
          .padStart(3, '0')
          .replace(/0+$/, '')}`;
  return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}${part}`;
}
