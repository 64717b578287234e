import { fromTransition } from 'xstate';
import { hasChanges, valuesOf, type DetailsValues } from '../../src/machines/edit/item-edit/details-form.logic.ts';
import { detailsOf } from '../../src/machines/edit/item-edit/details.logic.ts';
import { selectCandidate } from '../../src/machines/edit/item-edit/item-edit.selectors.ts';
import { itemEditMachine } from '../../src/machines/edit/item-edit/item-edit.machine.ts';
import {
  hasScheduleChanges,
  keepingUpOf,
  scheduleValuesOf,
  type KeepingUp,
  type ScheduleValues,
} from '../../src/machines/edit/item-edit/schedule-form.logic.ts';
import type { LibraryItemExpanded } from '../../src/schemas/api/library-item-expanded.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { podcastBody } from '../support/episode-fixtures.ts';
import { bookBody, questionClosed, reducedBook, wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { id } = wholeBook;
const details = detailsOf(wholeBook);
/** The form of this one starts with a typed value. */
const touched = z.parse(getItem.output, { ...bookBody, media: { ...bookBody.media, tags: ['touched'] } });
/** A match of this one is under review. */
const reviewed = z.parse(getItem.output, { ...bookBody, media: { ...bookBody.media, tags: ['reviewed'] } });
/** A cover of this one is chosen. */
const covered = z.parse(getItem.output, { ...bookBody, media: { ...bookBody.media, tags: ['covered'] } });
const asTyped = (values: DetailsValues): DetailsValues =>
  values.tags[0] === 'touched'
    ? { ...values, subtitle: 'mine', publisher: 'mine', clashes: ['subtitle', 'publisher'] }
    : values;
/** A podcast: its schedule has a change from the start. */
const planned = z.parse(getItem.output, {
  ...podcastBody,
  id,
  media: { ...podcastBody.media, maxEpisodesToKeep: 7 },
});
const keepingUp = keepingUpOf(planned) as KeepingUp;
const list = [
  { id, title: 'One' },
  { id: 'next', title: 'Two' },
];

/** The form is a fake: its behaviour is in the model of the kit. */
const provider = { id: 'x', name: 'Mine', slug: 'custom-x' };

export const itemEditModel = defineModel({
  name: 'itemEdit',
  machine: itemEditMachine,
  starts: [{ input: { itemId: id, title: 'One', list } }],
  named: { modals: null, toasts: null },
  fakes: {
    fields: fromTransition(
      (state) => state,
      ({ input }: { input: { values: DetailsValues } }) => ({ values: asTyped(input.values) }),
    ) as never,
    match: fromTransition(
      (state) => state,
      ({ input: { item } }: { input: { item: LibraryItemExpanded } }) => ({
        chosen: item.media.tags[0] === 'reviewed' ? {} : null,
      }),
    ) as never,
    cover: fromTransition(
      (state) => state,
      ({ input: { item } }: { input: { item: LibraryItemExpanded } }) => ({
        candidate: item.media.tags[0] === 'covered' ? {} : null,
      }),
    ) as never,
    schedule: fromTransition(
      (state) => state,
      ({ input: { values } }: { input: { values: ScheduleValues } }) => ({ values: { ...values, isOn: !values.isOn } }),
    ) as never,
  },
  events: [
    { type: 'itemEdit.showTab', tab: 'schedule' },
    { type: 'itemEdit.showTab', tab: 'cover' },
    { type: 'tab.changedItem' },
    { type: 'tab.finished' },
    { type: 'itemEdit.save' },
    { type: 'itemEdit.saveAndClose' },
    { type: 'itemEdit.saveAndNext' },
    { type: 'itemEdit.step', by: 1 },
    { type: 'itemEdit.step', by: -1 },
    { type: 'itemEdit.takeTheirs', field: 'subtitle' },
    { type: 'itemEdit.keepMine', field: 'publisher' },
    { type: 'itemEdit.forgetDraft' },
    { type: 'itemEdit.close' },
    { type: 'address.left' },
    { type: 'item.loaded', data: wholeBook },
    { type: 'item.loaded', data: touched },
    { type: 'item.loaded', data: planned },
    { type: 'item.loaded', data: reviewed },
    { type: 'item.loaded', data: covered },
    { type: 'item.failed', cause: new AppException({ kind: 'notFound', message: '' }) },
    { type: 'item.failed', cause: new Error('x') },
    { type: 'edits.saved', values: valuesOf(id, 'book', details), answer: { isUpdated: true, undo: {}, details } },
    {
      type: 'edits.saved',
      values: scheduleValuesOf(id, keepingUp),
      answer: { isUpdated: true, undo: {}, keepingUp },
    },
    { type: 'edits.refused' },
    { type: 'edits.failed', cause: new Error('x') },
    questionClosed(true),
    questionClosed(false),
    { type: 'server.item.updated', item: reducedBook },
    { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.item.removed', item: { id } },
    { type: 'server.customProvider.added', provider },
    { type: 'server.customProvider.removed', provider },
  ],
  ignored: [
    { type: 'server.item.updated', item: { ...reducedBook, id: 'another' } },
    { type: 'server.item.removed', item: { id: 'another' } },
  ],
  outputs: { fields: [], schedule: [], cover: [], episodes: [], files: [], match: [], tools: [], rescan: [] },
  failures: { fields: [], schedule: [], cover: [], episodes: [], files: [], match: [], tools: [], rescan: [] },
  project: ({ context }) => [
    context.itemId,
    context.afterSave,
    context.leaving,
    context.isRemoved,
    context.fields ? hasChanges(context.fields.getSnapshot().context.values) : null,
    context.schedule ? hasScheduleChanges(context.schedule.getSnapshot().context.values) : null,
    context.tabs ? context.tabs.match.getSnapshot().context.chosen !== null : null,
    context.tabs ? selectCandidate(context.tabs.cover.getSnapshot()) !== null : null,
  ],
  invariants: {
    'the form is there exactly while the item is': (state) =>
      state.status === 'done' || (state.context.fields !== null) === state.matches({ shown: 'ready' }),
    'typed values are dropped only on confirmation, when saved, or with the item': (state, { happened }) =>
      state.status !== 'done' ||
      !isTyped(happened) ||
      ['modal.closed', 'edits.saved', 'item.failed', 'server.item.removed'].includes(happened.at(-1)?.type ?? '') ||
      happened.slice(happened.findIndex((event) => isTyped([event]))).some(({ type }) => type === 'modal.closed'),
    'the machines of the tabs are there exactly while the form is': ({ context }) =>
      (context.tabs !== null) === (context.fields !== null),
    'the schedule is there only with the form': (state) =>
      state.context.schedule === null || state.context.fields !== null,
    'without typed values there is no question': (_state, { happened, receivedBy }) =>
      isTyped(happened) || receivedBy('modals').length === 0,
    'there is no way out of the list': (state) => list.some((one) => one.id === state.context.itemId),
  },
});

function isTyped(happened: readonly { readonly type: string }[]): boolean {
  const unsaved: unknown[] = [touched, planned, reviewed, covered];
  return happened.some((event) => event.type === 'item.loaded' && 'data' in event && unsaved.includes(event.data));
}
