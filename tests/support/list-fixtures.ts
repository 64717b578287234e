import { toMediaList, type MediaList } from '../../src/machines/browse/media-lists/media-list.logic.ts';
import { collection as collectionSchema, playlist as playlistSchema } from '../../src/schemas/api/media-lists.ts';
import type { LibraryStats } from '../../src/schemas/api/stats.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from './recordings.ts';

type Body = Record<string, unknown> & { readonly id: string; readonly libraryId: string };

/** A collection and playlists as the recorded server answers them. */
export const collectionBody = recording('collections/one').response.body as Body & { books: readonly Body[] };
export const playlistBody = recording('playlists/one').response.body as Body & { items: readonly Body[] };
export const episodesBody = recording('playlists/one-podcast').response.body as Body & { items: readonly Body[] };

export const collection = z.parse(collectionSchema, collectionBody);
export const playlist = z.parse(playlistSchema, playlistBody);

/** A list of books by their ids, which are their titles too, but for `changes`. */
export function listOf(ids: readonly string[], changes: Partial<MediaList> = {}): MediaList {
  const [book] = toMediaList(collection).entries;
  if (book?.item.mediaType !== 'book') throw new Error('The recorded collection has no book');
  const { item } = book;
  const entries = ids.map((id) => ({
    ...book,
    libraryItemId: id,
    item: { ...item, id, media: { ...item.media, metadata: { ...item.media.metadata, title: id } } },
  }));
  return { ...toMediaList(collection), id: 'list', name: 'List', entries, ...changes };
}

/** The numbers of a library as the recorded server answers them. */
export const libraryStatsBody = recording('libraries/stats-ebook').response.body as LibraryStats;

/** The listening of an account in numbers as the recorded server answers it. */
export const listeningStatsBody = recording('users/listening-stats').response.body as object;

/** What a library answers with these lists, all on one page. */
export const pageOfLists = (results: readonly object[]) => ({
  results,
  total: results.length,
  limit: 0,
  page: 0,
  sortDesc: false,
  minified: true,
  include: '',
});
