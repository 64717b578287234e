import type { Urls } from '../../services/urls.ts';

/** Pixels. The server renders each width once (slow), so all places share three; 400 is its default. */
const WIDTHS = [200, 400, 800] as const;
const stepUp = (width: number) => WIDTHS.find((step) => step >= width) ?? WIDTHS[2];

export interface PictureSources {
  readonly src: string | null;
  readonly src2x?: string;
}

interface WithCover {
  readonly id: string;
  readonly updatedAt: number;
  readonly media: { readonly coverPath: string | null };
}

/** Cover for a box of this width in CSS pixels; `src` null without a cover. */
export function coverSources(urls: Urls, { id, updatedAt, media }: WithCover, width: number): PictureSources {
  if (media.coverPath === null) return { src: null };
  const of = (pixels: number) => urls.cover(id, { updatedAt, width: pixels, format: 'webp' });
  return { src: of(stepUp(width)), src2x: of(stepUp(width * 2)) };
}

/** Author picture for a box of this width in CSS pixels; `src` null without a picture. */
export function authorSources(
  urls: Urls,
  { id, updatedAt, imagePath }: { readonly id: string; readonly updatedAt: number; readonly imagePath: string | null },
  width: number,
): PictureSources {
  if (imagePath === null) return { src: null };
  const of = (pixels: number) => urls.authorImage(id, { updatedAt, width: pixels, format: 'webp' });
  return { src: of(stepUp(width)), src2x: of(stepUp(width * 2)) };
}
