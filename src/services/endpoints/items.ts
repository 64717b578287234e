import { libraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { defineEndpoint } from './define-endpoint.ts';

const itemPath = (id: string) => `/api/items/${encodeURIComponent(id)}`;

export const getItem = defineEndpoint<{ readonly id: string }>()({
  name: 'items.one',
  method: 'GET',
  path: ({ id }) => itemPath(id),
  query: () => ({ expanded: 1, include: 'downloads,rssfeed,share' }),
  output: libraryItemExpanded,
});
