import { tolerantList, pageOf } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { podcastItemMinified } from './library-item-minified.ts';
import { libraryItemReduced, reducedBook } from './library-item-reduced.ts';
import { podcastEpisodeExpanded } from './podcast-episode.ts';
import { rssFeedMinified } from './rss-feed.ts';

export const collection = z.object({
  id: z.string(),
  libraryId: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  books: tolerantList(libraryItemReduced),
  lastUpdate: z.number(),
  createdAt: z.number(),
  rssFeed: z.nullish(rssFeedMinified),
});
export type Collection = z.output<typeof collection>;

export const collectionList = z.object({ collections: tolerantList(collection) });
export const collectionsPage = pageOf(collection);

const playlistItem = z.object({
  libraryItemId: z.string(),
  episodeId: z.nullish(z.string()),
  libraryItem: z.discriminatedUnion('mediaType', [reducedBook, podcastItemMinified]),
  episode: z.nullish(podcastEpisodeExpanded),
});

/** Only its owner sees it. Times in ms. */
export const playlist = z.object({
  id: z.string(),
  libraryId: z.string(),
  userId: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  items: tolerantList(playlistItem),
  lastUpdate: z.number(),
  createdAt: z.number(),
});
export type Playlist = z.output<typeof playlist>;

export const playlistList = z.object({ playlists: tolerantList(playlist) });
export const playlistsPage = pageOf(playlist);
