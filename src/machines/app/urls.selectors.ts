import type { SnapshotFrom } from 'xstate';
import { createUrls, type Urls } from '../../services/urls.ts';
import type { appMachine } from './app.machine.ts';

const known = new Map<string, Urls>();

/** Builders of addresses for `src` and `href` on the server of this client. */
export function selectUrls({ context }: SnapshotFrom<typeof appMachine>): Urls {
  const { baseUrl } = context.ports;
  const urls = known.get(baseUrl) ?? createUrls(new URL(baseUrl).pathname);
  known.set(baseUrl, urls);
  return urls;
}

/** Widths of pictures are multiples of this, in pixels: few sizes, so that the caches of browser and server hit. */
const WIDTH_STEP = 40;
const stepUp = (width: number) => Math.ceil(width / WIDTH_STEP) * WIDTH_STEP;

/** A picture for screens of one and of two device pixels per CSS pixel; more is never asked for. */
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
  urls: Urls, { id, updatedAt, imagePath }: { readonly id: string; readonly updatedAt: number; readonly imagePath: string | null }, width: number,
): PictureSources {
  if (imagePath === null) return { src: null };
  const of = (pixels: number) => urls.authorImage(id, { updatedAt, width: pixels, format: 'webp' });
  return { src: of(stepUp(width)), src2x: of(stepUp(width * 2)) };
}
