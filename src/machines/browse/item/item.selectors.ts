import type { SnapshotFrom } from 'xstate';
import type { PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../../schemas/api/podcast-episode.ts';
import { progressOf } from '../../playback/progress/progress.selectors.ts';
import type { progressMachine } from '../../playback/progress/progress.machine.ts';
import { episodesOf, episodeToPlay } from './episodes.logic.ts';
import type { itemMachine } from './item.machine.ts';
import { shownOf, type ItemPart } from './item.setup.ts';

type ItemSnapshot = SnapshotFrom<typeof itemMachine>;

export function selectItemState(
  snapshot: ItemSnapshot,
): 'loading' | 'failed' | 'missing' | 'forbidden' | 'removed' | 'ready' {
  for (const state of ['failed', 'missing', 'forbidden', 'removed', 'ready'] as const)
    if (snapshot.matches(state)) return state;
  return snapshot.matches({ loading: 'known' }) ? 'ready' : 'loading';
}

/** The whole item, or what the page before knew. */
export const selectItem = ({ context }: ItemSnapshot) => shownOf(context);
export const selectItemFiles = ({ children }: ItemSnapshot) => children.files;
export const selectRelated = ({ children }: ItemSnapshot) => children.related;
export const selectEpisodeSearch = ({ context }: ItemSnapshot) => context.search;
export const selectItemError = ({ context }: ItemSnapshot) => context.error;
export const isPartOpen =
  (part: ItemPart) =>
  ({ context }: ItemSnapshot) =>
    context.open.has(part);

/** A selector of the progress machine: the episode that 'play' starts; null when all are finished. */
export function selectEpisodeToPlay(item: PodcastItemExpanded) {
  return (state: SnapshotFrom<typeof progressMachine>): PodcastEpisodeExpanded | null =>
    episodeToPlay(episodesOf(item), item.media.metadata.type === 'serial', (episodeId) =>
      progressOf(item.id, episodeId)(state),
    );
}

/** A selector of the progress machine: whether marking all episodes changes any. */
export function selectCanMark(item: PodcastItemExpanded | null, isFinished: boolean) {
  return (state: SnapshotFrom<typeof progressMachine>): boolean =>
    item !== null &&
    episodesOf(item).some(({ id }) => (progressOf(item.id, id)(state)?.isFinished ?? false) !== isFinished);
}
