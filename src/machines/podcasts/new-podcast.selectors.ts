import type { SnapshotFrom } from 'xstate';
import type { newPodcastMachine } from './new-podcast.machine.ts';

type NewPodcastSnapshot = SnapshotFrom<typeof newPodcastMachine>;

export function selectNewPodcastState(snapshot: NewPodcastSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.form ? 'ready' : 'loading';
}

export const selectFeedUrl = ({ context }: NewPodcastSnapshot) => context.feedUrl;
export const selectFeedError = ({ context }: NewPodcastSnapshot) => context.error;
export const selectNewPodcastForm = ({ context }: NewPodcastSnapshot) => context.form ?? undefined;
export const selectPreview = ({ context }: NewPodcastSnapshot) => context.episodes;
export const selectEpisodeCount = ({ context }: NewPodcastSnapshot) => context.count;
export const selectSamePodcast = ({ context }: NewPodcastSnapshot) => context.same;
