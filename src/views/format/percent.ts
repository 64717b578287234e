import { cached } from './cached.ts';

const percentFormat = cached((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));

/** A share from 0 to 1 as 0 to 100. Nothing but all of it is 100, and a beginning is not 0. */
export function wholePercent(share: number): number {
  const within = Math.min(1, Math.max(0, share));
  const percent = Math.round(within * 100);
  return within > 0 && percent === 0 ? 1 : within < 1 && percent === 100 ? 99 : percent;
}

/** A share from 0 to 1: '42%' (see {@link wholePercent}). */
export function formatPercent(share: number, locale: string): string {
  return percentFormat(locale).format(wholePercent(share) / 100);
}
