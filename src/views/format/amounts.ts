import { cached } from './cached.ts';

/** Seconds as '5:07', '1:05:00', '-0:30'. Rounded down, so it never runs ahead. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(Math.abs(Number.isFinite(seconds) ? seconds : 0));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  const sign = seconds < 0 && whole > 0 ? '-' : '';
  return hours > 0 ? `${sign}${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${sign}${minutes}:${rest}`;
}

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

const percentFormat = cached((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));

/** Division noise: this little below a whole percent counts as that percent. */
const NOISE = 1e-9;

/** A share 0..1 in whole percent, rounded down so that it never runs ahead. */
export function wholePercent(share: number): number {
  return Math.floor(Math.min(1, Math.max(0, share)) * 100 + NOISE);
}

/** A share 0..1 as '42%' (see {@link wholePercent}). */
export function formatPercent(share: number, locale: string): string {
  return percentFormat(locale).format(wholePercent(share) / 100);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const byteFormat = cached((key) => {
  const [locale, unit, digits] = key.split('|') as [string, string, string];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    // The short form of bytes is '512 byte' in English.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: Number(digits),
  });
});

/** Units of 1024: '134 MB', '1.4 GB', '512 bytes'. One decimal below 10. */
export function formatBytes(bytes: number, locale: string): string {
  const size = Math.max(0, bytes);
  const power = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(size) / 10));
  const amount = size / 1024 ** power;
  return byteFormat(`${locale}|${UNITS[power] ?? 'byte'}|${power > 0 && amount < 10 ? 1 : 0}`).format(amount);
}
