import type { Clip } from '../clips.ts';
import type { Parts } from './epub-archive.ts';
import type { EpubAssets } from './epub-assets.ts';
import type { EpubBook } from './epub-internals.ts';
import { addressOf, nameOf, resolve } from './epub-names.ts';

/** More is no book. */
const MOST_CLIPS = 20_000;
/** Seconds: clips without an end are as long as their file. */
const FOREVER = 1e9;

export interface NarratedPart {
  /** Of the element in its chapter; empty: the whole chapter. */
  readonly id: string;
  /** The sound of these words; null where the book lacks the file. */
  readonly clip: Clip | null;
}

/** The narration that a book brings along (media overlays). */
export interface Overlays {
  readonly hasAny: boolean;
  /** Of a chapter, in order; empty: it has none. */
  partsOf(index: number): Promise<readonly NarratedPart[]>;
}

export function createOverlays(book: EpubBook, parts: Parts, { urlOf }: EpubAssets): Overlays {
  const { manifest } = book.packaging;

  const addressAt = (index: number) => {
    const overlay = manifest[book.spine.spineItems[index]?.idref ?? '']?.overlay;
    const name = overlay ? nameOf(manifest[overlay]?.href ?? '') : null;
    return name === null ? null : addressOf(name);
  };

  return {
    hasAny: Object.values(manifest).some(({ overlay }) => Boolean(overlay)),
    async partsOf(index) {
      const address = addressAt(index);
      const chapter = book.spine.spineItems[index]?.url;
      const doc = address === null ? null : await parts.contents(address);
      if (address === null || !doc || chapter === undefined) return [];
      const own = nameOf(chapter);
      const pars = [...doc.querySelectorAll('par')].slice(0, MOST_CLIPS).flatMap((par) => {
        const text = resolve(par.querySelector('text')?.getAttribute('src') ?? '', address);
        return text !== null && nameOf(text) === own ? [{ par, id: /#(.*)/s.exec(text)?.[1] ?? '' }] : [];
      });
      return Promise.all(
        pars.map(async ({ par, id }) => {
          const audio = par.querySelector('audio');
          const name = audio && nameOf(audio.getAttribute('src') ?? '', address);
          const url = name ? await urlOf(name) : null;
          const begin = secondsOf(audio?.getAttribute('clipBegin')) ?? 0;
          const end = secondsOf(audio?.getAttribute('clipEnd')) ?? FOREVER;
          return { id, clip: url !== null && end > begin ? { url, begin, end } : null };
        }),
      );
    },
  };
}

const UNITS: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 };

/** Seconds of a clock value of SMIL: '0:00:29.268', '29.268s', '500ms', '1.5min'; null: it is none. */
export function secondsOf(clock: string | null | undefined): number | null {
  const text = (clock ?? '').trim().replace(/^npt=/, '');
  const [, hours = '0', minutes, seconds] = /^(?:(\d+):)?([0-5]?\d):([0-5]?\d(?:\.\d*)?)$/.exec(text) ?? [];
  if (minutes !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const [, count, unit = ''] = /^(\d+(?:\.\d*)?)(h|min|s|ms)?$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (UNITS[unit] ?? 1);
}
