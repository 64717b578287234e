import type { ChapterStart } from './engine.ts';

const SHARE = 'share:';

/** A target of `go` in every format. */
export const shareTarget = (share: number) => `${SHARE}${share}`;

/** Null for other targets. */
export function shareOfTarget(target: string): number | null {
  return target.startsWith(SHARE) ? Math.min(Math.max(Number(target.slice(SHARE.length)) || 0, 0), 1) : null;
}

const sum = (list: readonly number[]) => list.reduce((total, size) => total + size, 0);

/** Share 0..1 of the whole book; `inside`: of the file at `index`. */
export function shareAt(sizes: readonly number[], index: number, inside: number): number {
  return Math.min((sum(sizes.slice(0, index)) + (sizes[index] ?? 0) * inside) / sum(sizes), 1);
}

/** The file at a share of the book, and the share of that file. Files of size 0 are passed over. */
export function spotAt(sizes: readonly number[], share: number): { readonly index: number; readonly inside: number } {
  let rest = Math.round(share * sum(sizes));
  for (const [index, size] of sizes.entries()) {
    if (rest < size) return { index, inside: rest / size };
    rest -= size;
  }
  return { index: sizes.findLastIndex((size) => size > 0), inside: 1 };
}

/** @param titles by number of the file in which their chapter begins; the first one of a file counts */
export function chapterStarts(
  sizes: readonly number[],
  titles: Iterable<readonly [index: number, label: string]>,
): readonly ChapterStart[] {
  const starts = new Map<number, string>();
  for (const [index, label] of titles) if (index >= 0 && !starts.has(index)) starts.set(index, label);
  return [...starts]
    .toSorted(([one], [other]) => one - other)
    .map(([index, label]) => ({ label, share: shareAt(sizes, index, 0) }));
}

/** Shares are rounded: the first one of a page is on it. */
const ROUNDED = 1e-6;

/** From 1. */
export function pageAt(share: number, pages: number): number {
  return Math.min(Math.floor(share * pages + ROUNDED) + 1, pages);
}
