import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { rateOf } from '../../machines/player/item-settings.selectors.ts';
import {
  inSteps,
  playheadOf,
  selectDuration,
  selectItemSettingsRef,
  selectTime,
} from '../../machines/player/player.selectors.ts';
import { progressOf } from '../../machines/progress/progress.selectors.ts';
import { reachedShare, secondsLeft, shareAt, shareOf } from '../../machines/progress/share.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { leftInSteps, leftText } from '../texts/duration-text.ts';
import { useRateText } from './use-rate-text.ts';

/** The account's progress in a book or an episode; null without any. Rerenders only when that changes. */
export function useProgress(libraryItemId: string, episodeId: string | null = null) {
  return useSelector(useActorRefOf('progress'), progressOf(libraryItemId, episodeId));
}

/**
 * The result of `read` (time and duration in seconds) while this book or episode is open in the player, else null.
 * The playhead ticks four times a second and only another result rerenders: return text, or numbers in visible steps.
 * Count seconds by `inSteps`, as the player does, so that both change in the same frame.
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

/** Steps of a share: half a percent is about a pixel of a card's progress line. */
const SHARE_STEPS = 200;

/** A share in visible steps. What has begun is never 0. */
function shareInSteps(share: number): number {
  return share > 0 ? Math.max(1, Math.floor(share * SHARE_STEPS)) / SHARE_STEPS : 0;
}

/** How much of it was heard, 0 to 1, in visible steps; follows the playhead while it is open in the player. */
export function useShare(libraryItemId: string, episodeId: string | null = null): number {
  const progress = useProgress(libraryItemId, episodeId);
  const played = usePlayed(libraryItemId, episodeId, (time, duration) => shareInSteps(shareAt(time, duration)));
  return played === null ? shareOf(progress) : reachedShare(played, progress?.isFinished ?? false);
}

/** The speed that an item is played at (null: every one without a speed of its own). */
export function useRateOf(libraryItemId: string | null): number {
  return useSelector(useSelector(useActorRefOf('player'), selectItemSettingsRef), rateOf(libraryItemId));
}

/** Says what is left at a speed, given in seconds that it takes: '40 min left at 1.5×', at 1× '1 h left'. */
export function useLeftWords(): (seconds: number, rate: number) => string | null {
  const t = useTranslations();
  const rateText = useRateText();
  return (seconds, rate) => {
    const left = leftText(t, seconds);
    return left === null || rate === 1 ? left : t('left.atSpeed', { left, rate: rateText(rate) });
  };
}

/**
 * What is left to the end at the item's speed, as '4 min left'; null before the beginning, at the end, and without a
 * duration.
 */
export function useLeftText(libraryItemId: string, episodeId: string | null = null): string | null {
  const words = useLeftWords();
  const rate = useRateOf(libraryItemId);
  const progress = useProgress(libraryItemId, episodeId);
  const left = (time: number, duration: number) =>
    time > 0 && duration > 0 ? leftInSteps(secondsLeft(inSteps(time, duration), duration) / rate) : 0;
  const played = usePlayed(libraryItemId, episodeId, left);
  return words(played ?? (progress ? left(progress.currentTime, progress.duration) : 0), rate);
}
