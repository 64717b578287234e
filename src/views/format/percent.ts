import { cached } from './cached.ts';

const percentFormat = cached((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));

/** Shares come from divisions: what is this little below a whole percent counts as that percent. */
const NOISE = 1e-9;

/** A share from 0 to 1 in whole percent, rounded down so that it never runs ahead. */
export function wholePercent(share: number): number {
  return Math.floor(Math.min(1, Math.max(0, share)) * 100 + NOISE);
}

/** A share from 0 to 1: '42%' (see {@link wholePercent}). */
export function formatPercent(share: number, locale: string): string {
  return percentFormat(locale).format(wholePercent(share) / 100);
}
