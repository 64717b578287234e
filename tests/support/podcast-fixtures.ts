import type { EpisodeDownload } from '../../src/schemas/api/podcast-episode.ts';
import { podcastFeed, type FeedEpisode } from '../../src/schemas/api/podcast-feed.ts';
import { episodeDownloads } from '../../src/schemas/api/podcast-lists.ts';
import { z } from '../../src/schemas/zod.ts';
import { podcastOutline } from './episode-fixtures.ts';
import { recording } from './recordings.ts';

/** A feed as the recorded server reads it. */
const feedBody = recording('podcasts/feed-second').response.body as { readonly podcast: { readonly metadata: object } };

const [recordedEpisode] = z.parse(podcastFeed, feedBody).podcast.episodes.items;
if (!recordedEpisode) throw new Error('The recorded feed has no episode');

/** An episode of a feed: number and title are `number`, published on that day of January 2024. */
export const feedEpisode = (number: number, changes: Partial<FeedEpisode> = {}): FeedEpisode => ({
  ...recordedEpisode,
  title: `Episode ${number}`,
  subtitle: `About ${number}`,
  season: '1',
  episode: String(number),
  publishedAt: new Date(2024, 0, number, 8, 30).getTime(),
  guid: `guid-${number}`,
  enclosure: { url: `http://feed.example/ep${number}.mp3`, type: 'audio/mpeg', length: '1000' },
  ...changes,
});

/** What `POST /api/podcasts/feed` answers of a feed with these episodes. */
export const feedOf = (episodes: readonly FeedEpisode[]) => ({
  podcast: { ...feedBody.podcast, episodes: [...episodes] },
});

const [waiting] = z.parse(episodeDownloads, recording('podcasts/downloads').response.body).downloads.items;
if (!waiting) throw new Error('The recording has no download');

/** A download of an episode of that feed, for the podcast of the episode fixtures. */
export const downloadOf = (number: number, changes: Partial<EpisodeDownload> = {}): EpisodeDownload => ({
  ...waiting,
  id: `download-${number}`,
  libraryItemId: podcastOutline.id,
  libraryId: podcastOutline.libraryId,
  podcastTitle: podcastOutline.title,
  episodeDisplayTitle: `Episode ${number}`,
  url: `http://feed.example/ep${number}.mp3`,
  guid: `guid-${number}`,
  ...changes,
});

/** What `GET /api/libraries/:id/episode-downloads` answers. */
export const queueOf = (current: EpisodeDownload | null, queue: readonly EpisodeDownload[]) => ({
  currentDownload: current,
  queue: [...queue],
});
