import type { BookItemExpanded, PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../../schemas/api/podcast-episode.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { listItems } from '../../../services/endpoints/libraries.ts';
import { formatFilter } from '../../../services/filter-value.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { getProgress } from '../../kit/system.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { nextInSeries, bySequence } from './next-in-series.logic.ts';
import { bookToQueue, pageToQueue } from './queue-item.logic.ts';
import type { Following } from './queue.setup.ts';

type Episode = Pick<PodcastEpisodeExpanded, 'id' | 'publishedAt' | 'season' | 'episode' | 'audioFile' | 'audioTrack'>;

/** The next newer unfinished episode; of a serial by season and number. Skips those without a number or date. */
export function nextEpisode<E extends Episode>(
  episodes: readonly E[],
  endedId: string,
  isSerial: boolean,
  isFinished: (episodeId: string) => boolean,
): E | null {
  const ended = episodes.find(({ id }) => id === endedId);
  if (!ended) return null;
  const compare = isSerial && ended.episode ? byNumber(ended) : byDate;
  const isNext = (one: E) => {
    const difference = compare(one, ended);
    return difference !== null && difference > 0 && !!(one.audioFile ?? one.audioTrack) && !isFinished(one.id);
  };
  return episodes.filter(isNext).toSorted((one, other) => compare(one, other) ?? 0)[0] ?? null;
}

type Comparing = (one: Episode, other: Episode) => number | null;

const byDate: Comparing = (one, other) =>
  one.publishedAt && other.publishedAt ? one.publishedAt - other.publishedAt : null;

function byNumber({ season }: Episode): Comparing {
  return (one, other) => {
    if (!one.episode || !other.episode || !one.season !== !season || !other.season !== !season) return null;
    return (season ? bySequence(one.season, other.season) : 0) || bySequence(one.episode, other.episode);
  };
}

/** The next episode of the podcast, or the next book in the first series that has one. Rejects with `AppException`. */
export async function findFollowing(media: MediaRef, system: System, signal: AbortSignal): Promise<Following | null> {
  const item = await getPorts(system).api.call(getItem, { id: media.libraryItemId }, signal);
  if (item.mediaType === 'book') return media.episodeId === null ? followingBook(item, system, signal) : null;
  return media.episodeId === null ? null : followingEpisode(item, media.episodeId, system);
}

function followingEpisode(podcast: PodcastItemExpanded, endedId: string, system: System): Following | null {
  const { metadata, episodes } = podcast.media;
  const isFinished = isFinishedIn(system);
  const next = podcast.isMissing
    ? null
    : nextEpisode(episodes.items, endedId, metadata.type === 'serial', (episodeId) =>
        isFinished({ libraryItemId: podcast.id, episodeId }),
      );
  // The day does not show while it plays.
  const item = next && pageToQueue(podcast, next.id, () => '');
  return item && { item, group: metadata.title };
}

async function followingBook(book: BookItemExpanded, system: System, signal: AbortSignal): Promise<Following | null> {
  const { api } = getPorts(system);
  const isFinished = isFinishedIn(system);
  for (const series of book.media.metadata.series) {
    const filter = formatFilter({ group: 'series', value: series.id });
    const { results } = await api.call(listItems, { libraryId: book.libraryId, limit: 0, page: 0, filter }, signal);
    const books = results.items.flatMap((found) => (found.mediaType === 'book' ? [found] : []));
    const next = nextInSeries(books, series, (libraryItemId) => isFinished({ libraryItemId, episodeId: null }));
    if (next) return { item: bookToQueue(next), group: series.name };
  }
  return null;
}

const isFinishedIn = (system: System) => (media: MediaRef) => getProgress(system, media)?.isFinished ?? false;
