import type { LatestEpisode } from '../../schemas/api/podcast-lists.ts';
import { keyOf, type ProgressMap } from '../progress/progress.logic.ts';
import type { ListItem, Pages } from '../windowed-list/window.logic.ts';

export const LATEST_SHOWS = ['all', 'incomplete', 'in_progress'] as const;

/** Which of the latest episodes are looked at: all, those that are not finished or are begun; of one podcast or any. */
export interface LatestFilter {
  readonly show: (typeof LATEST_SHOWS)[number];
  /** Id of the library item; null for all. */
  readonly podcastId: string | null;
}

export const NO_FILTER: LatestFilter = { show: 'all', podcastId: null };

export const isFiltered = ({ show, podcastId }: LatestFilter): boolean => show !== 'all' || podcastId !== null;

function isShown(episode: LatestEpisode, { show, podcastId }: LatestFilter, progress: ProgressMap): boolean {
  if (podcastId !== null && episode.libraryItemId !== podcastId) return false;
  if (show === 'all') return true;
  const known = progress[keyOf({ libraryItemId: episode.libraryItemId, episodeId: episode.id })];
  if (known?.isFinished) return false;
  return show === 'incomplete' || (known?.currentTime ?? 0) > 0;
}

interface Shown {
  readonly filter: LatestFilter;
  readonly progress: ProgressMap;
  readonly episodes: readonly LatestEpisode[];
}
const shownOnce = new WeakMap<readonly LatestEpisode[], Shown>();

/** Those of the loaded episodes that pass; the same list as long as the same ones do. */
export function shownOf(
  episodes: readonly LatestEpisode[],
  filter: LatestFilter,
  progress: ProgressMap,
): readonly LatestEpisode[] {
  const known = shownOnce.get(episodes);
  if (known?.filter === filter && known.progress === progress) return known.episodes;
  const found = episodes.filter((episode) => isShown(episode, filter, progress));
  const isSame = known?.episodes.length === found.length && found.every((one, at) => one === known.episodes[at]);
  const shown = isSame ? known.episodes : found;
  shownOnce.set(episodes, { filter, progress, episodes: shown });
  return shown;
}

/** The episodes with a page of them: each once, those of the page where it is `newest` first. */
export function withPage(
  episodes: readonly LatestEpisode[],
  page: readonly LatestEpisode[],
  newest: boolean,
): readonly LatestEpisode[] {
  const ids = new Set(page.map(({ id }) => id));
  const others = episodes.filter(({ id }) => !ids.has(id));
  return newest ? [...page, ...others] : [...others, ...page];
}

/** A podcast that episodes are of. */
export interface PodcastChoice {
  readonly id: string;
  readonly title: string;
}

/** The podcasts of these episodes, by title. */
export function podcastsOf(...lists: readonly (readonly LatestEpisode[])[]): readonly PodcastChoice[] {
  const found = new Map<string, PodcastChoice>();
  for (const { libraryItemId: id, podcast } of lists.flat()) found.set(id, { id, title: podcast.metadata.title });
  return [...found.values()].toSorted((one, other) => one.title.localeCompare(other.title));
}

/** What of a list is loaded. */
export const loadedOf = <Item extends ListItem>(pages: Pages<Item>): readonly Item[] =>
  [...pages.values()].flatMap((page) => page.filter((slot) => slot !== null));
