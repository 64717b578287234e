import { accepted } from '../../schemas/api/common.ts';
import { collection, collectionList, playlist, playlistList } from '../../schemas/api/media-lists.ts';
import type { Body } from '../../schemas/requests/index.ts';
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

const collectionPath = (id: string) => `/api/collections/${encodeURIComponent(id)}`;

export const listCollections = defineEndpoint()({
  name: 'collections.list',
  method: 'GET',
  path: () => '/api/collections',
  output: collectionList,
});

/** Permission update. 400 without a name, without books or with unknown ones. */
export const createCollection = defineEndpoint<Body<'collections.create'>>()({
  name: 'collections.create',
  method: 'POST',
  path: () => '/api/collections',
  body: (input) => input,
  output: collection,
});

/** Permission update. `books` only changes the order. */
export const updateCollection = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'collections.update'>;
}>()({
  name: 'collections.update',
  method: 'PATCH',
  path: ({ id }) => collectionPath(id),
  body: ({ change }) => change,
  output: collection,
});

export const deleteCollection = defineEndpoint<{ readonly id: string }>()({
  name: 'collections.delete',
  method: 'DELETE',
  path: ({ id }) => collectionPath(id),
  output: accepted,
  answer: 'text',
});

/** Permission update. 400 for a book of another library or a duplicate, 404 for an unknown one. */
export const addToCollection = defineEndpoint<{ readonly id: string; readonly itemId: string }>()({
  name: 'collections.addBook',
  method: 'POST',
  path: ({ id }) => `${collectionPath(id)}/book`,
  body: ({ itemId }) => ({ id: itemId }),
  output: collection,
});

/** Permission update (unchecked by the server). No error for a missing book. */
export const removeFromCollection = defineEndpoint<{ readonly id: string; readonly itemId: string }>()({
  name: 'collections.removeBook',
  method: 'DELETE',
  path: ({ id, itemId }) => `${collectionPath(id)}/book/${encodeURIComponent(itemId)}`,
  output: collection,
});

export const addAllToCollection = defineEndpoint<Body<'collections.batchAdd'> & { readonly id: string }>()({
  name: 'collections.batchAdd',
  method: 'POST',
  path: ({ id }) => `${collectionPath(id)}/batch/add`,
  body: ({ books }) => ({ books }),
  output: collection,
});

/** Permission update. 500 for an unknown book. */
export const removeAllFromCollection = defineEndpoint<Body<'collections.batchRemove'> & { readonly id: string }>()({
  name: 'collections.batchRemove',
  method: 'POST',
  path: ({ id }) => `${collectionPath(id)}/batch/remove`,
  body: ({ books }) => ({ books }),
  output: collection,
});

const playlistPath = (id: string) => `/api/playlists/${encodeURIComponent(id)}`;

/** A book, or an episode of a podcast. */
type PlaylistEntry = Body<'playlists.addItem'>;

export const listPlaylists = defineEndpoint()({
  name: 'playlists.list',
  method: 'GET',
  path: () => '/api/playlists',
  output: playlistList,
});

/** 400 without a name or for unknown items. */
export const createPlaylist = defineEndpoint<Body<'playlists.create'>>()({
  name: 'playlists.create',
  method: 'POST',
  path: () => '/api/playlists',
  body: (input) => input,
  output: playlist,
});

/** A playlist of the books of a collection. */
export const createPlaylistFromCollection = defineEndpoint<{ readonly collectionId: string }>()({
  name: 'playlists.fromCollection',
  method: 'POST',
  path: ({ collectionId }) => `/api/playlists/collection/${encodeURIComponent(collectionId)}`,
  output: playlist,
});

/** `items` only changes the order (400 for another length). A description cannot be cleared. */
export const updatePlaylist = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'playlists.update'>;
}>()({
  name: 'playlists.update',
  method: 'PATCH',
  path: ({ id }) => playlistPath(id),
  body: ({ change }) => change,
  output: playlist,
});

export const deletePlaylist = defineEndpoint<{ readonly id: string }>()({
  name: 'playlists.delete',
  method: 'DELETE',
  path: ({ id }) => playlistPath(id),
  output: accepted,
  answer: 'text',
});

/** 400 for an item of another library, a duplicate, or a podcast without an episode. */
export const addToPlaylist = defineEndpoint<{ readonly id: string; readonly entry: PlaylistEntry }>()({
  name: 'playlists.addItem',
  method: 'POST',
  path: ({ id }) => `${playlistPath(id)}/item`,
  body: ({ entry }) => entry,
  output: playlist,
});

/** Removes a playlist that becomes empty. */
export const removeFromPlaylist = defineEndpoint<PlaylistEntry & { readonly id: string }>()({
  name: 'playlists.removeItem',
  method: 'DELETE',
  path: ({ id, libraryItemId, episodeId }) => {
    const path = `${playlistPath(id)}/item/${encodeURIComponent(libraryItemId)}`;
    return episodeId == null ? path : `${path}/${encodeURIComponent(episodeId)}`;
  },
  output: playlist,
});

export const addAllToPlaylist = defineEndpoint<Body<'playlists.batchAdd'> & { readonly id: string }>()({
  name: 'playlists.batchAdd',
  method: 'POST',
  path: ({ id }) => `${playlistPath(id)}/batch/add`,
  body: ({ items }) => ({ items }),
  output: playlist,
});

/** Removes a playlist that becomes empty. */
export const removeAllFromPlaylist = defineEndpoint<Body<'playlists.batchRemove'> & { readonly id: string }>()({
  name: 'playlists.batchRemove',
  method: 'POST',
  path: ({ id }) => `${playlistPath(id)}/batch/remove`,
  body: ({ items }) => ({ items }),
  output: playlist,
});
