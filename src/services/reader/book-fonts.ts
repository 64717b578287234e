import easyUrl from '@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2?url';
import serifUrl from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import ky from 'ky';
import { once } from '../once.ts';
import type { Look } from './engine.ts';
import type { FontUrls } from './page-style.ts';

/** Timeout for a font, in ms: the book does not wait longer. */
const FONT_MS = 5000;

const loaderOf = (url: string) => once(() => ky(url, { timeout: FONT_MS, retry: 0 }).blob());

const LOADERS = { serif: loaderOf(serifUrl), opendyslexic: loaderOf(easyUrl) };

/** Preloads the serif, once. Rejects when it fails to load. */
export const loadSerif = LOADERS.serif;

/** The fonts of an open book. */
export interface BookFonts {
  readonly urls: FontUrls;
  /** Loads those of a look. One that fails is left out, and tried again with the next look. */
  load(font: Look['font']): Promise<void>;
  close(): void;
}

export function createBookFonts(): BookFonts {
  const urls: { -readonly [Font in keyof FontUrls]: FontUrls[Font] } = {};
  let isClosed = false;

  async function add(font: keyof FontUrls) {
    const file = urls[font] === undefined ? await LOADERS[font]().catch(() => null) : null;
    if (file && !isClosed) urls[font] ??= URL.createObjectURL(file);
  }

  return {
    urls,
    async load(font) {
      await Promise.all([add('serif'), font === 'opendyslexic' && add(font)]);
    },
    close() {
      isClosed = true;
      for (const url of Object.values(urls)) URL.revokeObjectURL(url);
    },
  };
}
