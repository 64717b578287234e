import { acknowledgement } from '../../schemas/api/common.ts';
import { authorAnswer, authorChange, authorDetail } from '../../schemas/api/author.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const authorPath = (id: string) => `/api/authors/${encodeURIComponent(id)}`;

export const getAuthor = defineEndpoint<{ readonly id: string }>()({
  name: 'authors.one',
  method: 'GET',
  path: ({ id }) => authorPath(id),
  query: () => ({ include: 'items,series' }),
  output: authorDetail,
});

/** Permission update. Another author's name merges both; a co-author's name crashes the server. 400 without a field. */
export const updateAuthor = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'authors.update'>;
}>()({
  name: 'authors.update',
  method: 'PATCH',
  path: ({ id }) => authorPath(id),
  body: ({ change }) => change,
  output: authorChange,
});

export const deleteAuthor = defineEndpoint<{ readonly id: string }>()({
  name: 'authors.delete',
  method: 'DELETE',
  path: ({ id }) => authorPath(id),
  output: acknowledgement,
  answer: 'text',
});

/** Permission update. By ASIN, else by name. 404 without a match. */
export const matchAuthor = defineEndpoint<Body<'authors.match'> & { readonly id: string }>()({
  name: 'authors.match',
  method: 'POST',
  path: ({ id }) => `${authorPath(id)}/match`,
  body: ({ q, asin, region }) => ({ q, asin, region }),
  output: authorChange,
  timeoutMs: 20_000,
});

/** Permissions update and upload. The server loads the picture; 400 when it can't. */
export const setAuthorImage = defineEndpoint<Body<'authors.setImage'> & { readonly id: string }>()({
  name: 'authors.setImage',
  method: 'POST',
  path: ({ id }) => `${authorPath(id)}/image`,
  body: ({ url }) => ({ url }),
  output: authorAnswer,
  timeoutMs: SLOW_CALL_MS,
});

export const removeAuthorImage = defineEndpoint<{ readonly id: string }>()({
  name: 'authors.removeImage',
  method: 'DELETE',
  path: ({ id }) => `${authorPath(id)}/image`,
  output: authorAnswer,
});
