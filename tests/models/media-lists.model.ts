import { fromTransition } from 'xstate';
import { addToListMachine } from '../../src/machines/browse/media-lists/add-to-list.machine.ts';
import { editListMachine } from '../../src/machines/browse/media-lists/edit-list.machine.ts';
import { toMediaList } from '../../src/machines/browse/media-lists/media-list.logic.ts';
import { mediaListMachine } from '../../src/machines/browse/media-lists/media-list.machine.ts';
import { mediaListsMachine } from '../../src/machines/browse/media-lists/media-lists.machine.ts';
import type { ListJob } from '../../src/machines/browse/media-lists/media-lists.protocol.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { reducedBook } from '../support/item-fixtures.ts';
import { collection, listOf, playlist } from '../support/list-fixtures.ts';
import { queued } from '../support/queue-fixtures.ts';
import { defineModel } from '../support/rig.ts';
import { oneFeed } from '../support/publish-fixtures.ts';

const list = toMediaList(collection);
const [first, ...others] = list.entries;
if (!first || others.length === 0) throw new Error('The recorded collection has too few books');
const { id, libraryId } = collection;
const emptied = { ...list, entries: [] };
const missing = new AppException({ kind: 'notFound', message: '' });
const forbidden = new AppException({ kind: 'forbidden', message: '' });
const reorder: ListJob = { kind: 'reorder', list, entries: list.entries.toReversed() };
const remove: ListJob = { kind: 'remove', list, entries: [first], title: 'One' };
const failure = { answer: null, error: { kind: 'network' } } as const;
const settled = {
  type: 'change.settled',
  answer: undefined,
  error: null,
  isLast: true,
  isSent: true,
  again: [],
} as const;
const progress = fromTransition((state) => state, { entries: {} });

export const mediaListsModel = defineModel({
  name: 'mediaLists',
  machine: mediaListsMachine,
  named: { toasts: null, pendingChanges: null },
  events: [
    { type: 'mediaLists.change', job: reorder },
    { type: 'mediaLists.change', job: remove },
    { ...settled, body: { kind: 'list', job: remove }, answer: list },
    { ...settled, body: { kind: 'list', job: reorder }, answer: list, isLast: false },
    { ...settled, body: { kind: 'list', job: reorder }, isSent: false },
    { ...settled, body: { kind: 'list', job: reorder }, answer: null, error: { kind: 'forbidden', message: '' } },
  ],
  project: ({ context }) => [context.settled?.job.kind, context.settled?.error?.kind, context.settled?.isLast],
  invariants: {
    'each change is a pending change': (_state, { happened, receivedBy }) =>
      receivedBy('pendingChanges').length === happened.filter(({ type }) => type === 'mediaLists.change').length,
    'a failure is reported': ({ context }, { receivedBy }) =>
      context.settled?.error == null || receivedBy('toasts').length > 0,
  },
});

const RENAMED = { name: 'Renamed', description: null };
const closed = { type: 'modal.closed', tag: 'x' } as const;

