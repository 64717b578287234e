import { collection } from '../../schemas/api/collection.ts';
import { playlist } from '../../schemas/api/playlist.ts';
import { defineEndpoint } from './define-endpoint.ts';

/*
 * What the pages of a collection and of a playlist are prefetched with, apart from the calls that change one: those
 * load with the pages.
 */

/** Any user (the server does not check access to the library). 404 when unknown. */
export const getCollection = defineEndpoint<{ readonly id: string }>()({
  name: 'collections.one',
  method: 'GET',
  path: ({ id }) => `/api/collections/${encodeURIComponent(id)}`,
  query: () => ({ include: 'rssfeed' }),
  output: collection,
});

/** The owner. 403 for others, 404 when unknown. */
export const getPlaylist = defineEndpoint<{ readonly id: string }>()({
  name: 'playlists.one',
  method: 'GET',
  path: ({ id }) => `/api/playlists/${encodeURIComponent(id)}`,
  output: playlist,
});
