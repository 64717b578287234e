import { collectionsMachine } from '../../src/machines/browse/collections/collections.machine.ts';
import { collection as schema, playlist as playlistSchema } from '../../src/schemas/api/media-lists.ts';
import { z } from '../../src/schemas/zod.ts';
import { reducedBook } from '../support/item-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const collection = z.parse(schema, recording('collections/one').response.body);
const playlist = z.parse(playlistSchema, recording('playlists/one').response.body);
const { libraryId } = collection;
const playlistElsewhere = { ...playlist, libraryId: 'another' };
const elsewhere = { ...collection, libraryId: 'another' };
const query = { libraryId };

export const collectionsModel = defineModel({
  name: 'collections',
  machine: collectionsMachine,
  starts: [
    { input: { route: { name: 'libraryCollections', libraryId }, entryKey: 'k', memory: null } },
    { input: { route: { name: 'libraryPlaylists', libraryId: playlist.libraryId }, entryKey: 'k', memory: null } },
  ],
  named: { router: null, toasts: null },
  events: [
    { type: 'collections.startNew' },
    {
      type: 'list.placeChanged',
      memory: { query, total: 0, pages: new Map(), window: { first: 0, last: -1 }, offset: 0, focused: null },
    },
    { type: 'page.refresh', again: true },
    { type: 'server.collection.added', collection },
    { type: 'server.collection.updated', collection },
    { type: 'server.collection.removed', collection: { id: collection.id } },
    { type: 'server.playlist.added', playlist },
    { type: 'server.playlist.updated', playlist },
    { type: 'server.playlist.removed', playlist: { id: playlist.id } },
    { type: 'server.item.updated', item: reducedBook },
    { type: 'server.item.removed', item: { id: reducedBook.id } },
    { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.rssFeed.opened', feed: {} as never },
    { type: 'server.rssFeed.closed', feed: {} as never },
  ],
  ignored: [
    { type: 'server.collection.added', collection: elsewhere },
    { type: 'server.collection.updated', collection: elsewhere },
    { type: 'server.collection.removed', collection: elsewhere },
    { type: 'server.playlist.added', playlist: playlistElsewhere },
    { type: 'server.playlist.updated', playlist: playlistElsewhere },
    { type: 'server.playlist.removed', playlist: playlistElsewhere },
  ],
  invariants: {
    'the host is notified of each change of the place, and of nothing else': (_state, { happened, parentEvents }) =>
      parentEvents.length === happened.filter(({ type }) => type === 'list.placeChanged').length,
    'saved data belongs to this history entry': ({ context }, { parentEvents }) =>
      parentEvents.every((event) => 'entryKey' in event && event['entryKey'] === context.entryKey),
  },
});
