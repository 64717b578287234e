import { cached } from './cached.ts';

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
