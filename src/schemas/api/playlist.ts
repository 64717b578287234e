import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { podcastItemMinified } from './library-item-minified.ts';
import { reducedBook } from './library-item-reduced.ts';
import { pageOf } from './page-of.ts';
import { podcastEpisodeExpanded } from './podcast-episode.ts';

export const playlistItem = z.object({
  libraryItemId: z.string(),
  episodeId: z.nullish(z.string()),
  libraryItem: z.discriminatedUnion('mediaType', [reducedBook, podcastItemMinified]),
  episode: z.nullish(podcastEpisodeExpanded),
});
export type PlaylistItem = z.output<typeof playlistItem>;

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
export type PlaylistsPage = z.output<typeof playlistsPage>;
