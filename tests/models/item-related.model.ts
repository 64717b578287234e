import { relatedMachine } from '../../src/machines/browse/item/related.machine.ts';
import { nextRow } from '../../src/machines/browse/item/related.logic.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { firstOfSaga, listed, SAGA } from '../support/related-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const second = listed('two', '2');
const elsewhere = { ...listed('n'), libraryId: 'other' };
const row = nextRow(SAGA, firstOfSaga.libraryId, [second]);
const metadata = { ...firstOfSaga.media.metadata, series: [] };
const withoutSeries = { ...firstOfSaga, media: { ...firstOfSaga.media, metadata } };

export const itemRelatedModel = defineModel({
  name: 'itemRelated',
  machine: relatedMachine,
  starts: [{ input: { item: firstOfSaga } }],
  events: [
    { type: 'related.follow', item: firstOfSaga },
    { type: 'related.follow', item: withoutSeries },
    { type: 'related.retry' },
    { type: 'rows.loaded', data: [row] },
    { type: 'rows.loaded', data: [] },
    { type: 'rows.failed', cause: new AppException({ kind: 'network' }) },
    { type: 'page.refresh', again: true },
    { type: 'server.item.added', item: second },
    { type: 'server.items.added', items: { items: [second], dropped: [] } },
    { type: 'server.item.updated', item: second },
    { type: 'server.items.updated', items: { items: [second], dropped: [] } },
    { type: 'server.item.removed', item: { id: second.id } },
  ],
  ignored: [
    { type: 'server.item.added', item: elsewhere },
    { type: 'server.item.removed', item: { id: 'another' } },
  ],
  project: ({ context: { request, rows, error } }) => ({
    series: request.series.length,
    rows: rows?.length,
    hasFailed: error !== null,
  }),
  invariants: {
    'nothing is shown before the page rests': (state) => !state.matches('waiting') || state.context.rows === null,
    'what was loaded last has not failed': ({ context: { rows, error } }, { happened }) =>
      happened.at(-1)?.type !== 'rows.loaded' || (rows !== null && error === null),
  },
});
