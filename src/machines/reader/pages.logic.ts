import { defaultPageSettings, pageSettings, ZOOM_LIMITS, type PageSettings } from '../../schemas/page-settings.ts';
import type { PageLook } from '../../services/reader/engine.ts';
import { defineStored } from '../../services/storage.ts';
import { engineOf } from './formats.logic.ts';

/** Where it is kept how books with fixed pages look. */
export const PAGE_SETTINGS = defineStored('earmark.pages', pageSettings);

/** Least, most and step of the size of a page, in percent of the size that it fits in. */
export const ZOOM = { ...ZOOM_LIMITS, step: 25 } as const;
/** A pinch that ends so near to 100 percent was meant to end there. */
const SNAP = 5;
/** Books whose direction is remembered. */
const BOOKS_KEPT = 100;

interface File {
  readonly itemId: string;
  readonly ino: string;
  readonly format: string;
}

/** What shows a format whose pages are fixed; null: its text flows, or nothing shows it. */
export function pagedEngineOf(format: string): 'comic' | 'pdf' | null {
  const engine = engineOf(format);
  return engine === 'comic' || engine === 'pdf' ? engine : null;
}

/** How the pages of a book look as it is opened. Null: its pages are not fixed. */
export function pageLookOf(stored: PageSettings | null, { itemId, ino, format }: File): PageLook | null {
  const engine = pagedEngineOf(format);
  if (engine === null) return null;
  const { directions, ...engines } = stored ?? defaultPageSettings;
  const own = directions.find((one) => one.itemId === itemId && one.ino === ino);
  return { ...engines[engine], direction: own?.direction ?? null, zoom: 100, rotation: 0 };
}

/** What is kept of a look: fit and layout for all books of its engine, the direction for this book. */
export function withPageLook(stored: PageSettings | null, file: File, look: PageLook): PageSettings {
  const settings = stored ?? defaultPageSettings;
  const engine = pagedEngineOf(file.format);
  if (engine === null) return settings;
  const { itemId, ino } = file;
  const { fit, layout, direction } = look;
  const others = settings.directions.filter((one) => one.itemId !== itemId || one.ino !== ino);
  const directions = direction === null ? others : [...others.slice(1 - BOOKS_KEPT), { itemId, ino, direction }];
  return { ...settings, [engine]: { fit, layout }, directions };
}

/** What a key changes on fixed pages; null: nothing. */
export function pageChangeOfKey(key: string, { zoom, rotation }: PageLook): Partial<PageLook> | null {
  const to = (next: number) => ({ zoom: Math.min(Math.max(next, ZOOM.min), ZOOM.max) });
  switch (key) {
    case '+':
    case '=':
      return to(zoom + ZOOM.step);
    case '-':
      return to(zoom - ZOOM.step);
    case '0':
      return to(100);
    case 'r':
      return { rotation: turned(rotation) };
    default:
      return null;
  }
}

/** How large pages are after a pinch, in percent: about as large as they fit is exactly so. */
export function zoomOfPinch(factor: number, { zoom }: PageLook): number {
  const wanted = Math.round(zoom * factor);
  return Math.abs(wanted - 100) <= SNAP ? 100 : Math.min(Math.max(wanted, ZOOM.min), ZOOM.max);
}

/** A quarter further, clockwise. */
export function turned(rotation: PageLook['rotation']): PageLook['rotation'] {
  return rotation === 270 ? 0 : rotation === 180 ? 270 : rotation === 90 ? 180 : 90;
}

/** The page that a key leads to; null: none. */
export function pageOfKey(key: string, pages: number): string | null {
  if (key === 'Home') return '1';
  return key === 'End' ? String(pages) : null;
}

/** The page of this number that was typed; null: the book has none. */
export function typedPage(text: string, pages: number): number | null {
  const page = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return page >= 1 && page <= pages ? page : null;
}
