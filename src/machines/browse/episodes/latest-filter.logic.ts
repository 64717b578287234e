import { compareTexts } from '../../../locales/collation.ts';
import type { LatestEpisode } from '../../../schemas/api/podcast-lists.ts';
import type { MediaProgress } from '../../../schemas/api/progress.ts';
import { z } from '../../../schemas/zod.ts';
import { defineStored } from '../../../services/storage.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { keyOf } from '../../kit/media.logic.ts';
import type { ProgressMap } from '../../playback/progress/progress.logic.ts';
import type { ListItem, Pages } from '../../kit/windowed-list/window.logic.ts';

const latestFilters = z.array(
  z.object({
    libraryId: z.string(),
    show: z.enum(['all', 'incomplete', 'in_progress']),
    podcastId: z.nullable(z.string()),
  }),
);

export const LATEST_SHOWS = ['all', 'incomplete', 'in_progress'] as const;

/** Filter of the latest episodes by progress and podcast. */
export interface LatestFilter {
  readonly show: (typeof LATEST_SHOWS)[number];
  /** Id of the library item; null: all. */
  readonly podcastId: string | null;
}

export const LATEST_FILTERS = defineStored('earmark.latestFilters', latestFilters);
type KeptFilters = (LatestFilter & { readonly libraryId: string })[];

export const NO_FILTER: LatestFilter = { show: 'all', podcastId: null };

export const isFiltered = ({ show, podcastId }: LatestFilter): boolean => show !== 'all' || podcastId !== null;

export function filterOf(kept: Readonly<KeptFilters> | null, libraryId: string): LatestFilter {
  const own = kept?.find((one) => one.libraryId === libraryId);
  return own ? { show: own.show, podcastId: own.podcastId } : NO_FILTER;
}

export function withFilter(kept: Readonly<KeptFilters> | null, libraryId: string, filter: LatestFilter): KeptFilters {
  const others = (kept ?? []).filter((one) => one.libraryId !== libraryId);
  return isFiltered(filter) ? [...others, { libraryId, ...filter }] : others;
}

export function passes(
  episode: LatestEpisode,
  { show, podcastId }: LatestFilter,
  progress: Pick<MediaProgress, 'isFinished' | 'currentTime'> | null,
): boolean {
  if (podcastId !== null && episode.libraryItemId !== podcastId) return false;
  if (show === 'all') return true;
  if (progress?.isFinished) return false;
  return show === 'incomplete' || (progress?.currentTime ?? 0) > 0;
}

export const mediaOf = ({ libraryItemId, id }: LatestEpisode): MediaRef => ({ libraryItemId, episodeId: id });

interface Shown {
  readonly filter: LatestFilter;
  readonly progress: ProgressMap;
  readonly episodes: readonly LatestEpisode[];
}
const shownOnce = new WeakMap<readonly LatestEpisode[], Shown>();

/** The loaded episodes that pass, with a stable reference while they are the same. */
export function shownOf(
  episodes: readonly LatestEpisode[],
  filter: LatestFilter,
  progress: ProgressMap,
): readonly LatestEpisode[] {
  const known = shownOnce.get(episodes);
  if (known?.filter === filter && known.progress === progress) return known.episodes;
  const found = episodes.filter((one) => passes(one, filter, progress[keyOf(mediaOf(one))] ?? null));
  const isSame = known?.episodes.length === found.length && found.every((one, at) => one === known.episodes[at]);
  const shown = isSame ? known.episodes : found;
  shownOnce.set(episodes, { filter, progress, episodes: shown });
  return shown;
}

/** Merges a page without duplicates. `newest`: the page comes first. */
export function withPage(
  episodes: readonly LatestEpisode[],
  page: readonly LatestEpisode[],
  newest: boolean,
): readonly LatestEpisode[] {
  const ids = new Set(page.map(({ id }) => id));
  const others = episodes.filter(({ id }) => !ids.has(id));
  return newest ? [...page, ...others] : [...others, ...page];
}

interface PodcastChoice {
  readonly id: string;
  readonly title: string;
}

export function podcastsOf(...lists: readonly (readonly LatestEpisode[])[]): readonly PodcastChoice[] {
  const found = new Map<string, PodcastChoice>();
  for (const { libraryItemId: id, podcast } of lists.flat()) found.set(id, { id, title: podcast.metadata.title });
  return [...found.values()].toSorted((one, other) => compareTexts(one.title, other.title));
}

export const loadedOf = <Item extends ListItem>(pages: Pages<Item>): readonly Item[] =>
  [...pages.values()].flatMap((page) => page.filter((slot) => slot !== null));
