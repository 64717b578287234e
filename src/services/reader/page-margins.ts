import type { Look } from './engine.ts';

/** Two pages stand side by side on surfaces this wide, in CSS pixels. */
export const SPREAD_WIDTH = 900;
/** The longest line at the usual size and margins, in CSS pixels: about 72 letters. */
const LINE = 544;
/** The least room between pages, in CSS pixels, and as a share of their size. */
const GAP = 32;
const SHARE = 1 / 12;
/** CSS pixels. */
const ABOVE = 20;
const LEAST_TEXT = 0.3;

/**
 * The room between two pages, which is that at both sides of one, in whole and even CSS pixels. `size`: of the view.
 * Lines of two pages never touch.
 */
export function gapOf(size: number, kind: 'single' | 'split' | 'vertical', { margins, scale }: Look): number {
  const spare = kind === 'single' ? size - LINE * Math.max(scale / 100, 1) : 0;
  const usual = Math.max(usualGap(size), spare);
  const most = (kind === 'split' ? size / 2 : size) * (1 - LEAST_TEXT);
  const least = kind === 'split' ? GAP : 0;
  return even(Math.max(Math.min((usual * margins) / 100, most), least));
}

/** CSS pixels between pages, with usual margins and lines that are not too long. */
export const usualGap = (size: number) => Math.max(size * SHARE, GAP);

export function kindOf(width: number, isVertical: boolean, { flow, spread }: Look): 'single' | 'split' | 'vertical' {
  if (isVertical) return 'vertical';
  return flow === 'paged' && spread === 'auto' && width >= SPREAD_WIDTH ? 'split' : 'single';
}

/** CSS pixels above and below a page. */
export function edgeOf({ margins }: Look): number {
  return Math.round((ABOVE * margins) / 100);
}

const even = (length: number) => Math.floor(length / 2) * 2;
