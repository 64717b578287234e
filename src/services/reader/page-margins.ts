import type { Look } from './engine.ts';

/** A page of a book stands beside another one where the surface is this wide, in CSS pixels. */
export const SPREAD_WIDTH = 900;
/** The most that a line is long at the size that the book says, in CSS pixels, where the margins are the usual ones. */
const LINE = 760;
/** The least room between pages, in CSS pixels, and that by their size, where the margins are the usual ones. */
const GAP = 32;
const SHARE = 1 / 12;
/** Room above and below a page, in CSS pixels. */
const ABOVE = 20;
/** Text is never narrower than this share of the page. */
const LEAST_TEXT = 0.3;

/**
 * The room between two pages in the direction of the lines, which is that beside both sides of one. Whole and even
 * CSS pixels.
 * @param size of what is in view, in CSS pixels
 * @param kind one page, two beside each other, or one whose lines run down
 */
export function gapOf(size: number, kind: 'single' | 'split' | 'vertical', { margins, scale }: Look): number {
  const spare = kind === 'single' ? size - LINE * Math.max(scale / 100, 1) : 0;
  const usual = Math.max(usualGap(size), spare);
  const most = (kind === 'split' ? size / 2 : size) * (1 - LEAST_TEXT);
  return even(Math.min((usual * margins) / 100, most));
}

/** The room between pages where the margins are the usual ones and lines are not too long, in CSS pixels. */
export const usualGap = (size: number) => Math.max(size * SHARE, GAP);

/** How pages of a surface stand. `width` in CSS pixels. */
export function kindOf(width: number, isVertical: boolean, { flow, spread }: Look): 'single' | 'split' | 'vertical' {
  if (isVertical) return 'vertical';
  return flow === 'paged' && spread === 'auto' && width >= SPREAD_WIDTH ? 'split' : 'single';
}

/** The room above and below a page, in CSS pixels. */
export function edgeOf({ margins }: Look): number {
  return Math.round((ABOVE * margins) / 100);
}

const even = (length: number) => Math.floor(length / 2) * 2;
