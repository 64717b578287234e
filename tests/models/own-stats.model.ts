import { ownStatsMachine } from '../../src/machines/admin/own-stats/own-stats.machine.ts';
import { listeningStats } from '../../src/schemas/api/stats.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { listeningStatsBody } from '../support/list-fixtures.ts';
import { bookProgress } from '../support/player-fixtures.ts';
import { defineModel } from '../support/rig.ts';

export const ownStatsModel = defineModel({
  name: 'own stats',
  machine: ownStatsMachine,
  starts: [{ input: { route: { name: 'configStats' }, entryKey: 'k', memory: null } }],
  events: [
    { type: 'page.retry' },
    { type: 'data.loaded', data: z.parse(listeningStats, listeningStatsBody) },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'notFound', message: '' }) },
    { type: 'page.refresh', again: true },
    { type: 'server.session.closed', sessionId: 's' },
    { type: 'stats.toggleTable', chart: 'hours' },
    { type: 'stats.showCredit', credit: 'genres' },
    { type: 'stats.saveTable', text: 'a,b', name: 'stats.csv' },
    { type: 'server.progress.updated', progress: { id: 'p', data: bookProgress({ currentTime: 5 }) } },
  ],
  project: ({ context }) => [context.stats !== null, context.error?.kind, context.tables.length, context.credit],
  invariants: {
    'it shows numbers, and only when it has some': (state) => !state.matches('shown') || state.context.stats !== null,
    'it says why it has none': (state) =>
      state.matches('failed') === (state.context.error !== null) || state.matches('loading'),
    'a chart is a table once at most': ({ context: { tables } }) => new Set(tables).size === tables.length,
    'what fails later takes no number away': (state, { happened }) =>
      state.context.stats !== null || happened.every(({ type }) => type !== 'data.loaded'),
  },
});
