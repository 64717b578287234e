import { homeMachine } from '../../src/machines/home/home.machine.ts';
import { itemUpdatesMachine } from '../../src/machines/library/item-updates.machine.ts';
import { shelves } from '../../src/schemas/api/shelf.ts';
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
const progress = (id: string, change: object = {}) => ({
  type: 'server.progress.updated',
  progress: {
    id: 'p',
    data: {
      id: 'p', userId: 'u', libraryItemId: id, episodeId: null, mediaItemId: 'm', mediaItemType: 'book', duration: 10, progress: 0.5,
      currentTime: 5, isFinished: false, hideFromContinueListening: false, ebookLocation: null, ebookProgress: null, lastUpdate: 1,
      startedAt: 1, finishedAt: null, ...change,
    },
  },
}) as const;
const author = { id: 'a', name: 'New', libraryId: 'l', addedAt: 1, updatedAt: 1, asin: null, description: null, imagePath: null };
const series = { id: 's', name: 'New', libraryId: 'l', addedAt: 1, updatedAt: 1 };

export const itemUpdatesModel = defineModel({
  name: 'itemUpdates',
  machine: itemUpdatesMachine,
  events: [{ type: 'itemUpdates.put', item: first }],
  project: ({ context }) => context.items.size,
});

export const homeModel = defineModel({
  name: 'home',
  machine: homeMachine,
  starts: [{ input: { route: { name: 'library', libraryId: first.libraryId }, entryKey: 'k', memory: null } }],
  named: { toasts: null },
  events: [
    { type: 'home.retry' },
    { type: 'home.scan' },
    { type: 'home.hide', shelfId: 'continue-listening', entityId: second.id, target: { kind: 'progress', progressId: 'p' } },
    { type: 'home.outdated' },
    { type: 'page.refresh' },
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
  outputs: { fetchShelves: [full, bare], refetchShelves: [full, bare], fetchMiddle: [whole] },
  project: ({ context }) => ({ shown: context.shelves.map(({ entities }) => entities.items.map(({ id }) => id)), middle: context.middle?.chapters.length }),
  invariants: {
    'what is empty has nothing to show, what is filled has': (state) =>
      !state.matches('shown') || state.matches({ shown: { content: 'empty' } }) === state.context.shelves.every(({ entities }) => entities.items.length === 0),
  },
});
