import { libraryStatsMachine } from '../../src/machines/admin/library-stats/library-stats.machine.ts';
import { librarySearch } from '../../src/schemas/api/library-search.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { libraryStatsBody } from '../support/list-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const item = z.parse(librarySearch, recording('libraries/search').response.body).book?.items[0]?.libraryItem;

export const libraryStatsModel = defineModel({
  name: 'library stats',
  machine: libraryStatsMachine,
  starts: [{ input: { route: { name: 'libraryStats', libraryId: 'L' }, entryKey: 'k', memory: null } }],
  events: [
    { type: 'page.retry' },
    { type: 'data.loaded', data: libraryStatsBody },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'notFound', message: '' }) },
    { type: 'page.refresh', again: true },
    { type: 'server.item.removed', item: { id: 'x' } },
    { type: 'server.items.added', items: { items: [], dropped: [] } },
    { type: 'server.items.updated', items: { items: [], dropped: [] } },
    ...(item
      ? ([
          { type: 'server.item.added', item },
          { type: 'server.item.updated', item },
        ] as const)
      : []),
  ],
  project: ({ context }) => [context.stats !== null, context.error?.kind],
  invariants: {
    'it shows numbers, and only when it has some': (state) => !state.matches('shown') || state.context.stats !== null,
    'it says why it has none': (state) =>
      state.matches('failed') === (state.context.error !== null) || state.matches('loading'),
    'what fails later takes no number away': (state, { happened }) =>
      state.context.stats !== null || happened.every(({ type }) => type !== 'data.loaded'),
  },
});
