import { useSelector } from '@xstate/react';
import { plays } from '../../machines/player/player.selectors.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

/** What a play button of an item needs: what it will do, what to do on a press, and just before one. */
export interface PlayControl {
  /** This very item sounds, or is about to: a press pauses it. */
  readonly isPlaying: boolean;
  readonly onPress: () => void;
  /** Pointer or focus is on the button. */
  readonly onWarm: () => void;
}

/** Plays a book, or an episode of a podcast. `title` and `author` show in the player before the server has answered. */
export function usePlay(item: LibraryItemMinified, episodeId: string | null, title: string, author: string): PlayControl {
  const player = useActorRefOf('player');
  const isPlaying = useSelector(player, plays(item.id, episodeId));
  const duration = item.mediaType === 'book' ? item.media.duration : 0;
  const preview = { title, author, duration, coverUpdatedAt: item.media.coverPath === null ? null : item.updatedAt };
  return {
    isPlaying,
    onPress: () => player.send(isPlaying ? { type: 'player.pause' } : { type: 'player.play', libraryItemId: item.id, episodeId, preview }),
    onWarm: () => player.send({ type: 'player.warm' }),
  };
}
