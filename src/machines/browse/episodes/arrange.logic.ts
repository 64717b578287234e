import { collationLanguage, compareTexts } from '../../../locales/collation.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import { fold } from '../../kit/text.logic.ts';
import { keyOf } from '../../kit/media.logic.ts';
import type { ProgressMap } from '../../playback/progress/progress.logic.ts';
import type { Episode } from './episode.logic.ts';

export const SHOWS = ['all', 'incomplete', 'in_progress', 'complete'] as const;
export const SORTS = ['publishedAt', 'title', 'season', 'episode', 'filename'] as const;

/** How the episodes of a podcast show. All but the search is kept for all podcasts of this device. */
export interface Arrangement {
  readonly show: (typeof SHOWS)[number];
  readonly sort: (typeof SORTS)[number];
  readonly isDescending: boolean;
  readonly search: string;
}

export function arrangementOf(kept: Preferences, search: string): Arrangement {
  return {
    show: kept.podcastEpisodesFilter,
    sort: kept.podcastEpisodesSortBy,
    isDescending: kept.podcastEpisodesSortDesc,
    search,
  };
}

/** The same key again reverses the order. Dates begin descending. */
export function orderAfter(
  { sort, isDescending }: Arrangement,
  chosen: Arrangement['sort'],
): Pick<Preferences, 'podcastEpisodesSortBy' | 'podcastEpisodesSortDesc'> {
  const desc = chosen === sort ? !isDescending : chosen === 'publishedAt';
  return { podcastEpisodesSortBy: chosen, podcastEpisodesSortDesc: desc };
}

export function arrange<E extends Episode>(
  episodes: readonly E[],
  arrangement: Arrangement,
  progress: ProgressMap,
): readonly E[] {
  const words = fold(arrangement.search).split(/\s+/).filter(Boolean);
  return inOrder(episodes, arrangement).filter(
    (episode) => isShown(episode, arrangement.show, progress) && words.every((word) => textOf(episode).includes(word)),
  );
}

function isShown(episode: Episode, show: Arrangement['show'], progress: ProgressMap): boolean {
  if (show === 'all') return true;
  const known = progress[keyOf({ libraryItemId: episode.libraryItemId, episodeId: episode.id })];
  const isFinished = known?.isFinished ?? false;
  if (show === 'complete') return isFinished;
  return !isFinished && (show === 'incomplete' || (known?.currentTime ?? 0) > 0);
}

interface Ordered {
  readonly order: string;
  readonly episodes: readonly Episode[];
}
const ordered = new WeakMap<readonly Episode[], Ordered>();

/** Cached: progress changes every few seconds, but only the arrangement changes the order. */
function inOrder<E extends Episode>(episodes: readonly E[], { sort, isDescending }: Arrangement): readonly E[] {
  const order = `${sort}/${isDescending}/${collationLanguage()}`;
  const known = ordered.get(episodes);
  if (known?.order === order) return known.episodes as readonly E[];
  const sorted = episodes.toSorted(comparing(sort, isDescending ? -1 : 1));
  ordered.set(episodes, { order, episodes: sorted });
  return sorted;
}

/** Missing values come last in both directions; equal ones by date, newest first. */
function comparing(sort: Arrangement['sort'], direction: 1 | -1) {
  const newest = (one: Episode, other: Episode) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0);
  const numbers = (one: Episode, other: Episode) => compareTexts(one.episode ?? '', other.episode ?? '');
  return (one: Episode, other: Episode): number => {
    const [first, second] = [valueOf(one, sort), valueOf(other, sort)];
    if (first === '' || second === '') return first === second ? newest(one, other) : first === '' ? 1 : -1;
    const difference =
      typeof first === 'number' && typeof second === 'number'
        ? first - second
        : compareTexts(String(first), String(second)) || (sort === 'season' ? numbers(one, other) : 0);
    return direction * difference || newest(one, other);
  };
}

/** '' when unknown. */
function valueOf(episode: Episode, sort: Arrangement['sort']): string | number {
  if (sort === 'publishedAt') return episode.publishedAt ?? '';
  if (sort === 'filename') return episode.audioFile?.metadata.filename ?? '';
  return episode[sort] ?? '';
}

const foldedTexts = new WeakMap<Episode, string>();

function textOf(episode: Episode): string {
  const known = foldedTexts.get(episode);
  if (known !== undefined) return known;
  const text = fold(`${episode.title} ${episode.subtitle ?? ''} ${episode.season ?? ''} ${episode.episode ?? ''}`);
  foldedTexts.set(episode, text);
  return text;
}

interface Shown {
  readonly arrangement: Arrangement;
  readonly progress: ProgressMap;
  readonly episodes: readonly Episode[];
}
const shownOnce = new WeakMap<readonly Episode[], Shown>();

/** {@link arrange} with a stable reference while the result is the same. */
export function shownOf<E extends Episode>(
  episodes: readonly E[],
  arrangement: Arrangement,
  progress: ProgressMap,
): readonly E[] {
  const known = shownOnce.get(episodes);
  if (known?.arrangement === arrangement && known.progress === progress) return known.episodes as readonly E[];
  const found = arrange(episodes, arrangement, progress);
  const isSame = known?.episodes.length === found.length && found.every((one, at) => one === known.episodes[at]);
  const shown = isSame ? (known.episodes as readonly E[]) : found;
  shownOnce.set(episodes, { arrangement, progress, episodes: shown });
  return shown;
}
