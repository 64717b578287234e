import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { playlist, playlistList } from '../../schemas/api/playlist.ts';
import { defineEndpoint } from './define-endpoint.ts';

const playlistPath = (id: string) => `/api/playlists/${encodeURIComponent(id)}`;

/** A book, or an episode of a podcast. */
export interface PlaylistEntry {
  readonly libraryItemId: string;
  readonly episodeId?: string | null;
}

/** Any user: the own playlists of all libraries. */
export const listPlaylists = defineEndpoint()({
  name: 'playlists.list',
  method: 'GET',
  path: () => '/api/playlists',
  output: playlistList,
});

/** The owner. 403 for others, 404 when unknown. */
export const getPlaylist = defineEndpoint<{ readonly id: string }>()({
  name: 'playlists.one',
  method: 'GET',
  path: ({ id }) => playlistPath(id),
  output: playlist,
});

export interface PlaylistInput {
  readonly libraryId: string;
  readonly name: string;
  readonly description?: string;
  readonly items: readonly PlaylistEntry[];
}

/** Any user. 400 without a name or for unknown items. */
export const createPlaylist = defineEndpoint<PlaylistInput>()({
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
  readonly change: { readonly name?: string; readonly description?: string; readonly items?: readonly PlaylistEntry[] };
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
  output: acknowledgement,
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
export const addAllToPlaylist = defineEndpoint<{ readonly id: string; readonly items: readonly PlaylistEntry[] }>()({
  name: 'playlists.batchAdd',
  method: 'POST',
  path: ({ id }) => `${playlistPath(id)}/batch/add`,
  body: ({ items }) => ({ items }),
  output: playlist,
});

/** The owner. A playlist that becomes empty is removed. */
export const removeAllFromPlaylist = defineEndpoint<{
  readonly id: string;
  readonly items: readonly PlaylistEntry[];
}>()({
  name: 'playlists.batchRemove',
  method: 'POST',
  path: ({ id }) => `${playlistPath(id)}/batch/remove`,
  body: ({ items }) => ({ items }),
  output: playlist,
});
