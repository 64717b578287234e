import type { PodcastEpisodeExpanded } from '../../schemas/api/podcast-episode.ts';
import { bySequence } from './next-in-series.logic.ts';

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
