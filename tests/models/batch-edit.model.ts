import { batchEditMachine } from '../../src/machines/edit/batch-edit/batch-edit.machine.ts';
import { changedOf, draftsOf, faultyOf, isTableStale } from '../../src/machines/edit/batch-edit/batch-edit.logic.ts';
import { batchItemOf, type Drafts } from '../../src/machines/edit/batch-edit/drafts.logic.ts';
import type { DetailChange } from '../../src/machines/edit/item-edit/details-form.logic.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { select } from '../support/batch-fixtures.ts';
import { createFakePorts } from '../support/fakes/ports.ts';
import { questionClosed, reducedBook, wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { id } = wholeBook;
const item = batchItemOf(wholeBook);
const theirs = { ...item, base: { ...item.base, title: 'Theirs' } };
const slow = { kind: 'timeout' } as const;
const title = (value: string) => ({ type: 'form.change', field: 'title', value }) as DetailChange;
const publisher = { type: 'form.change', field: 'publisher', value: 'P' } as DetailChange;
const of = { id, field: 'title' } as const;

/** The draft's data that this model's events change. */
const titlesIn = (drafts: Drafts) => [...drafts].map(([, { changed }]) => changed.title).join();

const selected = () => {
  const ports = createFakePorts();
  select(ports, id);
  return ports;
};

export const batchEditModel = defineModel({
  name: 'batch edit',
  machine: batchEditMachine,
  starts: [{ input: { route: { name: 'batch' }, entryKey: 'k', memory: null }, ports: selected }],
  named: { modals: null, toasts: null, router: null },
  events: [
    { type: 'page.retry' },
    { type: 'batch.show', view: 'table' },
    { type: 'page.moved', route: { name: 'batch', view: 'table' }, entryKey: 'k' },
    { type: 'page.moved', route: { name: 'batch' }, entryKey: 'k' },
    { type: 'batch.changeCells', cells: [{ id, field: 'title', value: 'Mine' }] },
    { type: 'items.progressed', count: 1 },
    { type: 'batch.change', id, change: title('Mine') },
    { type: 'batch.change', id, change: title('') },
    { type: 'batch.settle' },
    { type: 'batch.revert', id, field: null },
    { type: 'batch.undo' },
    { type: 'batch.redo' },
    { type: 'batch.reset' },
    { type: 'batch.toggleMap' },
    { type: 'batch.setMapMode', mode: 'append' },
    { type: 'batch.toggleUse', field: 'publisher' },
    { type: 'batch.changeMap', change: publisher },
    { type: 'batch.resetMap' },
    { type: 'batch.populate' },
    { type: 'batch.populateFrom', id },
    { type: 'batch.apply' },
    { type: 'batch.takeTheirs', of: null },
    { type: 'batch.keepMine', of },
    { type: 'batch.showFault' },
    { type: 'batch.review' },
    { type: 'batch.back' },
    { type: 'batch.save' },
    { type: 'batch.partSettled', saved: [id], failed: new Map() },
    { type: 'batch.partSettled', saved: [], failed: new Map([[id, slow]]) },
    { type: 'batch.allSettled' },
    { type: 'leave.wanted' },
    questionClosed(true),
    questionClosed(false),
    { type: 'page.refresh', again: true },
    { type: 'items.loaded', data: [item] },
    { type: 'items.loaded', data: [theirs] },
    { type: 'items.loaded', data: [] },
    { type: 'items.failed', cause: new AppException(slow) },
    { type: 'server.item.updated', item: reducedBook },
    { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.item.removed', item: { id } },
  ],
  ignored: [{ type: 'server.item.removed', item: { id: 'another' } }],
  project: ({ context }) => [
    context.history.past.map(titlesIn),
    titlesIn(draftsOf(context)),
    context.history.future.map(titlesIn),
    context.history.about,
    context.clashes.size,
    context.view,
    [...context.items.values()].map(({ base }) => base.title),
    context.report && [context.report.saved > 0, context.report.failed.size > 0],
  ],
  /**
   * Explored to the second edit when alone, else less far: the table edits as the cards do, and values changed
   * elsewhere, or saved in part, are edited like the rest.
   */
  stopWhen: (state) => {
    const { history, view, clashes, report, items } = state.context;
    const steps = history.past.length + history.future.length;
    const isElsewhere = clashes.size === 0 && [...items.values()].some(({ base }) => base.title === 'Theirs');
    const isOver = report !== null && !state.matches({ editing: { draft: 'saving' } });
    const isTurned = history.future.length > 0 && (clashes.size > 0 || state.matches({ editing: { draft: 'asking' } }));
    return steps > 1 || isTurned || (steps > 0 && (view === 'table' || isElsewhere || isOver));
  },
  invariants: {
    'the table shows what would be saved': (state) =>
      !state.matches({ editing: { table: 'open' } }) || !isTableStale(state.context),
    'items stay in view while they are sent': (state) =>
      !state.matches({ editing: { draft: 'saving' } }) || !state.matches({ editing: { panel: 'listing' } }),
    'nothing is sent with a fault, or during a choice': (state) =>
      !state.matches({ editing: { draft: 'saving' } }) ||
      (faultyOf(state.context).length === 0 && state.context.clashes.size === 0),
    'the door is held exactly while something is not saved': (state) =>
      !state.matches('editing') || state.matches({ editing: { door: 'held' } }) === changedOf(state.context).length > 0,
    'it leaves by itself only after a save that a summary came before': (state, { happened }) =>
      !state.matches('left') ||
      happened.findIndex(({ type }) => type === 'batch.review') <
        happened.findIndex(({ type }) => type === 'batch.save'),
  },
});