export const mediaListModel = defineModel({
  name: 'mediaList',
  machine: mediaListMachine,
  starts: [{ input: { route: { name: 'collection', id }, entryKey: 'k', memory: null } }],
  named: { toasts: null, router: null, modals: null, mediaLists: null, player: null, queue: null, progress },
  events: [
    { type: 'mediaList.retry' },
    { type: 'mediaList.play', items: [queued('a'), queued('b')] },
    { type: 'mediaList.arrange', change: { show: 'finished' } },
    { type: 'mediaList.move', media: first, index: 1 },
    { type: 'mediaList.keepOrder' },
    { type: 'mediaList.remove', media: first },
    { type: 'mediaList.edit', mayRemove: true },
    { type: 'mediaList.delete' },
    { type: 'mediaList.copy' },
    { type: 'list.loaded', data: list },
    ...[missing, forbidden, new Error('x')].map((cause) => ({ type: 'list.failed', cause }) as const),
    { type: 'listJob.settled', job: { kind: 'delete', list }, answer: null, error: null, isLast: true },
    { type: 'listJob.settled', job: { kind: 'delete', list }, ...failure, isLast: true },
    { type: 'listJob.settled', job: remove, answer: list, error: null, isLast: true },
    { type: 'listJob.settled', job: remove, answer: list, error: null, isLast: false },
    { type: 'page.refresh', again: true },
    { ...closed, modal: 'confirm', output: { accepted: true, checked: false } },
    { ...closed, modal: 'editList', output: { change: null, wantsRemoval: true } },
    { ...closed, modal: 'editList', output: { change: RENAMED, wantsRemoval: false } },
    { type: 'server.collection.updated', collection: { ...collection, name: 'Renamed' } },
    { type: 'server.collection.removed', collection: { id } },
    { type: 'server.playlist.updated', playlist: { ...playlist, id } },
    { type: 'server.playlist.removed', playlist: { id } },
    { type: 'server.item.updated', item: { ...reducedBook, id: first.libraryItemId } },
    { type: 'server.item.removed', item: { id: first.libraryItemId } },
    { type: 'server.items.updated', items: { items: [{ ...reducedBook, id: first.libraryItemId }], dropped: [] } },
    { type: 'server.rssFeed.opened', feed: { ...oneFeed, entityId: id } },
    { type: 'server.rssFeed.closed', feed: { ...oneFeed, entityId: id } },
  ],
  ignored: [
    { type: 'server.collection.removed', collection: { id: 'another' } },
    { type: 'server.playlist.removed', playlist: { id: 'another' } },
    { type: 'server.item.removed', item: { id: 'another' } },
    { type: 'listJob.settled', job: { ...remove, list: listOf([]) }, answer: null, error: null, isLast: true },
    { ...closed, modal: 'confirm', output: { accepted: false, checked: false } },
  ],
  project: ({ context }) => [
    context.list?.entries.length,
    context.list?.entries[0]?.libraryItemId === first.libraryItemId,
    context.list?.name,
    context.kept[0]?.libraryItemId === first.libraryItemId,
    context.isChanging,
    context.isOutdated,
    context.isRemoving,
  ],
  invariants: {
    'shown data is loaded': (state) => !state.matches('ready') || state.context.list !== null,
    'a list is left exactly when it was removed': (state, { receivedBy }) =>
      (receivedBy('router').length === 1) === state.matches('removed'),
    'nothing is removed without a question': (state, { happened }) =>
      !state.context.isRemoving || happened.some(({ type }) => type === 'modal.closed'),
    'a change is sent, or comes from the dialog, which sends it': ({ context }, { happened, receivedBy }) =>
      !context.isChanging ||
      receivedBy('mediaLists').length > 0 ||
      happened.some((event) => event.type === 'modal.closed' && 'modal' in event && event.modal === 'editList'),
  },
});

const shown = { kind: 'collection' as const, libraryId, items: [first], title: 'One' };

export const addToListModel = defineModel({
  name: 'addToList',
  machine: addToListMachine,
  starts: [{ input: shown }],
  named: { toasts: null, mediaLists: null },
  events: [
    { type: 'addToList.retry' },
    { type: 'addToList.toggle', id },
    { type: 'addToList.search', text: 'a' },
    { type: 'addToList.close' },
    {
      type: 'form.saved',
      values: { kind: 'collection', libraryId, name: 'List', description: null, entries: [first] },
      answer: { kind: 'collection', libraryId, name: 'List', description: null, entries: [first] },
    },
    { type: 'listJob.settled', job: remove, answer: emptied, error: null, isLast: true },
    { type: 'listJob.settled', job: remove, ...failure, isLast: true },
    { type: 'listJob.settled', job: remove, answer: emptied, error: null, isLast: false },
  ],
  ignored: [{ type: 'listJob.settled', job: { ...remove, list: listOf([], { id: 'no' }) }, ...failure, isLast: true }],
  outputs: { readLists: [[list]] },
  /** A new one has a random id. */
  project: ({ context }) => [
    context.lists.map(({ id: one, entries }) => [one === id || one === 'list' ? one : 'new', entries.length]),
    context.search,
  ],
  stopWhen: ({ context }) => context.lists.length > 2 || (context.lists[0]?.entries.length ?? 0) > 6,
  invariants: {
    'each press on a list, and each new one, is one change': (_state, { happened, receivedBy }) =>
      receivedBy('mediaLists').length <=
      happened.filter(({ type }) => type === 'addToList.toggle' || type === 'form.saved').length,
    'a failure to load the lists is reported': (state, { receivedBy }) =>
      !state.matches('failed') || receivedBy('toasts').length > 0,
    'no list stands there twice': ({ context }) =>
      new Set(context.lists.map((one) => one.id)).size === context.lists.length,
  },
});

const values = { name: 'List', description: '', list };

export const editListModel = defineModel({
  name: 'editList',
  machine: editListMachine,
  starts: [{ input: { list, mayRemove: true } }, { input: { list, mayRemove: false, typed: RENAMED } }],
  named: { toasts: null, mediaLists: null },
  events: [
    { type: 'editList.close' },
    { type: 'editList.remove' },
    { type: 'form.refused' },
    { type: 'form.saved', values, answer: RENAMED },
    { type: 'form.saved', values, answer: null },
  ],
  project: ({ context }) => [context.change, context.wantsRemoval],
  invariants: {
    'it is closed once something was changed': (state) => state.context.change === null || state.matches('closed'),
    'a change is sent once, and anything else is reported': ({ context: { change } }, { happened, receivedBy }) =>
      receivedBy('mediaLists').length === (change ? 1 : 0) &&
      receivedBy('toasts').length === happened.filter(({ type }) => type.startsWith('form.')).length - (change ? 1 : 0),
  },
});
