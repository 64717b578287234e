import { useSelector } from '@xstate/react';
import { previewOf, type Episode, type PodcastOutline } from '../../machines/episodes/episode.logic.ts';
import { playStateOf } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

export interface EpisodePlay {
  readonly isOpen: boolean;
  /** It sounds, or is about to: a press pauses it. */
  readonly isPlaying: boolean;
  readonly press: { readonly onClick: () => void; readonly onPointerEnter: () => void };
}

/** Plays an episode from its media progress, and pauses it. */
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
