import type { SnapshotFrom } from 'xstate';
import type { Chapter } from '../../schemas/api/chapter.ts';
import type { ContentsEntry } from '../../services/reader/engine.ts';
import { matchingIndex } from './chapter-match.logic.ts';
import type { companionMachine } from './companion.machine.ts';
import { timeLeft, type TimeLeft } from './pace.logic.ts';

type Snapshot = SnapshotFrom<typeof companionMachine> | undefined;

/** What is left to read at the own pace, in seconds; null while it is not known. */
export function selectTimeLeft(snapshot: Snapshot): TimeLeft {
  const { place, pace, onePage } = snapshot?.context ?? {};
  return place && pace ? timeLeft(place, pace, onePage ?? null) : { chapter: null, book: null };
}

/** The chapter of the sound that is the one of the open page; null: none is, or there is no sound. */
export function selectSoundChapter(snapshot: Snapshot): Chapter | null {
  const { contents, chapters, place } = snapshot?.context ?? {};
  if (!contents || !chapters || chapters.length === 0 || !place?.chapter) return null;
  const labels = flat(contents).map(({ label }) => label);
  const at = labels.indexOf(place.chapter);
  // Which one of two with one name it is, the page does not tell.
  if (at === -1 || labels.includes(place.chapter, at + 1)) return null;
  const titles = chapters.map(({ title }) => title);
  return chapters[matchingIndex(labels, at, titles) ?? -1] ?? null;
}

/**
 * A selector of where the text of a chapter of the sound begins; null: there is no such text, or its page is open.
 * `itemId`: what plays.
 */
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

/** Somebody has read to the end: is the book finished? */
export const selectAsksFinished = (snapshot: Snapshot): boolean => snapshot?.matches({ ending: 'offered' }) ?? false;
/** Somebody has gone to the chapter that plays, and may come back. */
export const selectMayReturn = (snapshot: Snapshot): boolean => snapshot?.matches({ returning: 'followed' }) ?? false;

function flat(entries: readonly ContentsEntry[]): readonly ContentsEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children)]);
}
