import type { SnapshotFrom } from 'xstate';
import type { newPodcastMachine } from './new-podcast.machine.ts';

type NewPodcastSnapshot = SnapshotFrom<typeof newPodcastMachine>;

/** What fills the modal. */
export function selectNewPodcastState(snapshot: NewPodcastSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.form ? 'ready' : 'loading';
}

export const selectFeedUrl = ({ context }: NewPodcastSnapshot) => context.feedUrl;
export const selectFeedError = ({ context }: NewPodcastSnapshot) => context.error;
export const selectNewPodcastForm = ({ context }: NewPodcastSnapshot) => context.form ?? undefined;
/** The newest episodes of the feed. */
export const selectPreview = ({ context }: NewPodcastSnapshot) => context.episodes;
/** How many episodes the feed has. */
export const selectEpisodeCount = ({ context }: NewPodcastSnapshot) => context.count;
/** The podcast of the library that has the same title; null for none. */
export const selectSamePodcast = ({ context }: NewPodcastSnapshot) => context.same;
