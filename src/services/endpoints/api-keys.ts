import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { apiKeyChanged, apiKeyCreated, apiKeyList } from '../../schemas/api/api-key.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const listApiKeys = defineEndpoint()({
  name: 'apiKeys.list',
  method: 'GET',
  path: () => '/api/api-keys',
  output: apiKeyList,
});

/** The only answer with the key itself. 400 without a name or for an unknown user. */
export const createApiKey = defineEndpoint<Body<'apiKeys.create'>>()({
  name: 'apiKeys.create',
  method: 'POST',
  path: () => '/api/api-keys',
  body: (input) => input,
  output: apiKeyCreated,
});

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

export const deleteApiKey = defineEndpoint<{ readonly id: string }>()({
  name: 'apiKeys.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/api-keys/${encodeURIComponent(id)}`,
  output: acknowledgement,
  answer: 'text',
});
