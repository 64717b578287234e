import { listLibraryPlaylists } from '../../../services/endpoints/library-lists.ts';
import { windowedList } from '../../kit/windowed-list/list-source.ts';
import { PAGE_SIZE } from '../../kit/windowed-list/window.logic.ts';
import { collectionsMachine, type CollectionsQuery, type Listed } from './collections.machine.ts';

export const playlistList = windowedList<Listed, CollectionsQuery>({
  loadPage: async (api, query, number, signal) => {
    const input = { ...query, limit: PAGE_SIZE, page: number };
    const { results, total } = await api.call(listLibraryPlaylists, input, signal);
    return { items: results, total };
  },
});

export const playlistsMachine = collectionsMachine.provide({ actors: { list: playlistList } });
