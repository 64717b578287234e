import { accepted } from '../../schemas/api/acknowledgement.ts';
import { playlist, playlistList } from '../../schemas/api/playlist.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

const playlistPath = (id: string) => `/api/playlists/${encodeURIComponent(id)}`;

/** A book, or an episode of a podcast. */
export type PlaylistEntry = Body<'playlists.addItem'>;

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
