import type { ChapterStart, PrintedPage } from '../../services/reader/engine.ts';
import { pageAt, shareTarget } from '../../services/reader/shares.ts';
import { typedPage } from './pages.logic.ts';

/**
 * The line of a book by pages, or in percent where only its chapters have pages (null).
 * @param grain of the pointer
 */
export const lineOf = (pages: number | null) =>
  pages === null ? { min: 0, max: 100, step: 1, grain: 0.1 } : { min: 1, max: pages, step: 1, grain: 1 };

export const valueOf = (share: number, pages: number | null): number =>
  pages === null ? Math.round(share * 1000) / 10 : pageAt(share, pages);

export const shareOf = (value: number, pages: number | null): number =>
  pages === null ? value / 100 : (value - 1) / pages;

export const targetOf = (value: number, pages: number | null): string =>
  pages === null ? shareTarget(value / 100) : String(value);

/** Share 0..1 where the line ends. */
export const endOf = (pages: number | null): number => (pages === null ? 1 : (pages - 1) / pages);

const ROUNDED = 1e-6;

export interface BookSpot {
  readonly share: number;
  readonly page: number | null;
  readonly chapter: string | null;
}

export function spotOf(share: number, pages: number | null, chapters: readonly ChapterStart[]): BookSpot {
  const chapter = chapters.findLast((start) => start.share <= share + ROUNDED);
  return { share, page: pages === null ? null : pageAt(share, pages), chapter: chapter?.label ?? null };
}

const PERCENT = /^(\d{1,3}(?:[.,]\d+)?)\s*[%٪％]?$/;

/**
 * '12' is a page where the book has pages, or lists printed ones; else a share, as '45%' is in every book. Null: no
 * place of the book.
 */
export function typedTarget(text: string, pages: number | null, printed: readonly PrintedPage[]): string | null {
  const typed = text.trim().replace(/^([%٪％])\s*(.+)$/, '$2$1');
  const page = pages === null ? null : typedPage(typed, pages);
  if (page !== null) return String(page);
  const wanted = typed.toLowerCase();
  const listed = printed.find(({ label }) => label.toLowerCase() === wanted);
  if (listed) return listed.target;
  if ((pages !== null || printed.length > 0) && !/[%٪％]$/.test(typed)) return null;
  const share = Number(PERCENT.exec(typed)?.[1]?.replace(',', '.') ?? NaN) / 100;
  return share <= 1 ? shareTarget(share) : null;
}
