import type { SeriesWithBooks } from '../../../schemas/api/series.ts';
import { listSeries } from '../../../services/endpoints/library-lists.ts';
import { patchItems, type ItemUpdates } from '../../kit/shown-item.logic.ts';
import { letters } from '../../kit/windowed-list/letter-source.ts';
import { windowedList, type ListSource } from '../../kit/windowed-list/list-source.ts';
import type { Pages } from '../../kit/windowed-list/window.logic.ts';
import { toSeriesInput, type SeriesQuery } from './series-query.logic.ts';

const source: ListSource<SeriesWithBooks, SeriesQuery> = {
  loadPage: async (api, query, number, signal, limit) => {
    const { results, total } = await api.call(listSeries, toSeriesInput(query, number, limit), signal);
    return { items: results, total };
  },
  isShuffled: ({ sort }) => sort === 'random',
};

export const seriesList = windowedList(source);
export const seriesLetters = letters({
  list: source,
  nameOf: ({ name, nameIgnorePrefix }, _query, ignoresPrefix) => (ignoresPrefix && nameIgnorePrefix) || name,
});

export function holdsBook(pages: Pages<SeriesWithBooks>, id: string): boolean {
  return seriesOf(pages).some(({ books }) => books.some((book) => book.id === id));
}

export function withBooks(pages: Pages<SeriesWithBooks>, updates: ItemUpdates): ReadonlyMap<string, SeriesWithBooks> {
  const changed = new Map<string, SeriesWithBooks>();
  for (const series of seriesOf(pages)) {
    const books = patchItems(series.books, updates);
    if (books !== series.books) changed.set(series.id, { ...series, books: [...books] });
  }
  return changed;
}

function seriesOf(pages: Pages<SeriesWithBooks>): readonly SeriesWithBooks[] {
  return [...pages.values()].flatMap((page) => page.filter((slot) => slot !== null));
}
