import { outlineOf } from '../../src/machines/browse/episodes/episode.logic.ts';
import type { PodcastItemExpanded } from '../../src/schemas/api/library-item-expanded.ts';
import type { PodcastEpisodeExpanded } from '../../src/schemas/api/podcast-episode.ts';
import type { MediaProgress } from '../../src/schemas/api/progress.ts';
import { latestEpisodesPage, type LatestEpisode } from '../../src/schemas/api/podcast-lists.ts';
import { z } from '../../src/schemas/zod.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { bookProgress } from './player-fixtures.ts';
import { recording } from './recordings.ts';

/** A podcast as the recorded server answers it. */
export const podcastBody = recording('items/expanded-podcast').response.body as {
  readonly id: string;
  readonly libraryId: string;
  readonly media: {
    readonly metadata: { readonly title: string };
    readonly episodes: readonly { readonly id: string; readonly title: string }[];
  };
};

const parsed = z.parse(getItem.output, podcastBody);
if (parsed.mediaType !== 'podcast') throw new Error('The recording is of no podcast');

/** The same as the client reads it. */
export const wholePodcast: PodcastItemExpanded = parsed;
export const podcastOutline = outlineOf(wholePodcast);

const [first] = wholePodcast.media.episodes.items;
if (!first) throw new Error('The recorded podcast has no episode');
export const firstEpisode: PodcastEpisodeExpanded = first;

/** An episode of the recorded podcast, but for `changes`. */
export const episode = (id: string, changes: Partial<PodcastEpisodeExpanded> = {}): PodcastEpisodeExpanded => ({
  ...firstEpisode,
  id,
  title: `Title ${id}`,
  subtitle: null,
  season: null,
  episode: null,
  publishedAt: null,
  ...changes,
});

/** Progress in one of its episodes: half of 100 seconds, but for `changes`. */
export const episodeProgress = (episodeId: string, changes: Partial<MediaProgress> = {}): MediaProgress =>
  bookProgress({
    libraryItemId: wholePodcast.id,
    episodeId,
    duration: 100,
    progress: 0.5,
    currentTime: 50,
    ...changes,
  });

const [recent] = z.parse(latestEpisodesPage, recording('libraries/recent-episodes').response.body).episodes.items;
if (!recent) throw new Error('The recording has no latest episode');
export const libraryOfLatest = recent.libraryId;

/** So many latest episodes of one podcast, a day between each two, newest first. */
export const latestEpisodes = (count: number): readonly LatestEpisode[] =>
  Array.from({ length: count }, (_, index) => ({
    ...recent,
    id: `latest-${index}`,
    libraryItemId: wholePodcast.id,
    title: `Latest ${index}`,
    publishedAt: Date.UTC(2026, 0, 1) - index * 86_400_000,
  }));
