import { fromPromise } from 'xstate';
import type { BookItemMinified, LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { listItems } from '../../../services/endpoints/libraries.ts';
import { getPorts } from '../../kit/ports.ts';
import { getProgress } from '../../kit/system.ts';
import { toItemsInput, type ShelfQuery } from '../bookshelf/query.logic.ts';
import type { Pages } from '../../kit/windowed-list/window.logic.ts';
import { nextBook, nextOfPages } from './series.logic.ts';

export interface NextBookInput {
  readonly query: ShelfQuery;
  /** What the page has loaded; the server is queried only if that is not enough. */
  readonly pages: Pages<LibraryItemMinified>;
  readonly total: number;
}

/** The book to play; null when none has sound. Rejects with an `AppException`. */
export const findNextBook = fromPromise<BookItemMinified | null, NextBookInput>(
  async ({ input: { query, pages, total }, system, signal }) => {
    const isFinished = (libraryItemId: string) =>
      getProgress(system, { libraryItemId, episodeId: null })?.isFinished ?? false;
    const found = nextOfPages(pages, total, isFinished);
    if (total > 0 && found.isKnown) return found.book;
    const all = { ...toItemsInput({ ...query, collapseSeries: false }, 0), limit: 0 };
    const { results } = await getPorts(system).api.call(listItems, all, signal);
    return nextBook(results.items, isFinished);
  },
);
