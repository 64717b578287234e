import { batchItemOf } from '../../src/machines/edit/batch-edit/drafts.logic.ts';
import { batchTableMachine, type PreviewMade } from '../../src/machines/edit/batch-table/batch-table.machine.ts';
import { wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const item = batchItemOf(wholeBook);
const { id } = item;
const data = { items: new Map([[id, item]]), drafts: new Map() };
const theirs = { items: new Map([[id, { ...item, base: { ...item.base, title: 'Theirs' } }]]), drafts: new Map() };
const found: PreviewMade = {
  preview: { rows: [{ id, field: 'title', value: 'After', before: item.base.title }], unread: 0 },
  fault: null,
};
const nothing: PreviewMade = { preview: { rows: [], unread: 1 }, fault: null };
const slow: PreviewMade = { preview: null, fault: { kind: 'slow', detail: '' } };

export const batchTableModel = defineModel({
  name: 'batch table',
  machine: batchTableMachine,
  starts: [{ input: { data, mediaType: 'book' } }],
  events: [
    { type: 'table.fed', data: theirs },
    { type: 'table.moveTo', place: { row: 0, column: 1 }, extends: true },
    { type: 'table.edit', text: 'T' },
    { type: 'table.type', text: 'Typed' },
    { type: 'table.accept', next: 'same' },
    { type: 'table.cancel' },
    { type: 'table.toggleFlag' },
    { type: 'table.clear' },
    { type: 'table.fill', toEnd: true },
    { type: 'table.paste', text: 'P' },
    { type: 'table.toggleColumn', field: 'isbn' },
    { type: 'table.sort', field: 'title' },
    { type: 'table.resizeColumn', field: 'title', rem: 20 },
    { type: 'table.resizeColumn', field: 'title', rem: null },
    { type: 'table.filter', words: 'nothing' },
    { type: 'table.openTool', tool: 'titles' },
    { type: 'table.setTool', values: { find: 'x' } },
    { type: 'table.retry' },
    { type: 'table.apply' },
    { type: 'table.closeTool' },
  ],
  outputs: { makePreview: [found, nothing, slow] },
  failures: { makePreview: [new Error('Failed to load')] },
  project: ({ context }) => [
    context.cursor.column,
    context.anchor !== null,
    context.tool,
    context.preview.rows.length,
    context.fault?.kind,
    context.applied,
    context.columns.includes('isbn'),
    context.ids.length,
    context.widths['title'],
  ],
  stopWhen: ({ context }) => context.columns.includes('isbn'),
  invariants: {
    'a tool is open exactly while it is used': (state) => state.matches('using') === (state.context.tool !== null),
    'only shown values are reported as changes': (state) =>
      state.matches('using') || state.context.preview.rows.length === 0,
    'a fault is reported where nothing shows': (state) =>
      state.context.fault === null || state.context.preview.rows.length === 0,
  },
});
