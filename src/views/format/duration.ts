import { cached } from './cached.ts';

type DurationUnit = 'day' | 'hour' | 'minute' | 'second';

const SECONDS: Record<DurationUnit, number> = { day: 86_400, hour: 3600, minute: 60, second: 1 };

const unitFormat = cached((key) => {
  const [locale, unit, unitDisplay] = key.split('|') as [string, DurationUnit, 'short' | 'long'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 0 });
});

function unitText(amount: number, unit: DurationUnit, locale: string, display: 'short' | 'long'): string {
  const text = unitFormat(`${locale}|${unit}|${display}`).format(amount);
  return display === 'short' && locale.startsWith('en') ? text.replace(/\bhrs?\b/, 'h') : text;
}

function split(seconds: number, withDays: boolean): [DurationUnit, number][] {
  const units: DurationUnit[] = withDays ? ['day', 'hour', 'minute'] : ['hour', 'minute'];
  let rest = Math.round(Math.max(0, seconds) / 60) * 60;
  return units.map((unit) => {
    const amount = Math.floor(rest / SECONDS[unit]);
    rest -= amount * SECONDS[unit];
    return [unit, amount];
  });
}

function format(seconds: number, locale: string, display: 'short' | 'long', withDays: boolean): string {
  if (seconds < 60) return unitText(Math.max(0, Math.round(seconds)), 'second', locale, display);
  return split(seconds, withDays)
    .filter(([, amount]) => amount > 0)
    .map(([unit, amount]) => unitText(amount, unit, locale, display))
    .join(' ');
}

/** Seconds as '12 h 5 min', '45 sec'. Hours exceed 24 unless `days` is set. */
export function formatDuration(seconds: number, locale: string, options: { days?: boolean } = {}): string {
  return format(seconds, locale, 'short', options.days ?? false);
}

/** Seconds in full words, for screen readers: '12 hours 5 minutes'. */
export function speakDuration(seconds: number, locale: string): string {
  return format(seconds, locale, 'long', false);
}
