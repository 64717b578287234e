import type { LatestEpisode } from '../../schemas/api/podcast-lists.ts';
import { listLatestEpisodes } from '../../services/endpoints/podcasts.ts';
import { windowedList } from '../windowed-list/list-source.ts';
import { PAGE_SIZE } from '../windowed-list/window.logic.ts';

export interface LatestQuery {
  readonly libraryId: string;
}

/** Newest first, until a page is not full (pitfall 42). */
export const latestList = windowedList<LatestEpisode, LatestQuery>({
  loadPage: async (api, { libraryId }, number, signal) => {
    const { episodes } = await api.call(listLatestEpisodes, { libraryId, limit: PAGE_SIZE, page: number }, signal);
    return { items: episodes, total: null };
  },
});
