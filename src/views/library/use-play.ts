import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { playStateOf, playStateOfAny, soundOf } from '../../machines/player/player.selectors.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { CoverProps } from '../ui/cover.tsx';

/** What a play button and the cover of a book or an episode need. */
export interface PlayControl {
  /** It sounds, or is about to: a press pauses it. */
  readonly isPlaying: boolean;
  /** It is open in the player. */
  readonly isOpen: boolean;
  /** The mark of its cover. */
  readonly playback: CoverProps['playback'];
  readonly onPress: () => void;
  /** For pointer or focus on the button: a press is likely. */
  readonly onPrefetch: () => void;
}

/**
 * Plays a book, or an episode of a podcast. The player shows `title` and a book's `author` until the server has
 * answered. `startTime` in seconds; without it, playback resumes where the account is.
 */
export function usePlay(
  item: LibraryItemMinified,
  episodeId: string | null,
  title: string,
  author: string,
  startTime?: number | null,
): PlayControl {
  const player = useActorRefOf('player');
  const state = useSelector(player, playStateOf(item.id, episodeId));
  const sounds = useSelector(player, soundOf(item.id, episodeId));
  const markOf = useMark();
  const about =
    item.mediaType === 'book'
      ? { author, duration: item.media.duration }
      : { author: item.media.metadata.author ?? '', podcast: item.media.metadata.title, duration: 0 };
  const preview = { title, ...about, coverUpdatedAt: item.media.coverPath === null ? null : item.updatedAt };
  return {
    isPlaying: state === 'playing',
    isOpen: state !== 'none',
    playback: state === 'none' ? undefined : markOf(sounds),
    onPress: () =>
      player.send({
        type: 'player.playOrPause',
        libraryItemId: item.id,
        episodeId,
        preview,
        ...(startTime == null ? {} : { startTime }),
      }),
    onPrefetch: () => player.send({ type: 'player.prefetch' }),
  };
}

/** The mark of a cover that stands for several books, or for a podcast: one of them is open in the player. */
export function usePlaybackOfAny(ids: readonly string[]): CoverProps['playback'] {
  const state = useSelector(useActorRefOf('player'), playStateOfAny(ids));
  const markOf = useMark();
  return state === 'none' ? undefined : markOf(state === 'sounding');
}

function useMark() {
  const t = useTranslations('card');
  return (sounds: boolean) => ({ sounds, label: t(sounds ? 'playingNow' : 'openInPlayer') });
}
