import type { SnapshotFrom } from 'xstate';
import type { Chapter } from '../../schemas/api/audio-file.ts';
import type { ContentsEntry } from '../../services/reader/engine.ts';
import { matchingIndex } from './chapter-match.logic.ts';
import type { companionMachine } from './companion.machine.ts';
import { timeLeft, type TimeLeft } from './pace.logic.ts';

type Snapshot = SnapshotFrom<typeof companionMachine> | undefined;

/** In seconds at the reader's pace; null while unknown. */
export function selectTimeLeft(snapshot: Snapshot): TimeLeft {
  const { place, pace, onePage } = snapshot?.context ?? {};
  return place && pace ? timeLeft(place, pace, onePage ?? null) : { chapter: null, book: null };
}

/** The audio chapter of the open page; null for none. */
export function selectSoundChapter(snapshot: Snapshot): Chapter | null {
  const { contents, chapters, place } = snapshot?.context ?? {};
  if (!contents || !chapters || chapters.length === 0 || !place?.chapter) return null;
  const labels = flat(contents).map(({ label }) => label);
  const at = labels.indexOf(place.chapter);
  if (at === -1 || labels.includes(place.chapter, at + 1)) return null;
  const titles = chapters.map(({ title }) => title);
  return chapters[matchingIndex(labels, at, titles) ?? -1] ?? null;
}

/** Where an audio chapter's text begins; null when there is none, or it is open. `itemId`: what plays. */
export function textOf(itemId: string | null, chapters: readonly Chapter[], index: number) {
  return (snapshot: Snapshot): { readonly target: string; readonly title: string } | null => {
    if (!snapshot || itemId !== snapshot.context.item.id) return null;
    const entries = flat(snapshot.context.contents);
    const titles = chapters.map(({ title }) => title);
    const found =
      entries[
        matchingIndex(
          titles,
          index,
          entries.map(({ label }) => label),
        ) ?? -1
      ];
    if (!found || found.label === snapshot.context.place?.chapter) return null;
    return { target: found.target, title: found.label };
  };
}

export const selectAsksFinished = (snapshot: Snapshot): boolean => snapshot?.matches({ ending: 'offered' }) ?? false;
export const selectMayReturn = (snapshot: Snapshot): boolean => snapshot?.matches({ returning: 'followed' }) ?? false;

function flat(entries: readonly ContentsEntry[]): readonly ContentsEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children)]);
}
