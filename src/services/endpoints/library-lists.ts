import { authorList, authorsPage } from '../../schemas/api/author-detail.ts';
import { collectionsPage } from '../../schemas/api/collection.ts';
import { libraryStats } from '../../schemas/api/library-stats.ts';
import { narratorChange, narratorList } from '../../schemas/api/narrator.ts';
import { playlistsPage } from '../../schemas/api/playlist.ts';
import { seriesDetail, seriesPage } from '../../schemas/api/series-detail.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const libraryPath = (id: string) => `/api/libraries/${encodeURIComponent(id)}`;

/** Part of a list: `limit` 0 gives everything, `page` counts from 0. */
export interface PageInput {
  readonly libraryId: string;
  readonly limit: number;
  readonly page: number;
}

export interface SeriesPageInput extends PageInput {
  /** name, numBooks, addedAt, totalDuration, lastBookAdded, lastBookUpdated or random. */
  readonly sort?: string;
  readonly desc?: boolean;
  readonly filter?: string;
}

/** A user of the library: its series, with their books. */
export const listSeries = defineEndpoint<SeriesPageInput>()({
  name: 'libraries.series',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/series`,
  query: ({ limit, page, sort, desc, filter }) => ({
    limit,
    page,
    sort,
    desc: desc === true ? 1 : undefined,
    filter,
    minified: 1,
    include: 'rssfeed',
  }),
  output: seriesPage,
});

/** A user of the library: one series, with how far the user is. 404 when unknown. */
export const getLibrarySeries = defineEndpoint<{ readonly libraryId: string; readonly seriesId: string }>()({
  name: 'libraries.seriesOne',
  method: 'GET',
  path: ({ libraryId, seriesId }) => `${libraryPath(libraryId)}/series/${encodeURIComponent(seriesId)}`,
  query: () => ({ include: 'progress,rssfeed' }),
  output: seriesDetail,
});

/** A user of the library: its collections. */
export const listLibraryCollections = defineEndpoint<PageInput>()({
  name: 'libraries.collections',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/collections`,
  query: ({ limit, page }) => ({ limit, page, minified: 1, include: 'rssfeed' }),
  output: collectionsPage,
});

/** A user of the library: the own playlists. */
export const listLibraryPlaylists = defineEndpoint<PageInput>()({
  name: 'libraries.playlists',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/playlists`,
  query: ({ limit, page }) => ({ limit, page }),
  output: playlistsPage,
});

/** A user of the library: all its authors at once. */
export const listAllAuthors = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'libraries.allAuthors',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/authors`,
  output: authorList,
});

export interface AuthorsPageInput extends PageInput {
  /** name, lastFirst, addedAt, updatedAt or numBooks. */
  readonly sort?: string;
  readonly desc?: boolean;
}

/** A user of the library: one page of its authors. */
export const listAuthors = defineEndpoint<AuthorsPageInput>()({
  name: 'libraries.authors',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/authors`,
  query: ({ limit, page, sort, desc }) => ({ limit, page, sort, desc: desc === true ? 1 : undefined, minified: 1 }),
  output: authorsPage,
});

/** A user of the library: its narrators. */
export const listNarrators = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'libraries.narrators',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/narrators`,
  output: narratorList,
});

/** Permission update: gives a narrator another name in all books. 400 without a name. */
export const renameNarrator = defineEndpoint<
  Body<'libraries.renameNarrator'> & { readonly libraryId: string; readonly narratorId: string }
>()({
  name: 'libraries.renameNarrator',
  method: 'PATCH',
  path: ({ libraryId, narratorId }) => `${libraryPath(libraryId)}/narrators/${encodeURIComponent(narratorId)}`,
  body: ({ name }) => ({ name }),
  output: narratorChange,
  timeoutMs: SLOW_CALL_MS,
});

/** Permission update: takes a narrator out of all books. */
export const removeNarrator = defineEndpoint<{ readonly libraryId: string; readonly narratorId: string }>()({
  name: 'libraries.removeNarrator',
  method: 'DELETE',
  path: ({ libraryId, narratorId }) => `${libraryPath(libraryId)}/narrators/${encodeURIComponent(narratorId)}`,
  output: narratorChange,
  timeoutMs: SLOW_CALL_MS,
});

/** A user of the library: what it holds, counted. */
export const getLibraryStats = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'libraries.stats',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/stats`,
  output: libraryStats,
});
