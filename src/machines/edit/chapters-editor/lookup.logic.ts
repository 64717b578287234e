import type { SnapshotFrom } from 'xstate';
import type { ChaptersFound } from '../../../schemas/api/provider-search.ts';
import { toMs, type TimedTitle } from './draft.logic.ts';
import { readSigned } from './editor.logic.ts';
import type { lookupMachine } from './lookup.machine.ts';

/** Audible regions, in display order. */
export const REGIONS = ['us', 'ca', 'uk', 'au', 'fr', 'de', 'jp', 'it', 'in', 'es'] as const;
export type Region = (typeof REGIONS)[number];

/** `late`: starts after the end of the book; `over`: ends after it. */
type FoundNote = 'late' | 'over' | null;

/** Times in seconds. */
export interface FoundChapters {
  readonly runtime: number;
  readonly chapters: readonly (TimedTitle & { readonly note: FoundNote })[];
}

/**
 * Chapters for a book of this length. Without branding, all but the first move earlier by the intro, and a last chapter
 * no longer than the outro is dropped.
 * @param offset seconds added to all but the first
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
      // Measured lengths of one recording vary slightly.
      return { start, title, note: start >= duration ? 'late' : end > duration + 1 ? 'over' : null };
    }),
  };
}

export const chaptersToTake = ({ chapters }: FoundChapters): readonly TimedTitle[] =>
  chapters.filter(({ note }) => note !== 'late').map(({ start, title }) => ({ start, title }));

type Snapshot = SnapshotFrom<typeof lookupMachine>;

/** Null before a lookup. An invalid offset counts as 0. */
export function foundIn({ found, keepsBranding, offset }: Snapshot['context'], duration: number) {
  return found && foundChapters(found, { keepsBranding, offset: readSigned(offset) ?? 0, duration });
}
