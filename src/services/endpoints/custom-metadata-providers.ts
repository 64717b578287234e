import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import {
  customMetadataProviderCreated,
  customMetadataProviderList,
} from '../../schemas/api/custom-metadata-provider.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

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
