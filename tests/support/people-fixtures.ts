import type { ModalClosed } from '../../src/machines/app/modals/modals.protocol.ts';
import type { EditAuthorOutput } from '../../src/machines/app/modals/modal-inputs.protocol.ts';
import { authorDetail } from '../../src/schemas/api/author.ts';
import { seriesWithBooks, seriesDetail } from '../../src/schemas/api/series.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from './recordings.ts';

/** As the server sent them: an author of four books in three series, one of these. */
export const authorBody = recording('authors/one-items-series').response.body as {
  readonly id: string;
  readonly libraryId: string;
  readonly libraryItems: readonly { readonly id: string }[];
};
export const seriesBody = recording('libraries/series-one').response.body as {
  readonly id: string;
  readonly libraryId: string;
  readonly progress: { readonly libraryItemIds: readonly string[] };
};
export const bookBodies = authorBody.libraryItems;

export const oneAuthor = z.parse(authorDetail, authorBody);
export const oneSeries = z.parse(seriesDetail, seriesBody);
export const books = oneAuthor.libraryItems?.items ?? [];
const [first] = books;
if (!first) throw new Error('The recorded author has no books');
export const firstBook = first;

/** The series as a list of series carries it. */
export const listedSeriesBody = { ...seriesBody, progress: undefined, books: bookBodies };
export const listedSeries = z.parse(seriesWithBooks, listedSeriesBody);

/** A book as a list has it, with its narrators in one text. */
export function narratedBody(id: string, narratorName: string): object {
  const { media, ...book } = bookBodies[0] as unknown as { readonly media: { readonly metadata: object } };
  return { ...book, id, media: { ...media, metadata: { ...media.metadata, narratorName } } };
}

/** An answer of a list with pages. */
export const pageBody = (results: readonly unknown[]) => ({ results, total: results.length, limit: 48, page: 0 });

/** The answer of the modal that edits an author. */
export const editClosed = (
  kind: EditAuthorOutput['kind'] | null,
  authorId = oneAuthor.id,
): ModalClosed<'editAuthor'> => ({
  type: 'modal.closed',
  modal: 'editAuthor',
  tag: 'edit',
  output: kind && { kind, authorId },
});
