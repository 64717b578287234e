import { accepted } from '../../schemas/api/acknowledgement.ts';
import { playlist, playlistList } from '../../schemas/api/playlist.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

const playlistPath = (id: string) => `/api/playlists/${encodeURIComponent(id)}`;

/** A book, or an episode of a podcast. */
export type PlaylistEntry = Body<'playlists.addItem'>;

/** Any user: the own playlists of all libraries. */
export const listPlaylists = defineEndpoint()({
  name: 'playlists.list',
  method: 'GET',
  path: () => '/api/playlists',
  output: playlistList,
});

/** Any user. 400 without a name or for unknown items. */
export const createPlaylist = defineEndpoint<Body<'playlists.create'>>()({
  name: 'playlists.create',
  method: 'POST',
  path: () => '/api/playlists',
  body: (input) => input,
  output: playlist,
});

/** Any user: a playlist of the books of a collection. 404 when unknown. */
export const createPlaylistFromCollection = defineEndpoint<{ readonly collectionId: string }>()({
  name: 'playlists.fromCollection',
  method: 'POST',
  path: ({ collectionId }) => `/api/playlists/collection/${encodeURIComponent(collectionId)}`,
  output: playlist,
});

/** The owner. `items` only changes the order (400 for another length). A description cannot be cleared. */
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

/** The owner. */
export const deletePlaylist = defineEndpoint<{ readonly id: string }>()({
  name: 'playlists.delete',
  method: 'DELETE',
  path: ({ id }) => playlistPath(id),
  output: accepted,
  answer: 'text',
});

/** The owner. 400 for an item of another library, one that is in it, or a podcast without an episode. */
export const addToPlaylist = defineEndpoint<{ readonly id: string; readonly entry: PlaylistEntry }>()({
  name: 'playlists.addItem',
  method: 'POST',
  path: ({ id }) => `${playlistPath(id)}/item`,
  body: ({ entry }) => entry,
  output: playlist,
});

/** The owner. 404 when it is not in it. A playlist that becomes empty is removed. */
export const removeFromPlaylist = defineEndpoint<PlaylistEntry & { readonly id: string }>()({
  name: 'playlists.removeItem',
  method: 'DELETE',
  path: ({ id, libraryItemId, episodeId }) => {
    const path = `${playlistPath(id)}/item/${encodeURIComponent(libraryItemId)}`;
    return episodeId == null ? path : `${path}/${encodeURIComponent(episodeId)}`;
  },
  output: playlist,
});

/** The owner. 400 without items. */
export const addAllToPlaylist = defineEndpoint<Body<'playlists.batchAdd'> & { readonly id: string }>()({
  name: 'playlists.batchAdd',
  method: 'POST',
  path: ({ id }) => `${playlistPath(id)}/batch/add`,
  body: ({ items }) => ({ items }),
  output: playlist,
});

/** The owner. A playlist that becomes empty is removed. */
export const removeAllFromPlaylist = defineEndpoint<Body<'playlists.batchRemove'> & { readonly id: string }>()({
  name: 'playlists.batchRemove',
  method: 'POST',
  path: ({ id }) => `${playlistPath(id)}/batch/remove`,
  body: ({ items }) => ({ items }),
  output: playlist,
});
