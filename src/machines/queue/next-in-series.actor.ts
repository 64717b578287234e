import { fromPromise } from 'xstate';
import type { QueueItem } from '../../schemas/queue.ts';
import { getItem } from '../../services/endpoints/items.ts';
import { listItems } from '../../services/endpoints/libraries.ts';
import { formatFilter } from '../../services/filter-value.ts';
import { getPorts } from '../app/ports.ts';
import { getProgress } from '../app/system.ts';
import { nextInSeries } from './next-in-series.logic.ts';
import { bookToQueue } from './queue-item.logic.ts';

/** A book that follows in a series, and the name of that. */
export interface Following {
  readonly item: QueueItem;
  readonly series: string;
}

/** Asks which book follows this one in the first of its series that goes on. Fails with an `AppException`. */
export const findNextInSeries = fromPromise<Following | null, { readonly libraryItemId: string }>(
  async ({ input, system, signal }) => {
    const { api } = getPorts(system);
    const item = await api.call(getItem, { id: input.libraryItemId }, signal);
    if (item.mediaType !== 'book') return null;
    for (const series of item.media.metadata.series) {
      const filter = formatFilter({ group: 'series', value: series.id });
      const { results } = await api.call(listItems, { libraryId: item.libraryId, limit: 0, page: 0, filter }, signal);
      const books = results.items.flatMap((found) => (found.mediaType === 'book' ? [found] : []));
      const next = nextInSeries(
        books,
        series,
        (libraryItemId) => getProgress(system, { libraryItemId, episodeId: null })?.isFinished ?? false,
      );
      if (next) return { item: bookToQueue(next), series: series.name };
    }
    return null;
  },
);
