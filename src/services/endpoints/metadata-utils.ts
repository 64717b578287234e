import { acknowledgement } from '../../schemas/api/common.ts';
import {
  customMetadataProviderCreated,
  customMetadataProviderList,
  genreList,
  genreRenamed,
  itemsChanged,
  tagList,
  tagRenamed,
} from '../../schemas/api/metadata-utils.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { encodeFilterValue } from '../filter-value.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const encodedName = (name: string) => encodeURIComponent(encodeFilterValue(name));

export const listTags = defineEndpoint()({
  name: 'tags.list',
  method: 'GET',
  path: () => '/api/tags',
  output: tagList,
});

/** An existing new name merges both. */
export const renameTag = defineEndpoint<Body<'tags.rename'>>()({
  name: 'tags.rename',
  method: 'POST',
  path: () => '/api/tags/rename',
  body: (input) => input,
  output: tagRenamed,
  timeoutMs: SLOW_CALL_MS,
});

export const deleteTag = defineEndpoint<{ readonly tag: string }>()({
  name: 'tags.delete',
  method: 'DELETE',
  path: ({ tag }) => `/api/tags/${encodedName(tag)}`,
  output: itemsChanged,
  timeoutMs: SLOW_CALL_MS,
});

export const listGenres = defineEndpoint()({
  name: 'genres.list',
  method: 'GET',
  path: () => '/api/genres',
  output: genreList,
});

/** An existing new name merges both. */
export const renameGenre = defineEndpoint<Body<'genres.rename'>>()({
  name: 'genres.rename',
  method: 'POST',
  path: () => '/api/genres/rename',
  body: (input) => input,
  output: genreRenamed,
  timeoutMs: SLOW_CALL_MS,
});

export const deleteGenre = defineEndpoint<{ readonly genre: string }>()({
  name: 'genres.delete',
  method: 'DELETE',
  path: ({ genre }) => `/api/genres/${encodedName(genre)}`,
  output: itemsChanged,
  timeoutMs: SLOW_CALL_MS,
});

export const listCustomProviders = defineEndpoint()({
  name: 'customProviders.list',
  method: 'GET',
  path: () => '/api/custom-metadata-providers',
  output: customMetadataProviderList,
});

export const createCustomProvider = defineEndpoint<Body<'customProviders.create'>>()({
  name: 'customProviders.create',
  method: 'POST',
  path: () => '/api/custom-metadata-providers',
  body: (input) => input,
  output: customMetadataProviderCreated,
});

/** Its libraries fall back to the default. */
export const deleteCustomProvider = defineEndpoint<{ readonly id: string }>()({
  name: 'customProviders.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/custom-metadata-providers/${encodeURIComponent(id)}`,
  output: acknowledgement,
  answer: 'text',
});
