import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { chaptersResult, coverResult, itemChange, matchResult, savedItem } from '../../schemas/api/item-changes.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const itemPath = (id: string) => `/api/items/${encodeURIComponent(id)}`;

/** Permission update. Values of a wrong type are ignored with status 200. */
export const updateItem = defineEndpoint<{ readonly id: string; readonly change: Body<'items.update'> }>()({
  name: 'items.update',
  method: 'PATCH',
  path: ({ id }) => `${itemPath(id)}/media`,
  body: ({ change }) => change,
  output: itemChange,
});

/** Permission delete; `hard` deletes the files too. */
export const deleteItem = defineEndpoint<{ readonly id: string; readonly hard: boolean }>()({
  name: 'items.delete',
  method: 'DELETE',
  path: ({ id }) => itemPath(id),
  query: ({ hard }) => ({ hard: hard ? 1 : 0 }),
  output: acknowledgement,
  answer: 'text',
});

export type MatchInput = Body<'items.match'> & { readonly id: string };

/** Permission update: takes over what a provider knows, or answers a warning that it knows nothing. */
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

/** Permissions update and upload: the server fetches the picture. 400 when it cannot. */
export const setCoverFromUrl = defineEndpoint<Body<'items.coverFromUrl'> & { readonly id: string }>()({
  name: 'items.coverFromUrl',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/cover`,
  body: ({ url }) => ({ url }),
  output: coverResult,
  timeoutMs: SLOW_CALL_MS,
});

/**
 * Permission update: an image file of the item, by its path on the server. 400 without a path, 500 when it is not
 * there.
 */
export const setCoverFromFile = defineEndpoint<{ readonly id: string; readonly path: string }>()({
  name: 'items.coverFromFile',
  method: 'PATCH',
  path: ({ id }) => `${itemPath(id)}/cover`,
  body: ({ path }) => ({ cover: path }),
  output: coverResult,
});

/** Permission delete. */
export const removeCover = defineEndpoint<{ readonly id: string }>()({
  name: 'items.removeCover',
  method: 'DELETE',
  path: ({ id }) => `${itemPath(id)}/cover`,
  output: acknowledgement,
  answer: 'text',
});

/** Permission update: all files in their new order. 400 for none. */
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

/**
 * Permission update: replaces all chapters; seconds of the whole book. 400 without a list, 500 for what is no
 * audiobook.
 */
export const updateChapters = defineEndpoint<Body<'items.updateChapters'> & { readonly id: string }>()({
  name: 'items.updateChapters',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/chapters`,
  body: ({ chapters }) => ({ chapters }),
  output: chaptersResult,
});

/** Permission delete: deletes the file itself. 404 when unknown. */
export const deleteFile = defineEndpoint<{ readonly id: string; readonly ino: string }>()({
  name: 'items.deleteFile',
  method: 'DELETE',
  path: ({ id, ino }) => `${itemPath(id)}/file/${encodeURIComponent(ino)}`,
  output: acknowledgement,
  answer: 'text',
});

/**
 * Permission update: makes a supplementary ebook the primary one, or the primary one supplementary. 400 for what
 * is no ebook.
 */
export const toggleEbookStatus = defineEndpoint<{ readonly id: string; readonly ino: string }>()({
  name: 'items.toggleEbookStatus',
  method: 'PATCH',
  path: ({ id, ino }) => `${itemPath(id)}/ebook/${encodeURIComponent(ino)}/status`,
  output: acknowledgement,
  answer: 'text',
});
