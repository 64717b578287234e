import { z } from '../../src/schemas/zod.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import type { Press } from '../../src/services/reader/engine.ts';
import { bookBody } from './item-fixtures.ts';

const metadata = (filename: string, ext: string) => ({ filename, ext, path: '', relPath: '', size: 2048 });

/** A file in the folder of the book. */
export const ebookFileOf = (ino: string, filename: string) => ({
  ino,
  metadata: metadata(filename, filename.slice(filename.lastIndexOf('.'))),
  isSupplementary: true,
  fileType: 'ebook',
});

/** The recorded book with a main ebook, and with other files beside it. */
export function ebookBody(format = 'epub', others: readonly object[] = []) {
  const file = { ino: '77', metadata: metadata(`Book.${format}`, `.${format}`), ebookFormat: format };
  return {
    ...bookBody,
    media: { ...bookBody.media, ebookFile: file },
    libraryFiles: [{ ...file, isSupplementary: false, fileType: 'ebook' }, ...others],
  };
}

export const ebookItem = (...parameters: Parameters<typeof ebookBody>) =>
  z.parse(getItem.output, ebookBody(...parameters));

export const key = (name: string, shift = false): Press => ({ kind: 'key', key: name, shift });
export const tap = (x: number): Press => ({ kind: 'tap', x });
export const swipe = (dx: number, dy: number, at = 1000, duration = 200): Press => ({
  kind: 'swipe',
  dx,
  dy,
  duration,
  at,
});
export const pinch = (factor: number, isOver = true): Press => ({ kind: 'pinch', factor, isOver });
export const wheel = (delta: number, at: number): Press => ({ kind: 'wheel', delta, at });
