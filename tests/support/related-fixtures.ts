import { bookItemMinified, type BookItemMinified } from '../../src/schemas/api/library-item-minified.ts';
import { z } from '../../src/schemas/zod.ts';
import { wholeBook } from './item-fixtures.ts';
import { recording } from './recordings.ts';

export const SAGA = { id: 's', name: 'Saga', sequence: '1' };
export const AUTHOR = { id: 'a', name: 'Ann Author' };

if (wholeBook.mediaType !== 'book') throw new Error('The recording is no book');

/** A whole book: the first of a series, by one author. */
export const firstOfSaga = {
  ...wholeBook,
  media: { ...wholeBook.media, metadata: { ...wholeBook.media.metadata, series: [SAGA], authors: [AUTHOR] } },
};

const { results } = recording('libraries/items-final-minified').response.body as { results: object[] };
const sample = z.parse(bookItemMinified, results[0]);

/** A book of a list, titled by its id; `sequence`: its number in the series. */
export const listed = (id: string, sequence?: string): BookItemMinified => ({
  ...sample,
  id,
  libraryId: wholeBook.libraryId,
  media: {
    ...sample.media,
    metadata: {
      ...sample.media.metadata,
      title: `Title ${id}`,
      seriesName: sequence === undefined ? '' : `${SAGA.name} #${sequence}`,
      authorName: AUTHOR.name,
      ...(sequence === undefined ? {} : { series: { ...SAGA, sequence } }),
    },
  },
});

/** A page of a list as the server answers it. */
export const pageOfBooks = (...books: readonly BookItemMinified[]) => ({
  results: books,
  total: books.length,
  limit: 0,
  page: 0,
});
