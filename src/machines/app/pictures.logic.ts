import type { Urls } from '../../services/urls.ts';

/**
 * Widths in which pictures are requested, in pixels. A server makes each width of each picture at its first request (a
 * run of ffmpeg), so all places, densities and cover sizes share three; 400 is its own default and mostly made already.
 */
const WIDTHS = [200, 400, 800] as const;
const stepUp = (width: number) => WIDTHS.find((step) => step >= width) ?? WIDTHS[2];

/** A picture for screens of one and of two device pixels per CSS pixel; more is never requested. */
export interface PictureSources {
  readonly src: string | null;
  readonly src2x?: string;
}

interface WithCover {
  readonly id: string;
  readonly updatedAt: number;
  readonly media: { readonly coverPath: string | null };
}

/** The cover of an item for a box of this width in CSS pixels; `src` null when it has none. */
export function coverSources(urls: Urls, { id, updatedAt, media }: WithCover, width: number): PictureSources {
  if (media.coverPath === null) return { src: null };
  const of = (pixels: number) => urls.cover(id, { updatedAt, width: pixels, format: 'webp' });
  return { src: of(stepUp(width)), src2x: of(stepUp(width * 2)) };
}

/** The picture of an author for a box of this width in CSS pixels; `src` null when there is none. */
export function authorSources(
  urls: Urls,
  { id, updatedAt, imagePath }: { readonly id: string; readonly updatedAt: number; readonly imagePath: string | null },
  width: number,
): PictureSources {
  if (imagePath === null) return { src: null };
  const of = (pixels: number) => urls.authorImage(id, { updatedAt, width: pixels, format: 'webp' });
  return { src: of(stepUp(width)), src2x: of(stepUp(width * 2)) };
}
