import { seriesDetail } from '../../schemas/api/series-detail.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** A user who sees one of its books: with how far the user is. 404 when unknown. */
export const getSeries = defineEndpoint<{ readonly id: string }>()({
  name: 'series.one',
  method: 'GET',
  path: ({ id }) => `/api/series/${encodeURIComponent(id)}`,
  query: () => ({ include: 'progress,rssfeed' }),
  output: seriesDetail,
});

/** Permission update. 400 without a field. */
export const updateSeries = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'series.update'>;
}>()({
  name: 'series.update',
  method: 'PATCH',
  path: ({ id }) => `/api/series/${encodeURIComponent(id)}`,
  body: ({ change }) => change,
  output: seriesDetail,
});
