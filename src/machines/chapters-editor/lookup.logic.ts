import type { ChaptersFound } from '../../schemas/api/provider-search.ts';
import { toMs, type TimedTitle } from './draft.logic.ts';

/** Shops that are asked, in the order that they are offered in. */
export const REGIONS = ['us', 'ca', 'uk', 'au', 'fr', 'de', 'jp', 'it', 'in', 'es'] as const;
export type Region = (typeof REGIONS)[number];

/** `late`: begins after the end of the book; `over`: ends after it. */
export type FoundNote = 'late' | 'over' | null;

/** What was found, as it would be taken over. Times in seconds. */
export interface FoundChapters {
  readonly runtime: number;
  readonly chapters: readonly (TimedTitle & { readonly note: FoundNote })[];
}

/**
 * The chapters of an answer for a book of this length. Without the shop's branding all but the first begin earlier by
 * its intro, and a last chapter that is no longer than its outro goes.
 *
 * @param offset seconds that all but the first are moved by, after that
 */
export function foundChapters(
  { chapters, brandIntroDurationMs: intro, brandOutroDurationMs: outro, runtimeLengthMs }: ChaptersFound,
  { keepsBranding, offset, duration }: { keepsBranding: boolean; offset: number; duration: number },
): FoundChapters {
  const last = chapters.at(-1);
  const hasOutro = !keepsBranding && outro > 0 && chapters.length > 1 && last !== undefined && last.lengthMs <= outro;
  const kept = hasOutro ? chapters.slice(0, -1) : chapters;
  const runtime = (keepsBranding ? runtimeLengthMs : Math.max(0, runtimeLengthMs - intro - outro)) / 1000;
  const startOf = (index: number): number => {
    const start = (kept[index]?.startOffsetMs ?? 0) - (keepsBranding ? 0 : intro);
    return index === 0 ? 0 : toMs(Math.max(0, start / 1000 + offset));
  };
  return {
    runtime,
    chapters: kept.map(({ title }, index) => {
      const start = startOf(index);
      const end = index + 1 < kept.length ? startOf(index + 1) : runtime + offset;
      // Two measures of one recording differ by moments.
      return { start, title, note: start >= duration ? 'late' : end > duration + 1 ? 'over' : null };
    }),
  };
}

/** Those that begin in the book. */
export const chaptersToTake = ({ chapters }: FoundChapters): readonly TimedTitle[] =>
  chapters.filter(({ note }) => note !== 'late').map(({ start, title }) => ({ start, title }));
