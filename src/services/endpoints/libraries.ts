import { acknowledgement } from '../../schemas/api/common.ts';
import { filterData, libraryWithFilterData } from '../../schemas/api/filter-data.ts';
import { library, libraryList } from '../../schemas/api/library.ts';
import { shelves, itemsPage } from '../../schemas/api/shelf.ts';
import { defineEndpoint } from './define-endpoint.ts';

const libraryPath = (id: string) => `/api/libraries/${encodeURIComponent(id)}`;

export const listLibraries = defineEndpoint()({
  name: 'libraries.list',
  method: 'GET',
  path: () => '/api/libraries',
  output: libraryList,
});

export const getLibrary = defineEndpoint<{ readonly id: string }>()({
  name: 'libraries.one',
  method: 'GET',
  path: ({ id }) => libraryPath(id),
  output: library,
});

export const getLibraryWithFilterData = defineEndpoint<{ readonly id: string }>()({
  name: 'libraries.oneWithFilterData',
  method: 'GET',
  path: ({ id }) => libraryPath(id),
  query: () => ({ include: 'filterdata' }),
  output: libraryWithFilterData,
});

export const getFilterData = defineEndpoint<{ readonly libraryId: string }>()({
  name: 'libraries.filterData',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/filterdata`,
  output: filterData,
});

export interface ItemsPageInput {
  readonly libraryId: string;
  /** 0: all. */
  readonly limit: number;
  /** From 0. */
  readonly page: number;
  /** `media.metadata.title`, `addedAt` …; an unknown key gives the database order. */
  readonly sort?: string;
  readonly desc?: boolean;
  /** From `formatFilter`; the server ignores an unknown group. */
  readonly filter?: string;
  readonly collapseSeries?: boolean;
}

/** 400 for a negative or fractional limit or page. */
export const listItems = defineEndpoint<ItemsPageInput>()({
  name: 'libraries.items',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/items`,
  query: ({ limit, page, sort, desc, filter, collapseSeries }) => ({
    limit,
    page,
    sort,
    desc: desc === true ? 1 : undefined,
    filter,
    collapseseries: collapseSeries === true ? 1 : undefined,
    minified: 1,
    include: 'rssfeed,numEpisodesIncomplete,share',
  }),
  output: itemsPage,
});

/** `limit` (10) entries per shelf. */
export const listShelves = defineEndpoint<{ readonly libraryId: string; readonly limit?: number }>()({
  name: 'libraries.shelves',
  method: 'GET',
  path: ({ libraryId }) => `${libraryPath(libraryId)}/personalized`,
  query: ({ limit }) => ({ limit, include: 'rssfeed,numEpisodesIncomplete,share' }),
  output: shelves,
});

/** Answers at once; runs as a task. `force` also reads unchanged files. */
export const scanLibrary = defineEndpoint<{ readonly id: string; readonly force?: boolean }>()({
  name: 'libraries.scan',
  method: 'POST',
  path: ({ id }) => `${libraryPath(id)}/scan`,
  query: ({ force }) => ({ force: force === true ? 1 : 0 }),
  output: acknowledgement,
  answer: 'text',
});
