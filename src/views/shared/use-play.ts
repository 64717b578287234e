import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { playStateOf, playStateOfAny, soundOf } from '../../machines/playback/player/player.selectors.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { CoverProps } from '../ui/cover.tsx';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';

export interface PlayControl {
  /** It sounds, or is about to: a press pauses it. */
  readonly isPlaying: boolean;
  readonly isOpen: boolean;
  readonly playback: CoverProps['playback'];
  readonly onPress: () => void;
  /** Pointer or focus is on the button. */
  readonly onPrefetch: () => void;
}

/**
 * Plays an item. `title` and `author` show until the server answers. `startTime` (s): absent, the account's position.
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

/** The mark of a cover of several books, or of a podcast, with one of them open in the player. */
export function usePlaybackOfAny(ids: readonly string[]): CoverProps['playback'] {
  const state = useSelector(useActorRefOf('player'), playStateOfAny(ids));
  const markOf = useMark();
  return state === 'none' ? undefined : markOf(state === 'sounding');
}

function useMark() {
  const t = useTranslations('card');
  return (sounds: boolean) => ({ sounds, label: t(sounds ? 'playingNow' : 'openInPlayer') });
}

/** Opens the reader on the file `ino`, null: on the main ebook. `known`: the whole item, if the page has it. */
export function useRead(): (itemId: string, ino?: string | null, known?: LibraryItemExpanded | null) => void {
  const modals = useActorRefOf('modals');
  return (itemId, ino = null, known = null) =>
    modals.send({ type: 'modals.open', modal: 'reader', input: { itemId, ino, known }, tag: 'reader' });
}

/** Prepares the reader on hover and focus. `isKnown`: the page has the whole item. */
export function useReadIntent(itemId: string, format: string | null, isKnown = false) {
  const modals = useActorRefOf('modals');
  const prepare = () => {
    if (format === null) return;
    modals.send({ type: 'modals.prefetch', modal: 'reader', itemId, format, isNear: !isKnown });
  };
  return { onPointerEnter: prepare, onFocus: prepare };
}
