import { compareTexts } from '../../../locales/collation.ts';
import type { QueueItem } from '../../../schemas/queue.ts';
import { keyOf } from '../../kit/media.logic.ts';
import type { ProgressMap } from '../../playback/progress/progress.logic.ts';
import { bookToQueue, episodeToQueue } from '../../playback/queue/queue-item.logic.ts';
import { bylineOf, durationOf, isPlayable, titleOf, type ListEntry } from './media-list.logic.ts';

export const SORTS = ['own', 'title', 'author', 'duration', 'progress', 'added'] as const;
export const SHOWS = ['all', 'unfinished', 'begun', 'finished'] as const;

/** `own`: the stored order. */
export interface Arrangement {
  readonly sort: (typeof SORTS)[number];
  readonly isDescending: boolean;
  readonly show: (typeof SHOWS)[number];
  readonly search: string;
}

export const AS_KEPT: Arrangement = { sort: 'own', isDescending: false, show: 'all', search: '' };

/** Only then can entries be moved. */
export const isAsKept = ({ sort, isDescending, show, search }: Arrangement): boolean =>
  sort === 'own' && !isDescending && show === 'all' && search.trim() === '';

type Entries = readonly ListEntry[];

export function arrange(entries: Entries, arrangement: Arrangement, progress: ProgressMap): Entries {
  if (isAsKept(arrangement)) return entries;
  const words = fold(arrangement.search).split(/\s+/).filter(Boolean);
  const found = entries.filter(
    (entry) => isShown(entry, arrangement.show, progress) && words.every((word) => textOf(entry).includes(word)),
  );
  const sorted = arrangement.sort === 'own' ? found : found.toSorted(comparing(arrangement.sort, progress));
  return arrangement.isDescending ? sorted.toReversed() : sorted;
}

function isShown(entry: ListEntry, show: Arrangement['show'], progress: ProgressMap): boolean {
  const known = progress[keyOf(entry)];
  const isFinished = known?.isFinished ?? false;
  if (show === 'finished') return isFinished;
  if (show === 'unfinished') return !isFinished;
  return show === 'all' || (!isFinished && (known?.currentTime ?? 0) > 0);
}

function comparing(sort: Exclude<Arrangement['sort'], 'own'>, progress: ProgressMap) {
  const byTitle = (one: ListEntry, other: ListEntry) => compareTexts(titleOf(one), titleOf(other));
  const numberOf = (entry: ListEntry): number => {
    if (sort === 'duration') return durationOf(entry);
    if (sort === 'added') return entry.episode?.publishedAt ?? entry.item.addedAt;
    return progress[keyOf(entry)]?.progress ?? 0;
  };
  return (one: ListEntry, other: ListEntry): number => {
    if (sort === 'title') return byTitle(one, other);
    if (sort === 'author') return compareTexts(bylineOf(one), bylineOf(other)) || byTitle(one, other);
    return numberOf(one) - numberOf(other) || byTitle(one, other);
  };
}

const textOf = (entry: ListEntry): string => fold(`${titleOf(entry)} ${bylineOf(entry)}`);

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** In seconds. `left`: not heard yet. */
export function lengthOf(entries: Entries, progress: ProgressMap): { readonly all: number; readonly left: number } {
  let all = 0;
  let left = 0;
  for (const entry of entries) {
    const known = progress[keyOf(entry)];
    const duration = durationOf(entry);
    all += duration;
    if (!known?.isFinished) left += Math.max(0, duration - (known?.currentTime ?? 0));
  }
  return { all, left };
}

/** Null without sound. `dayText` formats a day, from ms. */
export function entryToQueue(entry: ListEntry, dayText: (moment: number) => string): QueueItem | null {
  const { item, episode } = entry;
  if (!isPlayable(entry)) return null;
  if (item.mediaType === 'book') return bookToQueue(item);
  return episode && episodeToQueue(item, { ...episode, duration: episode.duration ?? 0 }, dayText);
}
