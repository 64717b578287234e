import { useSelector } from '@xstate/react';
import { previewOf, type Episode } from '../../machines/episodes/episode.logic.ts';
import type { PodcastOutline } from '../../machines/episodes/outline.logic.ts';
import { playStateOf } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

/** What a play button of an episode needs; `press` goes to the button as props. */
export interface EpisodePlay {
  /** It is open in the player. */
  readonly isOpen: boolean;
  /** It sounds, or is about to: a press pauses it. */
  readonly isPlaying: boolean;
  readonly press: { readonly onClick: () => void; readonly onPointerEnter: () => void };
}

/** Plays and pauses an episode from where the account is. */
export function useEpisodePlay(podcast: PodcastOutline, episode: Episode): EpisodePlay {
  const player = useActorRefOf('player');
  const media = { libraryItemId: podcast.id, episodeId: episode.id };
  const state = useSelector(player, playStateOf(podcast.id, episode.id));
  return {
    isOpen: state !== 'none',
    isPlaying: state === 'playing',
    press: {
      onClick: () => player.send({ type: 'player.playOrPause', ...media, preview: previewOf(podcast, episode) }),
      onPointerEnter: () => player.send({ type: 'player.prefetch' }),
    },
  };
}
