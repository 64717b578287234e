import { fromTransition } from 'xstate';
import { homeMachine } from '../../src/machines/browse/home/home.machine.ts';
import { itemUpdatesMachine } from '../../src/machines/browse/item/item-updates.machine.ts';
import { shelves } from '../../src/schemas/api/shelf.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { wholeList } from '../../src/schemas/tolerant-list.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const [shelf] = z.parse(shelves, recording('libraries/personalized').response.body).items;
const [first, second] = shelf?.type === 'book' ? shelf.entities.items : [];
if (shelf?.type !== 'book' || !first || !second) throw new Error('The recording has no continue shelf with two books');
const full = wholeList([{ ...shelf, entities: wholeList([first, second]) }]);
const bare = wholeList([]);
const whole = z.parse(getItem.output, recording('items/expanded').response.body);
const progress = (id: string, change: object = {}) =>
  ({
    type: 'server.progress.updated',
    progress: {
      id: 'p',
      data: {
        id: 'p',
        userId: 'u',
        libraryItemId: id,
        episodeId: null,
        mediaItemId: 'm',
        mediaItemType: 'book',
        duration: 10,
        progress: 0.5,
        currentTime: 5,
        isFinished: false,
        hideFromContinueListening: false,
        ebookLocation: null,
        ebookProgress: null,
        lastUpdate: 1,
        startedAt: 1,
        finishedAt: null,
        ...change,
      },
    },
  }) as const;
const task = {
  id: 't',
  action: 'library-scan',
  data: { libraryId: first.libraryId },
  title: null,
  description: null,
  error: null,
  showSuccess: true,
  isFailed: false,
  isFinished: true,
  startedAt: 1,
  finishedAt: 2,
};
const author = {
  id: 'a',
  name: 'New',
  libraryId: 'l',
  addedAt: 1,
  updatedAt: 1,
  asin: null,
  description: null,
  imagePath: null,
};
const series = { id: 's', name: 'New', libraryId: 'l', addedAt: 1, updatedAt: 1 };

export const itemUpdatesModel = defineModel({
  name: 'itemUpdates',
  machine: itemUpdatesMachine,
  events: [{ type: 'itemUpdates.put', item: first }],
  project: ({ context }) => context.items.size,
  invariants: {
    'no event is lost: it is held or handed on': ({ context }, { happened, parentEvents }) =>
      happened.every(({ type }) => type !== 'itemUpdates.put') || context.items.size > 0 || parentEvents.length > 0,
    'an event handed on is not held any more': ({ context }, { happened, parentEvents }) =>
      parentEvents.length === 0 || context.items.size === 0 || happened.at(-1)?.type === 'itemUpdates.put',
  },
});

export const homeModel = defineModel({
  name: 'home',
  machine: homeMachine,
  starts: [{ input: { route: { name: 'library', libraryId: first.libraryId }, entryKey: 'k', memory: null } }],
  named: { toasts: null, player: null, progress: fromTransition((state) => state, { entries: {} }) },
  events: [
    { type: 'home.retry' },
    { type: 'home.scan' },
    { type: 'home.jump', media: { libraryItemId: first.id, episodeId: null }, seconds: -10 },
    { type: 'home.hide', shelfId: 'continue-listening', item: second },
    { type: 'progress.settled', id: second.id },
    { type: 'server.task.finished', task },
    { type: 'server.task.finished', task: { ...task, isFailed: true } },
    { type: 'shelves.loaded', data: full },
    { type: 'shelves.loaded', data: bare },
    { type: 'shelves.failed', cause: new AppException({ kind: 'network' }) },
    { type: 'shelves.failed', cause: new AppException({ kind: 'notFound', message: '' }) },
    { type: 'page.refresh', again: true },
    { type: 'itemUpdates.collected', items: new Map([[first.id, first]]) },
    { type: 'server.item.updated', item: first },
    { type: 'server.items.updated', items: { items: [first], dropped: [] } },
    { type: 'server.item.added', item: first },
    { type: 'server.items.added', items: { items: [first], dropped: [] } },
    { type: 'server.item.removed', item: { id: second.id } },
    { type: 'server.episode.added', episode: { libraryItem: first } as never },
    { type: 'server.author.updated', author },
    { type: 'server.author.removed', author },
    { type: 'server.series.updated', series },
    { type: 'server.series.removed', series },
    { type: 'server.user.updated', user: {} as never },
    progress(second.id),
    progress(second.id, { isFinished: true }),
  ],
  outputs: { fetchContinueItem: [whole] },
  project: ({ context }) => ({
    shown: context.shelves.map(({ entities }) => entities.items.map(({ id }) => id)),
    continueItem: context.continueItem?.chapters.length,
    removed: context.removals.length,
  }),
  stopWhen: ({ context }) => context.removals.length > 1,
  invariants: {
    'an item being removed is not on its shelf': ({ context }) =>
      context.removals.every(
        ({ shelfId, item }) =>
          !context.shelves.some(
            ({ id, entities }) => id === shelfId && entities.items.some((entity) => entity.id === item.id),
          ),
      ),
    'an empty page has nothing to show, a filled one has': (state) =>
      !state.matches('shown') ||
      state.matches({ shown: { content: 'empty' } }) ===
        state.context.shelves.every(({ entities }) => entities.items.length === 0),
  },
});
