import { accepted } from '../../schemas/api/acknowledgement.ts';
import { collection, collectionList } from '../../schemas/api/collection.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

const collectionPath = (id: string) => `/api/collections/${encodeURIComponent(id)}`;

export const listCollections = defineEndpoint()({
  name: 'collections.list',
  method: 'GET',
  path: () => '/api/collections',
  output: collectionList,
});

/** Permission update. 400 without a name, without books or with unknown ones. */
export const createCollection = defineEndpoint<Body<'collections.create'>>()({
  name: 'collections.create',
  method: 'POST',
  path: () => '/api/collections',
  body: (input) => input,
  output: collection,
});

/** Permission update. `books` only changes the order. */
export const updateCollection = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'collections.update'>;
}>()({
  name: 'collections.update',
  method: 'PATCH',
  path: ({ id }) => collectionPath(id),
  body: ({ change }) => change,
  output: collection,
});

export const deleteCollection = defineEndpoint<{ readonly id: string }>()({
  name: 'collections.delete',
  method: 'DELETE',
  path: ({ id }) => collectionPath(id),
  output: accepted,
  answer: 'text',
});

/** Permission update. 400 for a book of another library or a duplicate, 404 for an unknown one. */
export const addToCollection = defineEndpoint<{ readonly id: string; readonly itemId: string }>()({
  name: 'collections.addBook',
  method: 'POST',
  path: ({ id }) => `${collectionPath(id)}/book`,
  body: ({ itemId }) => ({ id: itemId }),
  output: collection,
});

/** Permission update (unchecked by the server). No error for a missing book. */
export const removeFromCollection = defineEndpoint<{ readonly id: string; readonly itemId: string }>()({
  name: 'collections.removeBook',
  method: 'DELETE',
  path: ({ id, itemId }) => `${collectionPath(id)}/book/${encodeURIComponent(itemId)}`,
  output: collection,
});

export const addAllToCollection = defineEndpoint<Body<'collections.batchAdd'> & { readonly id: string }>()({
  name: 'collections.batchAdd',
  method: 'POST',
  path: ({ id }) => `${collectionPath(id)}/batch/add`,
  body: ({ books }) => ({ books }),
  output: collection,
});

/** Permission update. 500 for an unknown book. */
export const removeAllFromCollection = defineEndpoint<Body<'collections.batchRemove'> & { readonly id: string }>()({
  name: 'collections.batchRemove',
  method: 'POST',
  path: ({ id }) => `${collectionPath(id)}/batch/remove`,
  body: ({ books }) => ({ books }),
  output: collection,
});
