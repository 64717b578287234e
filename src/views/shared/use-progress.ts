import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { rateOf } from '../../machines/playback/player/item-settings.selectors.ts';
import {
  inSteps,
  playheadOf,
  selectDuration,
  selectItemSettingsRef,
  selectTime,
} from '../../machines/playback/player/player.selectors.ts';
import { progressOf, selectBookmarks } from '../../machines/playback/progress/progress.selectors.ts';
import { reachedShare, secondsLeft, shareAt, shareOf } from '../../machines/playback/progress/share.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { leftInSteps, leftText } from '../texts/time-text.ts';
import { selectChanges } from '../../machines/playback/pending-changes/pending-changes.selectors.ts';
import { bookmarksOf } from '../../machines/playback/player/bookmarks.logic.ts';
import { useRateText } from './value-text.ts';
import type { Bookmark } from '../../schemas/api/progress.ts';

/** The media progress of a book or an episode; null without any. Rerenders only with it. */
export function useProgress(libraryItemId: string, episodeId: string | null = null) {
  return useSelector(useActorRefOf('progress'), progressOf(libraryItemId, episodeId));
}

/**
 * The result of `read` (time and duration in seconds) while it is open in the player. Rerenders with another result.
 * The playhead ticks four times a second: return visible steps, by `inSteps` as in the player.
 */
export function usePlayed<T extends string | number | boolean>(
  libraryItemId: string,
  episodeId: string | null,
  read: (time: number, duration: number) => T,
): T | null {
  const player = useActorRefOf('player');
  const playhead = useSelector(player, playheadOf(libraryItemId, episodeId));
  const duration = useSelector(player, (state) => (playhead ? selectDuration(state) : 0));
  return useSelector(playhead, (state) => {
    const time = selectTime(state);
    return time === null ? null : read(time, duration);
  });
}

/** Half a percent is about a pixel of a card's progress line. */
const SHARE_STEPS = 200;

/** Progress that has begun is never 0. */
function shareInSteps(share: number): number {
  return share > 0 ? Math.max(1, Math.floor(share * SHARE_STEPS)) / SHARE_STEPS : 0;
}

/** The progress, 0..1 in visible steps; follows the playhead while it is open in the player. */
export function useShare(libraryItemId: string, episodeId: string | null = null): number {
  const progress = useProgress(libraryItemId, episodeId);
  const played = usePlayed(libraryItemId, episodeId, (time, duration) => shareInSteps(shareAt(time, duration)));
  return played === null ? shareOf(progress) : reachedShare(played, progress?.isFinished ?? false);
}

/** The rate of an item; null: of all items without an own setting. */
export function useRateOf(libraryItemId: string | null): number {
  return useSelector(useSelector(useActorRefOf('player'), selectItemSettingsRef), rateOf(libraryItemId));
}

/** Formats seconds left at a rate: '40 min left at 1.5×', at 1× '1 h left'. */
export function useLeftWords(): (seconds: number, rate: number) => string | null {
  const t = useTranslations();
  const rateText = useRateText();
  return (seconds, rate) => {
    const left = leftText(t, seconds);
    return left === null || rate === 1 ? left : t('left.atSpeed', { left, rate: rateText(rate) });
  };
}

/** The time left at the item's speed: '4 min left'; null before the beginning, at the end, and without a duration. */
export function useLeftText(libraryItemId: string, episodeId: string | null = null): string | null {
  const words = useLeftWords();
  const rate = useRateOf(libraryItemId);
  const progress = useProgress(libraryItemId, episodeId);
  const left = (time: number, duration: number) =>
    time > 0 && duration > 0 ? leftInSteps(secondsLeft(inSteps(time, duration), duration) / rate) : 0;
  const played = usePlayed(libraryItemId, episodeId, left);
  return words(played ?? (progress ? left(progress.currentTime, progress.duration) : 0), rate);
}

export function useBookmarks(libraryItemId: string): readonly Bookmark[] {
  const all = useSelector(useActorRefOf('progress'), selectBookmarks);
  const changes = useSelector(useActorRefOf('pendingChanges'), selectChanges);
  return bookmarksOf(all, changes, libraryItemId);
}
