import { itemMachine } from '../../src/machines/item/item.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { libraryItemReduced } from '../../src/schemas/api/library-item-reduced.ts';
import { mediaProgress } from '../../src/schemas/api/media-progress.ts';
import { z } from '../../src/schemas/zod.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const body = recording('items/expanded').response.body;
const whole = z.parse(getItem.output, body);
const item = z.parse(libraryItemReduced, body);
const { id } = whole;
const shown = z.parse(mediaProgress, {
  id: 'p', userId: 'u', libraryItemId: id, episodeId: null, mediaItemId: 'm', mediaItemType: 'book', duration: 100, progress: 0.5, currentTime: 50,
  isFinished: false, hideFromContinueListening: false, ebookLocation: null, ebookProgress: null, lastUpdate: 1, startedAt: 1, finishedAt: null,
});
const closed = (accepted: boolean) => ({ type: 'modal.closed', modal: 'confirm', tag: 'x', output: { accepted, checked: false } }) as const;
const missing = new AppException({ kind: 'notFound', message: '' });

export const itemModel = defineModel({
  name: 'item',
  machine: itemMachine,
  starts: [{ input: { route: { name: 'item', id }, entryKey: 'k', memory: null } }],
  named: { player: null, progress: null, modals: null },
  events: [
    { type: 'item.retry' },
    { type: 'item.toggle', part: 'description' },
    { type: 'item.play', episodeId: null },
    { type: 'item.playFrom', episodeId: null, startTime: 10, shown },
    { type: 'item.playFrom', episodeId: null, startTime: 10, shown: null },
    { type: 'item.toggleFinished', episodeId: null, shown },
    { type: 'item.toggleFinished', episodeId: null, shown: null },
    { type: 'item.resetProgress', episodeId: null },
    closed(true),
    closed(false),
    { type: 'page.refresh' },
    { type: 'server.item.updated', item },
    { type: 'server.items.updated', items: { items: [item], dropped: [] } },
    { type: 'server.episode.added', episode: { libraryItem: item } as never },
    { type: 'server.item.removed', item: { id } },
    { type: 'server.item.removed', item: { id: 'another' } },
  ],
  outputs: { fetchItem: [whole], refetchItem: [whole] },
  failures: { fetchItem: [missing, new AppException({ kind: 'forbidden', message: '' }), new Error('x')], refetchItem: [missing, new Error('x')] },
  project: ({ context }) => ({ asked: context.asked?.kind, description: context.open.has('description') }),
  invariants: {
    'what is shown is there': (state) => !state.matches('ready') || state.context.item !== null,
    'a question is open exactly while it is asked': (state) => !state.matches('ready') || (state.context.asked !== null) === state.matches({ ready: { question: 'asking' } }),
  },
});
