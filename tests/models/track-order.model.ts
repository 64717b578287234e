import { orderOf } from '../../src/machines/edit/track-order/order.logic.ts';
import { draftOf, hasTracks, isChanged } from '../../src/machines/edit/track-order/track-order.logic.ts';
import { trackOrderMachine } from '../../src/machines/edit/track-order/track-order.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { wholePodcast } from '../support/episode-fixtures.ts';
import { bookBody, questionClosed, reducedBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';
import { bookOfFiles } from '../support/tool-fixtures.ts';

const { id } = bookBody;
const missing = new AppException({ kind: 'notFound', message: '' });
const slow = new AppException({ kind: 'timeout' });
/** With a chapter in each file. */
const bookWith = (...inos: readonly string[]) => {
  const book = z.parse(getItem.output, bookOfFiles(...inos));
  const items = inos.map((title, index) => ({ id: index, start: index * 100, end: index * 100 + 100, title }));
  return { ...book, media: { ...book.media, chapters: { items, dropped: [] } } } as typeof book;
};
const here = bookWith('a', 'b');
const elsewhere = bookWith('b', 'a');
const saved = here.mediaType === 'book' ? orderOf(here.media.audioFiles.items).map(({ ino }) => ino) : [];
const inShort = (order: readonly { ino: string; isOut: boolean }[]) =>
  order.map(({ ino, isOut }) => (isOut ? `-${ino}` : ino)).join('');

export const trackOrderModel = defineModel({
  name: 'track order',
  machine: trackOrderMachine,
  starts: [{ input: { route: { name: 'tracks', id }, entryKey: 'k', memory: null } }],
  named: { modals: null, toasts: null, router: null },
  events: [
    { type: 'page.retry' },
    { type: 'trackOrder.edit', edit: { kind: 'move', ino: 'b', index: 0 } },
    { type: 'trackOrder.edit', edit: { kind: 'include', ino: 'a', isOut: true } },
    { type: 'trackOrder.edit', edit: { kind: 'include', ino: 'b', isOut: true } },
    { type: 'trackOrder.settle', ino: 'b' },
    { type: 'trackOrder.undo' },
    { type: 'trackOrder.redo' },
    { type: 'trackOrder.reset' },
    { type: 'trackOrder.save' },
    { type: 'leave.wanted' },
    questionClosed(true),
    questionClosed(false),
    { type: 'page.refresh', again: true },
    { type: 'item.loaded', data: here },
    { type: 'item.loaded', data: elsewhere },
    { type: 'item.loaded', data: wholePodcast },
    { type: 'item.failed', cause: missing },
    { type: 'item.failed', cause: slow },
    { type: 'server.item.updated', item: reducedBook },
    { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.item.removed', item: { id } },
  ],
  ignored: [{ type: 'server.item.removed', item: { id: 'another' } }],
  outputs: { save: [{ id, updatedAt: 1 }], moveChapters: [{ success: true, updated: true }] },
  failures: { save: [slow], moveChapters: [slow] },
  project: ({ context }) => [
    context.history.past.map(inShort),
    inShort(draftOf(context)),
    context.history.future.map(inShort),
    context.history.about,
    inShort(context.base),
  ],
  stopWhen: ({ context: { history } }) => history.past.length + history.future.length > 1,
  invariants: {
    'no order is saved that leaves all files out': (state) =>
      !state.matches({ editing: { draft: 'saving' } }) || hasTracks(state.context),
    'the door is held exactly while something is not saved': (state) =>
      !state.matches('editing') || state.matches({ editing: { door: 'held' } }) === isChanged(state.context),
    'it leaves by itself only after a save': (state, { happened }) =>
      !state.matches('left') || happened.some(({ type }) => type === 'trackOrder.save'),
    'chapters are moved only after an answer': (state, { happened }) =>
      !state.matches({ editing: { draft: 'movingChapters' } }) || happened.some(({ type }) => type === 'modal.closed'),
    'no file is lost, and none is there twice': (state) =>
      !state.matches('editing') ||
      draftOf(state.context)
        .map(({ ino }) => ino)
        .sort()
        .join('') === saved.toSorted().join(''),
  },
});
