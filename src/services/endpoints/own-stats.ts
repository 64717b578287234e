import { listeningStats, userYearStats } from '../../schemas/api/stats.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const getMyStats = defineEndpoint()({
  name: 'account.stats',
  method: 'GET',
  path: () => '/api/me/listening-stats',
  output: listeningStats,
});

export const getMyYear = defineEndpoint<{ readonly year: number }>()({
  name: 'account.year',
  method: 'GET',
  path: ({ year }) => `/api/me/stats/year/${year}`,
  output: userYearStats,
});
