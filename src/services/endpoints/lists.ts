import { collection } from '../../schemas/api/collection.ts';
import { playlist } from '../../schemas/api/playlist.ts';
import { defineEndpoint } from './define-endpoint.ts';

/* Prefetched calls of the list pages, apart from the calls that change lists: those load with the pages. */

export const getCollection = defineEndpoint<{ readonly id: string }>()({
  name: 'collections.one',
  method: 'GET',
  path: ({ id }) => `/api/collections/${encodeURIComponent(id)}`,
  query: () => ({ include: 'rssfeed' }),
  output: collection,
});

export const getPlaylist = defineEndpoint<{ readonly id: string }>()({
  name: 'playlists.one',
  method: 'GET',
  path: ({ id }) => `/api/playlists/${encodeURIComponent(id)}`,
  output: playlist,
});
