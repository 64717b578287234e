import { readingPaces, type ReadingPace } from '../../schemas/reading-pace.ts';
import type { Place } from '../../services/reader/engine.ts';
import { defineStored } from '../../services/storage.ts';

/** A page that is in view for less (ms) is leafed over; for more, nobody reads it. */
const SHORTEST_MS = 2000;
const LONGEST_MS = 5 * 60_000;
/** Reading time (ms) after which the pace is known, and after which older reading counts half. */
const KNOWN_MS = 60_000;
const OLD_MS = 2 * 3600_000;
/** Files that are remembered; those read longest ago are forgotten. */
const FILES_KEPT = 100;

/** How much of a book (0..1) was read in how many ms. */
export type Pace = Pick<ReadingPace, 'share' | 'ms'>;
export const NO_PACE: Pace = { share: 0, ms: 0 };

/** The pace of an account in its ebooks, kept in this browser. */
export const pacesOf = (userId: string) => defineStored(`earmark.readingPace.${userId}`, readingPaces);

/** The list with this file at its end. */
export function withPace(all: readonly ReadingPace[], pace: ReadingPace): ReadingPace[] {
  const others = all.filter(({ itemId, ino }) => itemId !== pace.itemId || ino !== pace.ino);
  return [...others.slice(1 - FILES_KEPT), pace];
}

/** The pace after a page was in view for `ms`, then the next one. Jumps, leafing and pages left open do not count. */
export function withPage(pace: Pace, from: Place, to: Place, ms: number): Pace {
  const share = to.share - from.share;
  if (!isNextPage(from, to) || share <= 0 || ms < SHORTEST_MS || ms > LONGEST_MS) return pace;
  const sum = { share: pace.share + share, ms: pace.ms + ms };
  return sum.ms > OLD_MS ? { share: sum.share / 2, ms: sum.ms / 2 } : sum;
}

/** The share of the book that one page is, by two pages of one chapter; null: these do not tell. */
export function pageShare(from: Place, to: Place): number | null {
  if (from.pages !== to.pages || from.chapter !== to.chapter || from.page === to.page) return null;
  const share = (to.share - from.share) / (to.page - from.page);
  return share > 0 && !to.atEnd ? share : null;
}

/** Seconds that are left to read; null: not known, or nothing. */
export interface TimeLeft {
  readonly chapter: number | null;
  readonly book: number | null;
}

/**
 * What is left at this pace. `onePage`: share of the book that a page of this chapter is; null: not known, or pages
 * are counted by book.
 */
export function timeLeft(place: Place, pace: Pace, onePage: number | null): TimeLeft {
  if (pace.ms < KNOWN_MS || pace.share <= 0 || place.atEnd) return { chapter: null, book: null };
  const secondsOf = (share: number) => (share * pace.ms) / pace.share / 1000;
  const book = 1 - place.share;
  const chapter = onePage === null ? null : Math.min((place.pages - place.page + 1) * onePage, book);
  return { chapter: chapter === null ? null : secondsOf(chapter), book: secondsOf(book) };
}

/** One page on, or two where two are in view: in the chapter, or over its end. */
export function isNextPage(from: Place, to: Place): boolean {
  const step = to.page - from.page;
  if (from.pages === to.pages && step >= 1 && step <= 2) return true;
  return to.page <= 2 && from.page >= from.pages - 1;
}
