import { acknowledgement } from '../../schemas/api/common.ts';
import { chaptersResult, coverResult, itemChange, matchResult, savedItem } from '../../schemas/api/item-changes.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const itemPath = (id: string) => `/api/items/${encodeURIComponent(id)}`;

/** Permission update. Ignores values of a wrong type with status 200. */
export const updateItem = defineEndpoint<{ readonly id: string; readonly change: Body<'items.update'> }>()({
  name: 'items.update',
  method: 'PATCH',
  path: ({ id }) => `${itemPath(id)}/media`,
  body: ({ change }) => change,
  output: itemChange,
});

export const deleteItem = defineEndpoint<{ readonly id: string; readonly hard: boolean }>()({
  name: 'items.delete',
  method: 'DELETE',
  path: ({ id }) => itemPath(id),
  query: ({ hard }) => ({ hard: hard ? 1 : 0 }),
  output: acknowledgement,
  answer: 'text',
});

export type MatchInput = Body<'items.match'> & { readonly id: string };

/** Permission update. Answers with a warning when the provider has no match. */
export const matchItem = defineEndpoint<MatchInput>()({
  name: 'items.match',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/match`,
  body: ({ provider, title, author, isbn, asin, overrideCover, overrideDetails }) => ({
    provider,
    title,
    author,
    isbn,
    asin,
    overrideCover,
    overrideDetails,
  }),
  output: matchResult,
  timeoutMs: 20_000,
});

/** Permissions update and upload. The server loads the picture; 400 when it can't. */
export const setCoverFromUrl = defineEndpoint<Body<'items.coverFromUrl'> & { readonly id: string }>()({
  name: 'items.coverFromUrl',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/cover`,
  body: ({ url }) => ({ url }),
  output: coverResult,
  timeoutMs: SLOW_CALL_MS,
});

/** Permission update. An image of the item by its path on the server; 500 when missing. */
export const setCoverFromFile = defineEndpoint<{ readonly id: string; readonly path: string }>()({
  name: 'items.coverFromFile',
  method: 'PATCH',
  path: ({ id }) => `${itemPath(id)}/cover`,
  body: ({ path }) => ({ cover: path }),
  output: coverResult,
});

export const removeCover = defineEndpoint<{ readonly id: string }>()({
  name: 'items.removeCover',
  method: 'DELETE',
  path: ({ id }) => `${itemPath(id)}/cover`,
  output: acknowledgement,
  answer: 'text',
});

/** Permission update. All files in order; 400 for none. */
export const updateTracks = defineEndpoint<{
  readonly id: string;
  readonly files: Body<'items.updateTracks'>['orderedFileData'];
}>()({
  name: 'items.updateTracks',
  method: 'PATCH',
  path: ({ id }) => `${itemPath(id)}/tracks`,
  body: ({ files }) => ({ orderedFileData: files }),
  output: savedItem,
});

/** Permission update. Replaces all chapters; seconds of the whole book. 500 for other media. */
export const updateChapters = defineEndpoint<Body<'items.updateChapters'> & { readonly id: string }>()({
  name: 'items.updateChapters',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/chapters`,
  body: ({ chapters }) => ({ chapters }),
  output: chaptersResult,
});

export const deleteFile = defineEndpoint<{ readonly id: string; readonly ino: string }>()({
  name: 'items.deleteFile',
  method: 'DELETE',
  path: ({ id, ino }) => `${itemPath(id)}/file/${encodeURIComponent(ino)}`,
  output: acknowledgement,
  answer: 'text',
});

/** Permission update. Toggles an ebook between primary and supplementary. 400 for other files. */
export const toggleEbookStatus = defineEndpoint<{ readonly id: string; readonly ino: string }>()({
  name: 'items.toggleEbookStatus',
  method: 'PATCH',
  path: ({ id, ino }) => `${itemPath(id)}/ebook/${encodeURIComponent(ino)}/status`,
  output: acknowledgement,
  answer: 'text',
});
