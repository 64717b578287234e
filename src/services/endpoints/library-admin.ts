import { acknowledgement } from '../../schemas/api/common.ts';
import { removedMetadata } from '../../schemas/api/item-changes.ts';
import { library, libraryList } from '../../schemas/api/library.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const libraryPath = (id: string) => `/api/libraries/${encodeURIComponent(id)}`;

export const listLibrariesWithStats = defineEndpoint()({
  name: 'libraries.listWithStats',
  method: 'GET',
  path: () => '/api/libraries',
  query: () => ({ include: 'stats' }),
  output: libraryList,
});

/** 400 without name or folders, for an unknown provider or a setting of a wrong type. */
export const createLibrary = defineEndpoint<Body<'libraries.create'>>()({
  name: 'libraries.create',
  method: 'POST',
  path: () => '/api/libraries',
  body: (library) => library,
  output: library,
});

/** A folder without its id would be removed with its items and added again. */
export const updateLibrary = defineEndpoint<{ readonly id: string; readonly change: Body<'libraries.update'> }>()({
  name: 'libraries.update',
  method: 'PATCH',
  path: ({ id }) => libraryPath(id),
  body: ({ change }) => change,
  output: library,
  timeoutMs: SLOW_CALL_MS,
});

/** Removes the library and its items, not the files. Answers with the library. */
export const deleteLibrary = defineEndpoint<{ readonly id: string }>()({
  name: 'libraries.delete',
  method: 'DELETE',
  path: ({ id }) => libraryPath(id),
  output: library,
  timeoutMs: SLOW_CALL_MS,
});

/** All libraries with positions from 1. 400 for an unknown one. */
export const orderLibraries = defineEndpoint<Body<'libraries.order'>>()({
  name: 'libraries.order',
  method: 'POST',
  path: () => '/api/libraries/order',
  body: (order) => order,
  output: libraryList,
});

export const removeItemsWithIssues = defineEndpoint<{ readonly id: string }>()({
  name: 'libraries.removeIssues',
  method: 'DELETE',
  path: ({ id }) => `${libraryPath(id)}/issues`,
  output: acknowledgement,
  answer: 'text',
  timeoutMs: SLOW_CALL_MS,
});

/** Answers at once; runs as a task. A GET that changes data. */
export const matchLibrary = defineEndpoint<{ readonly id: string }>()({
  name: 'libraries.matchAll',
  method: 'GET',
  path: ({ id }) => `${libraryPath(id)}/matchall`,
  output: acknowledgement,
  answer: 'text',
  changesData: true,
});

/** Deletes the metadata files (`json` or `abs`) in all item folders. */
export const removeLibraryMetadata = defineEndpoint<{ readonly id: string; readonly ext: 'json' | 'abs' }>()({
  name: 'libraries.removeMetadata',
  method: 'POST',
  path: ({ id }) => `${libraryPath(id)}/remove-metadata`,
  query: ({ ext }) => ({ ext }),
  output: removedMetadata,
  timeoutMs: SLOW_CALL_MS,
});
