import type { SnapshotFrom } from 'xstate';
import type { PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../schemas/api/podcast-episode.ts';
import { formatFilter } from '../../services/filter-value.ts';
import type { Route } from '../router/routes.ts';
import { newestFirst } from './episodes.logic.ts';
import type { ItemPart, itemMachine } from './item.machine.ts';

export { isUnderWay } from './item.logic.ts';

type ItemSnapshot = SnapshotFrom<typeof itemMachine>;

/** What fills the page. */
export function selectItemState(snapshot: ItemSnapshot): 'loading' | 'failed' | 'missing' | 'forbidden' | 'removed' | 'ready' {
  for (const state of ['failed', 'missing', 'forbidden', 'removed', 'ready'] as const) if (snapshot.matches(state)) return state;
  return 'loading';
}

export const selectItem = ({ context }: ItemSnapshot) => context.item;
export const selectItemError = ({ context }: ItemSnapshot) => context.error;
/** A selector of whether a part is unfolded. */
export const isPartOpen = (part: ItemPart) => ({ context }: ItemSnapshot) => context.open.has(part);

/** The library with only what has this genre, tag, narrator ... */
export function filteredShelf(libraryId: string, group: 'genres' | 'tags' | 'narrators' | 'publishers' | 'languages', value: string): Route {
  return { name: 'bookshelf', libraryId, filter: formatFilter({ group, value }) };
}

const sorted = new WeakMap<readonly PodcastEpisodeExpanded[], readonly PodcastEpisodeExpanded[]>();

/** The episodes of a podcast, the newest first. The same list as long as they are the same. */
export function episodesOf({ media }: PodcastItemExpanded): readonly PodcastEpisodeExpanded[] {
  const known = sorted.get(media.episodes.items) ?? newestFirst(media.episodes.items);
  sorted.set(media.episodes.items, known);
  return known;
}
