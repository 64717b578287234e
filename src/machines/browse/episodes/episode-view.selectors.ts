import type { SnapshotFrom } from 'xstate';
import type { episodeViewMachine } from './episode-view.machine.ts';

type ViewSnapshot = SnapshotFrom<typeof episodeViewMachine>;

export function selectEpisodePlace(snapshot: ViewSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.episode ? 'ready' : 'loading';
}
export const selectPodcast = ({ context }: ViewSnapshot) => context.podcast;
export const selectEpisode = ({ context }: ViewSnapshot) => context.episode;
export const selectEpisodeError = ({ context }: ViewSnapshot) => context.error;
