import { EpubCFI } from 'epubjs';
import type { Place } from './engine.ts';
import { chapterAt, type Chapters } from './epub-contents.ts';
import type { Contents, Relocated } from './epub-internals.ts';
import { isText, shownNodes } from './first-in-view.ts';
import { hasMore } from './scrolling.ts';
import { shareAt } from './shares.ts';

export const compare = (one: string, other: string) => new EpubCFI().compare(one, other);
/** The CFI of its start, if it is one of a range. */
export function startOf(cfi: string): string {
  const start = new EpubCFI(cfi);
  start.collapse(true);
  return start.toString();
}

/** Number of the file that a CFI leads to. */
export const fileOf = (cfi: string) => new EpubCFI(cfi).spinePos;

/** @param box the scroller; null: the text is in pages */
export function placeOf(
  { start, end, atStart, atEnd }: Relocated,
  location: string,
  sizes: readonly number[],
  chapters: Chapters,
  box: Element | null,
): Place {
  const chapter = chapterAt(chapters, start.index);
  if (box) {
    const { scrollTop, clientHeight, scrollHeight } = box;
    const isLast = start.index === sizes.length - 1 && !hasMore(box, 1);
    const pages = Math.max(Math.ceil(scrollHeight / Math.max(clientHeight, 1)), 1);
    return {
      location,
      share: isLast ? 1 : shareAt(sizes, start.index, scrollTop / Math.max(scrollHeight, 1)),
      page: hasMore(box, 1) ? Math.min(Math.floor(scrollTop / Math.max(clientHeight, 1)) + 1, pages) : pages,
      pages,
      chapter,
      atStart: start.index === 0 && !hasMore(box, -1),
      atEnd: isLast,
    };
  }
  const { page, total } = start.displayed;
  const isLast = atEnd === true || (end.index === sizes.length - 1 && end.displayed.page >= end.displayed.total);
  return {
    location,
    share: isLast ? 1 : shareAt(sizes, start.index, (page - 1) / Math.max(total, 1)),
    page,
    pages: total,
    chapter,
    atStart: atStart === true || (start.index === 0 && page <= 1),
    atEnd: isLast,
  };
}

/** With pages above each other, epubjs counts the next one as shown. */
export function countedDown({ start, end }: Relocated, container: Element | undefined): Relocated {
  const { scrollTop = 0, clientHeight = 1, scrollHeight = 1 } = container ?? {};
  const total = Math.max(Math.round(scrollHeight / clientHeight), 1);
  const displayed = { page: Math.min(Math.round(scrollTop / clientHeight) + 1, total), total };
  return { start: { ...start, displayed }, end: { ...end, index: start.index, displayed } };
}

/** The last words of a file; undefined when it has none. */
export function endOf(page: Contents): string | undefined {
  const text = shownNodes(page.document).at(-1);
  if (!text) return undefined;
  const range = page.document.createRange();
  if (isText(text)) range.setStart(text, Math.max(text.data.trimEnd().length - 1, 0));
  else range.setStartBefore(text);
  return page.cfiFromRange(range);
}
