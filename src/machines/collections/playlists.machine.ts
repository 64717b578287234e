import type { Playlist } from '../../schemas/api/playlist.ts';
import { listLibraryPlaylists } from '../../services/endpoints/library-lists.ts';
import { windowedList } from '../windowed-list/list-source.ts';
import { PAGE_SIZE } from '../windowed-list/window.logic.ts';
import type { CollectionsQuery } from './collection-list.ts';
import { collectionsMachine } from './collections.machine.ts';

export const playlistList = windowedList<Playlist, CollectionsQuery>({
  loadPage: async (api, query, number, signal) => {
    const input = { ...query, limit: PAGE_SIZE, page: number };
    const { results, total } = await api.call(listLibraryPlaylists, input, signal);
    return { items: results, total };
  },
});

export const playlistsMachine = collectionsMachine.provide({ actors: { list: playlistList as never } });
