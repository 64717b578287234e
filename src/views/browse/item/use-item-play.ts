import { useSelector } from '@xstate/react';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { playStateOf } from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';

/** `press` are props of the button. */
export interface ItemPlay {
  readonly isOpen: boolean;
  /** It sounds, or is about to: a press pauses it. */
  readonly isPlaying: boolean;
  readonly press: { readonly onClick: () => void; readonly onPointerEnter: () => void };
}

/** `episodeId` null: the book of the page. */
export function useItemPlay(libraryItemId: string, episodeId: string | null): ItemPlay {
  const page = usePageRef<ItemRef>();
  const player = useActorRefOf('player');
  const state = useSelector(player, playStateOf(libraryItemId, episodeId));
  return {
    isOpen: state !== 'none',
    isPlaying: state === 'playing',
    press: {
      onClick: () => page.send({ type: 'item.playOrPause', episodeId }),
      onPointerEnter: () => player.send({ type: 'player.prefetch' }),
    },
  };
}
