import { readingPaces, type ReadingPace } from '../../schemas/reading.ts';
import type { Place } from '../../services/reader/engine.ts';
import { defineStored } from '../../services/storage.ts';

/** In ms: shorter views are leafing, longer ones idle. */
const SHORTEST_MS = 2000;
const LONGEST_MS = 5 * 60_000;
/** In ms of reading: until the pace is known, and until older reading counts half. */
const KNOWN_MS = 60_000;
const OLD_MS = 2 * 3600_000;
const FILES_KEPT = 100;

/** Share (0..1) read in this many ms. */
export type Pace = Pick<ReadingPace, 'share' | 'ms'>;
export const NO_PACE: Pace = { share: 0, ms: 0 };

export const pacesOf = (userId: string) => defineStored(`earmark.readingPace.${userId}`, readingPaces);

export function withPace(all: readonly ReadingPace[], pace: ReadingPace): ReadingPace[] {
  const others = all.filter(({ itemId, ino }) => itemId !== pace.itemId || ino !== pace.ino);
  return [...others.slice(1 - FILES_KEPT), pace];
}

/** `ms` on a page, then the next. Jumps, leafing and idle pages don't count. */
export function withPage(pace: Pace, from: Place, to: Place, ms: number): Pace {
  const share = to.share - from.share;
  if (!isNextPage(from, to) || share <= 0 || ms < SHORTEST_MS || ms > LONGEST_MS) return pace;
  const sum = { share: pace.share + share, ms: pace.ms + ms };
  return sum.ms > OLD_MS ? { share: sum.share / 2, ms: sum.ms / 2 } : sum;
}

/** Share of the book per page, from two pages of one chapter; null when unknown. */
export function pageShare(from: Place, to: Place): number | null {
  if (from.pages !== to.pages || from.chapter !== to.chapter || from.page === to.page) return null;
  const share = (to.share - from.share) / (to.page - from.page);
  return share > 0 && !to.atEnd ? share : null;
}

/** Seconds; null: unknown, or none left. */
export interface TimeLeft {
  readonly chapter: number | null;
  readonly book: number | null;
}

/** `onePage`: share of the book per page of this chapter; null: unknown, or pages count by book. */
export function timeLeft(place: Place, pace: Pace, onePage: number | null): TimeLeft {
  if (pace.ms < KNOWN_MS || pace.share <= 0 || place.atEnd) return { chapter: null, book: null };
  const secondsOf = (share: number) => (share * pace.ms) / pace.share / 1000;
  const book = 1 - place.share;
  const chapter = onePage === null ? null : Math.min((place.pages - place.page + 1) * onePage, book);
  return { chapter: chapter === null ? null : secondsOf(chapter), book: secondsOf(book) };
}

export function isNextPage(from: Place, to: Place): boolean {
  const step = to.page - from.page;
  if (from.pages === to.pages && step >= 1 && step <= 2) return true;
  return to.page <= 2 && from.page >= from.pages - 1;
}
