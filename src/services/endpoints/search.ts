import { librarySearch } from '../../schemas/api/library-search.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** At most `limit` (12) results per group. 400 without a text. */
export const searchLibrary = defineEndpoint<{
  readonly libraryId: string;
  readonly text: string;
  readonly limit?: number;
}>()({
  name: 'libraries.search',
  method: 'GET',
  path: ({ libraryId }) => `/api/libraries/${encodeURIComponent(libraryId)}/search`,
  query: ({ text, limit }) => ({ q: text, limit }),
  output: librarySearch,
});
