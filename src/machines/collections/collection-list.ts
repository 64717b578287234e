import type { Collection } from '../../schemas/api/collection.ts';
import { listLibraryCollections } from '../../services/endpoints/library-lists.ts';
import { windowedList } from '../windowed-list/list-source.ts';
import { PAGE_SIZE } from '../windowed-list/window.logic.ts';

export interface CollectionsQuery {
  readonly libraryId: string;
}

export const collectionList = windowedList<Collection, CollectionsQuery>({
  loadPage: async (api, query, number, signal) => {
    const input = { ...query, limit: PAGE_SIZE, page: number };
    const { results, total } = await api.call(listLibraryCollections, input, signal);
    return { items: results, total };
  },
});
