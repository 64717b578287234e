import { authorList, authorsPage, narratorChange, narratorList } from '../../schemas/api/author.ts';
import { collectionsPage, playlistsPage } from '../../schemas/api/media-lists.ts';
import { librarySearch } from '../../schemas/api/library-search.ts';
import { libraryStats } from '../../schemas/api/stats.ts';
import { seriesDetail, seriesPage } from '../../schemas/api/series.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const libraryPath = (id: string) => `/api/libraries/${encodeURIComponent(id)}`;

/** `limit` 0: all; `page` from 0. */
interface PageInput {
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

/** With the account's progress. */
export const getLibrarySeries = defineEndpoint<{ readonly libraryId: string; readonly seriesId: string }>()({
  name: 'libraries.seriesOne',
  method: 'GET',
  path: ({ libraryId, seriesId }) => `${libraryPath(libraryId)}/series/${encodeURIComponent(seriesId)}`,
  query: () => ({ include: 'progress,rssfeed' }),
  output: seriesDetail,
});

export const listLibraryCollections = defineEndpoint<PageInput>()({
  name: 'libraries.collections',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/collections`,
  query: ({ limit, page }) => ({ limit, page, minified: 1, include: 'rssfeed' }),
  output: collectionsPage,
});

export const listLibraryPlaylists = defineEndpoint<PageInput>()({
  name: 'libraries.playlists',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/playlists`,
  query: ({ limit, page }) => ({ limit, page }),
  output: playlistsPage,
});

/** All authors at once, without pages. */
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

export const listAuthors = defineEndpoint<AuthorsPageInput>()({
  name: 'libraries.authors',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/authors`,
  query: ({ limit, page, sort, desc }) => ({ limit, page, sort, desc: desc === true ? 1 : undefined, minified: 1 }),
  output: authorsPage,
});

export const listNarrators = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'libraries.narrators',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/narrators`,
  output: narratorList,
});

/** Permission update. 400 without a name. */
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

export const removeNarrator = defineEndpoint<{ readonly libraryId: string; readonly narratorId: string }>()({
  name: 'libraries.removeNarrator',
  method: 'DELETE',
  path: ({ libraryId, narratorId }) => `${libraryPath(libraryId)}/narrators/${encodeURIComponent(narratorId)}`,
  output: narratorChange,
  timeoutMs: SLOW_CALL_MS,
});

export const getLibraryStats = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'libraries.stats',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/stats`,
  output: libraryStats,
});

/** At most `limit` (12) results per group. 400 without a text. */
export const searchLibrary = defineEndpoint<{
  readonly libraryId: string;
  readonly text: string;
  readonly limit?: number;
}>()({
  name: 'libraries.search',
  method: 'GET',
  path: ({ libraryId }) => `/api/libraries/${encodeURIComponent(libraryId)}/search`,
  query: ({ text, limit }) => ({ q: text, limit }),
  output: librarySearch,
});

/** With the account's progress. */
export const getSeries = defineEndpoint<{ readonly id: string }>()({
  name: 'series.one',
  method: 'GET',
  path: ({ id }) => `/api/series/${encodeURIComponent(id)}`,
  query: () => ({ include: 'progress,rssfeed' }),
  output: seriesDetail,
});

export const updateSeries = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'series.update'>;
}>()({
  name: 'series.update',
  method: 'PATCH',
  path: ({ id }) => `/api/series/${encodeURIComponent(id)}`,
  body: ({ change }) => change,
  output: seriesDetail,
});
