import { defaultPageSettings, pageSettings, ZOOM_LIMITS, type PageSettings } from '../../schemas/reading.ts';
import type { PageLook } from '../../services/reader/engine.ts';
import { defineStored } from '../../services/storage.ts';
import { engineOf } from './formats.logic.ts';

export const PAGE_SETTINGS = defineStored('earmark.pages', pageSettings);

/** Percent of the fitting size. */
export const ZOOM = { ...ZOOM_LIMITS, step: 25 } as const;
/** Percent: a pinch this close to 100 snaps. */
const SNAP = 5;
const BOOKS_KEPT = 100;

interface File {
  readonly itemId: string;
  readonly ino: string;
  readonly format: string;
}

/** Null for flowing text. */
export function pagedEngineOf(format: string): 'comic' | 'pdf' | null {
  const engine = engineOf(format);
  return engine === 'comic' || engine === 'pdf' ? engine : null;
}

export function pageLookOf(stored: PageSettings | null, { itemId, ino, format }: File): PageLook | null {
  const engine = pagedEngineOf(format);
  if (engine === null) return null;
  const { directions, ...engines } = stored ?? defaultPageSettings;
  const own = directions.find((one) => one.itemId === itemId && one.ino === ino);
  return { ...engines[engine], direction: own?.direction ?? null, zoom: 100, rotation: 0 };
}

/** Fit and layout are saved per engine, the direction per book. */
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

/** Percent; snaps to the fitting size. */
export function zoomOfPinch(factor: number, { zoom }: PageLook): number {
  const wanted = Math.round(zoom * factor);
  return Math.abs(wanted - 100) <= SNAP ? 100 : Math.min(Math.max(wanted, ZOOM.min), ZOOM.max);
}

export function turned(rotation: PageLook['rotation']): PageLook['rotation'] {
  return rotation === 270 ? 0 : rotation === 180 ? 270 : rotation === 90 ? 180 : 90;
}

export function pageOfKey(key: string, pages: number): string | null {
  if (key === 'Home') return '1';
  return key === 'End' ? String(pages) : null;
}

/** Null when out of range. */
export function typedPage(text: string, pages: number): number | null {
  const page = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return page >= 1 && page <= pages ? page : null;
}
