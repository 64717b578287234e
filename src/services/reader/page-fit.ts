import type { PageLook } from './engine.ts';

/** CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels: wider pages are no easier to read. */
const STRIP_WIDTH = 900;

export function openingsOf(pages: number, isDouble: boolean): readonly (readonly number[])[] {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  if (!isDouble) return all.map((page) => [page]);
  return all
    .filter((page) => page === 1 || page % 2 === 0)
    .map((page) => all.slice(page - 1, page === 1 ? 1 : page + 1));
}

export function fitPages(natural: readonly Size[], room: Size, { fit, zoom }: PageLook): readonly Size[] {
  const height = Math.max(1, ...natural.map((size) => size.height));
  const even = natural.map((size) => ({ width: (size.width * height) / Math.max(size.height, 1), height }));
  const width = Math.max(
    1,
    even.reduce((sum, size) => sum + size.width, 0),
  );
  const byFit = { width: room.width / width, height: room.height / height, original: 1 };
  const scale = (fit === 'whole' ? Math.min(byFit.width, byFit.height) : byFit[fit]) * (zoom / 100);
  return even.map((size) => scaled(size, scale));
}

export function fitStrip(natural: Size, room: Size, { fit, zoom }: PageLook): Size {
  const scale = fit === 'original' ? 1 : Math.min(room.width, STRIP_WIDTH) / Math.max(natural.width, 1);
  return scaled(natural, scale * (zoom / 100));
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
