import { seriesDetail } from '../../schemas/api/series-detail.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** With the account's progress. */
export const getSeries = defineEndpoint<{ readonly id: string }>()({
  name: 'series.one',
  method: 'GET',
  path: ({ id }) => `/api/series/${encodeURIComponent(id)}`,
  query: () => ({ include: 'progress,rssfeed' }),
  output: seriesDetail,
});

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
