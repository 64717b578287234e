import type { PodcastEpisodeExpanded } from '../../schemas/api/podcast-episode.ts';
import { bySequence } from './next-in-series.logic.ts';

type Episode = Pick<PodcastEpisodeExpanded, 'id' | 'publishedAt' | 'season' | 'episode' | 'audioFile' | 'audioTrack'>;

/**
 * The episode that plays after one that has ended: the next newer one that is not finished; of a serial the next one
 * by season and number. Null when there is none. Of a serial, episodes without a number (trailers) have no place among
 * those that have one; when the ended one has none, dates decide. Episodes without a date have no place among dates.
 */
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

/** Orders two episodes; null where one has no place. */
type Comparing = (one: Episode, other: Episode) => number | null;

const byDate: Comparing = (one, other) =>
  one.publishedAt && other.publishedAt ? one.publishedAt - other.publishedAt : null;

/** With a season where the ended one has one. */
function byNumber({ season }: Episode): Comparing {
  return (one, other) => {
    if (!one.episode || !other.episode || !one.season !== !season || !other.season !== !season) return null;
    return (season ? bySequence(one.season, other.season) : 0) || bySequence(one.episode, other.episode);
  };
}
