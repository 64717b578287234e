import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { apiKeyChanged, apiKeyCreated, apiKeyList } from '../../schemas/api/api-key.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** Administrators. */
export const listApiKeys = defineEndpoint()({
  name: 'apiKeys.list',
  method: 'GET',
  path: () => '/api/api-keys',
  output: apiKeyList,
});

/**
 * Administrators; for root only by root. The answer is the only one with the key itself. 400 without a name or for
 * an unknown user.
 */
export const createApiKey = defineEndpoint<Body<'apiKeys.create'>>()({
  name: 'apiKeys.create',
  method: 'POST',
  path: () => '/api/api-keys',
  body: (input) => input,
  output: apiKeyCreated,
});

/** Administrators. 404 when unknown. */
export const updateApiKey = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'apiKeys.update'>;
}>()({
  name: 'apiKeys.update',
  method: 'PATCH',
  path: ({ id }) => `/api/api-keys/${encodeURIComponent(id)}`,
  body: ({ change }) => change,
  output: apiKeyChanged,
});

/** Administrators. 404 when unknown. */
export const deleteApiKey = defineEndpoint<{ readonly id: string }>()({
  name: 'apiKeys.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/api-keys/${encodeURIComponent(id)}`,
  output: acknowledgement,
  answer: 'text',
});
