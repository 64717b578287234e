import { z } from '../zod.ts';
import { amount } from './common.ts';
import {
  type BookItemMinified,
  bookMetadataMinified,
  itemFieldsMinified,
  mediaFieldsMinified,
  type PodcastItemMinified,
  podcastMetadataMinified,
} from './library-item-minified.ts';
import { recentEpisode } from './podcast-episode.ts';

/* Search results, sessions, playlists and events carry whole items (server fact 20): kept are the minified fields. */

const entries = z.array(z.object({}));

export const reducedBook = z.pipe(
  z.object({
    ...itemFieldsMinified,
    mediaType: z.literal('book'),
    media: z.object({
      ...mediaFieldsMinified,
      metadata: z.object(bookMetadataMinified),
      tracks: entries,
      audioFiles: entries,
      chapters: entries,
      duration: amount,
      ebookFile: z.nullish(z.object({ ebookFormat: z.nullish(z.string()) })),
    }),
    size: amount,
    libraryFiles: entries,
  }),
  z.transform(({ media, libraryFiles, ...item }): BookItemMinified => {
    const { tracks, audioFiles, chapters, ebookFile, ...kept } = media;
    return {
      ...item,
      numFiles: libraryFiles.length,
      media: {
        ...kept,
        numTracks: tracks.length,
        numAudioFiles: audioFiles.length,
        numChapters: chapters.length,
        ebookFormat: ebookFile?.ebookFormat ?? null,
      },
    };
  }),
);

const wholePodcast = z.object({
  ...itemFieldsMinified,
  mediaType: z.literal('podcast'),
  media: z.object({
    ...mediaFieldsMinified,
    metadata: z.object(podcastMetadataMinified),
    episodes: z.array(z.object({ id: z.string() })),
  }),
  size: amount,
  libraryFiles: entries,
  recentEpisode: z.optional(recentEpisode),
});

function reduce({ media, libraryFiles, ...item }: z.output<typeof wholePodcast>): PodcastItemMinified {
  const { episodes, ...kept } = media;
  return { ...item, numFiles: libraryFiles.length, media: { ...kept, numEpisodes: episodes.length } };
}

export const reducedPodcast = z.pipe(wholePodcast, z.transform(reduce));

interface ReportedPodcast extends PodcastItemMinified {
  readonly episodeIds?: readonly string[];
}

const reportedPodcast = z.pipe(
  wholePodcast,
  z.transform((podcast): ReportedPodcast => ({
    ...reduce(podcast),
    episodeIds: podcast.media.episodes.map(({ id }) => id),
  })),
);

export const libraryItemReduced = z.discriminatedUnion('mediaType', [reducedBook, reducedPodcast]);

export const reportedItem = z.discriminatedUnion('mediaType', [reducedBook, reportedPodcast]);
export type ReportedItem = z.output<typeof reportedItem>;
