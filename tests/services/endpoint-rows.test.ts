import { expect, test } from 'vitest';
import { createBookmark, deleteBookmark } from '../../src/services/endpoints/account.ts';
import { refresh } from '../../src/services/endpoints/auth.ts';
import { deleteAuthor, removeAuthorImage, setAuthorImage, updateAuthor } from '../../src/services/endpoints/authors.ts';
import {
  addAllToCollection,
  addToCollection,
  createCollection,
  deleteCollection,
  removeAllFromCollection,
  removeFromCollection,
  updateCollection,
  addAllToPlaylist,
  createPlaylist,
  deletePlaylist,
  removeAllFromPlaylist,
  updatePlaylist,
} from '../../src/services/endpoints/media-lists.ts';
import type { Endpoint } from '../../src/services/endpoints/define-endpoint.ts';
import { deleteItems, getItems, quickMatchItems, scanItems } from '../../src/services/endpoints/item-batch.ts';
import { embedMetadataBatch } from '../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { getLibraryWithFilterData, listLibraries, scanLibrary } from '../../src/services/endpoints/libraries.ts';
import {
  listLibraryCollections,
  listLibraryPlaylists,
  searchLibrary,
} from '../../src/services/endpoints/library-lists.ts';
import { updateProgressBatch } from '../../src/services/endpoints/me.ts';
import { closeSession, playEpisode, playItem, syncSession } from '../../src/services/endpoints/playback.ts';
import { getEpisode } from '../../src/services/endpoints/podcasts.ts';
import { updateServerSettings } from '../../src/services/endpoints/server-admin.ts';
import { listTasks } from '../../src/services/endpoints/tasks.ts';

/** A call as sent: method and path, with the query, and the body. */
type Sent = readonly [row: string, line: string, query: object | undefined, body: unknown];

const pairs = (query: object | undefined) =>
  query && Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/** An endpoint's call for an input, beside that of a row. */
function call<Input>(
  row: string,
  { method, path, query, body }: Endpoint<Input, never>,
  input: Input,
): readonly [row: string, sent: readonly [string, object | undefined, unknown]] {
  return [row, [`${method} ${path(input)}`, pairs(query?.(input)), body?.(input)]];
}
const any = <Input>(endpoint: Endpoint<Input, never> | unknown) => endpoint as Endpoint<Input, never>;

const entry = { libraryItemId: 'i', episodeId: 'e' };
const ids = ['a', 'b'];
const device = {
  deviceInfo: { clientName: 'Earmark', deviceId: 'd' },
  supportedMimeTypes: ['audio/mpeg'],
  mediaPlayer: 'html5',
  forceTranscode: false,
  forceDirectPlay: true,
} as const;

const calls = [
  call('API-002', any<void>(refresh), undefined),
  call('API-003', any<void>(listLibraries), undefined),
  call('API-004', any(getLibraryWithFilterData), { id: 'l' }),
  call('API-005', any(scanLibrary), { id: 'l' }),
  call('API-005', any(scanLibrary), { id: 'l', force: true }),
  call('API-007', any(searchLibrary), { libraryId: 'l', text: 'x', limit: 3 }),
  call('API-008', any<void>(listTasks), undefined),
  call('API-009', any(getItem), { id: 'i' }),
  call('API-010', any(playItem), { itemId: 'i', ...device }),
  call('API-011', any(playEpisode), { itemId: 'i', episodeId: 'e', ...device }),
  call('API-012', any(syncSession), { sessionId: 's', currentTime: 9, timeListened: 5 }),
  call('API-013', any(closeSession), { sessionId: 's', listened: null }),
  call('API-013', any(closeSession), { sessionId: 's', listened: { currentTime: 9, timeListened: 25 } }),
  call('API-014', any(embedMetadataBatch), { itemIds: ids }),
  call('API-015', any(scanItems), { itemIds: ids }),
  call('API-016', any(getItems), { itemIds: ids }),
  call('API-017', any(deleteItems), { itemIds: ids, hard: true }),
  call('API-018', any(quickMatchItems), { itemIds: ids, options: { provider: 'google', overrideDetails: true } }),
  call('API-019', any(updateProgressBatch), { changes: [{ libraryItemId: 'i', isFinished: true }] }),
  call('API-023', any(createBookmark), { libraryItemId: 'i', time: 5, title: 'Here' }),
  call('API-025', any(deleteBookmark), { libraryItemId: 'i', time: 5 }),
  call('API-026', any(getEpisode), { id: 'i', episodeId: 'e' }),
  call('API-027', any(listLibraryCollections), { libraryId: 'l' }),
  call('API-028', any(createCollection), { libraryId: 'l', name: 'n', books: ids }),
  call('API-029', any(addToCollection), { id: 'c', itemId: 'i' }),
  call('API-030', any(removeFromCollection), { id: 'c', itemId: 'i' }),
  call('API-031', any(addAllToCollection), { id: 'c', books: ids }),
  call('API-032', any(removeAllFromCollection), { id: 'c', books: ids }),
  call('API-033', any(updateCollection), { id: 'c', change: { name: 'n', description: null } }),
  call('API-034', any(deleteCollection), { id: 'c' }),
  call('API-035', any(listLibraryPlaylists), { libraryId: 'l' }),
  call('API-036', any(createPlaylist), { libraryId: 'l', name: 'n', items: [entry] }),
  call('API-037', any(addAllToPlaylist), { id: 'p', items: [entry] }),
  call('API-038', any(removeAllFromPlaylist), { id: 'p', items: [entry] }),
  call('API-039', any(updatePlaylist), { id: 'p', change: { name: 'n', description: null } }),
  call('API-040', any(deletePlaylist), { id: 'p' }),
  call('API-041', any(updateAuthor), { id: 'a', change: { name: 'n' } }),
  call('API-042', any(deleteAuthor), { id: 'a' }),
  call('API-043', any(removeAuthorImage), { id: 'a' }),
  call('API-044', any(setAuthorImage), { id: 'a', url: 'https://example.com/a.jpg' }),
  call('API-050', any(updateServerSettings), { scannerFindCovers: true }),
];

/** The same from the rows. */
const rows: readonly Sent[] = [
  ['API-002', 'POST /auth/refresh', undefined, undefined],
  ['API-003', 'GET /api/libraries', undefined, undefined],
  ['API-004', 'GET /api/libraries/l', { include: 'filterdata' }, undefined],
  ['API-005', 'POST /api/libraries/l/scan', { force: 0 }, undefined],
  ['API-005', 'POST /api/libraries/l/scan', { force: 1 }, undefined],
  ['API-007', 'GET /api/libraries/l/search', { q: 'x', limit: 3 }, undefined],
  ['API-008', 'GET /api/tasks', { include: 'queue' }, undefined],
  ['API-009', 'GET /api/items/i', { expanded: 1, include: 'downloads,rssfeed,share' }, undefined],
  ['API-010', 'POST /api/items/i/play', undefined, device],
  ['API-011', 'POST /api/items/i/play/e', undefined, device],
  ['API-012', 'POST /api/session/s/sync', undefined, { currentTime: 9, timeListened: 5 }],
  ['API-013', 'POST /api/session/s/close', undefined, undefined],
  ['API-013', 'POST /api/session/s/close', undefined, { currentTime: 9, timeListened: 25 }],
  ['API-014', 'POST /api/tools/batch/embed-metadata', { backup: 0 }, { libraryItemIds: ids }],
  ['API-015', 'POST /api/items/batch/scan', undefined, { libraryItemIds: ids }],
  ['API-016', 'POST /api/items/batch/get', undefined, { libraryItemIds: ids }],
  ['API-017', 'POST /api/items/batch/delete', { hard: 1 }, { libraryItemIds: ids }],
  [
    'API-018',
    'POST /api/items/batch/quickmatch',
    undefined,
    { libraryItemIds: ids, options: { provider: 'google', overrideDetails: true } },
  ],
  ['API-019', 'PATCH /api/me/progress/batch/update', undefined, [{ libraryItemId: 'i', isFinished: true }]],
  ['API-023', 'POST /api/me/item/i/bookmark', undefined, { time: 5, title: 'Here' }],
  ['API-025', 'DELETE /api/me/item/i/bookmark/5', undefined, undefined],
  ['API-026', 'GET /api/podcasts/i/episode/e', undefined, undefined],
  ['API-027', 'GET /api/libraries/l/collections', { minified: 1, include: 'rssfeed' }, undefined],
  ['API-028', 'POST /api/collections', undefined, { libraryId: 'l', name: 'n', books: ids }],
  ['API-029', 'POST /api/collections/c/book', undefined, { id: 'i' }],
  ['API-030', 'DELETE /api/collections/c/book/i', undefined, undefined],
  ['API-031', 'POST /api/collections/c/batch/add', undefined, { books: ids }],
  ['API-032', 'POST /api/collections/c/batch/remove', undefined, { books: ids }],
  ['API-033', 'PATCH /api/collections/c', undefined, { name: 'n', description: null }],
  ['API-034', 'DELETE /api/collections/c', undefined, undefined],
  ['API-035', 'GET /api/libraries/l/playlists', {}, undefined],
  ['API-036', 'POST /api/playlists', undefined, { libraryId: 'l', name: 'n', items: [entry] }],
  ['API-037', 'POST /api/playlists/p/batch/add', undefined, { items: [entry] }],
  ['API-038', 'POST /api/playlists/p/batch/remove', undefined, { items: [entry] }],
  ['API-039', 'PATCH /api/playlists/p', undefined, { name: 'n', description: null }],
  ['API-040', 'DELETE /api/playlists/p', undefined, undefined],
  ['API-041', 'PATCH /api/authors/a', undefined, { name: 'n' }],
  ['API-042', 'DELETE /api/authors/a', undefined, undefined],
  ['API-043', 'DELETE /api/authors/a/image', undefined, undefined],
  ['API-044', 'POST /api/authors/a/image', undefined, { url: 'https://example.com/a.jpg' }],
  ['API-050', 'PATCH /api/settings', undefined, { scannerFindCovers: true }],
];

test.each(rows.map(([row, line, query, body], index) => ({ row, line, query, body, index })))(
  '$line is sent as in its row ($row)',
  ({ row, line, query, body, index }) => {
    const [name, [sentLine, sentQuery, sentBody]] = calls[index] ?? ['', ['', undefined, undefined]];
    expect([name, sentLine, sentQuery, sentBody]).toEqual([row, line, query, body]);
  },
);

test('a save waits nine seconds (API-012, CON-046)', () => {
  expect(syncSession.timeoutMs).toBe(9000);
});

test('a close waits six seconds (API-013, CON-047)', () => {
  expect(closeSession.timeoutMs).toBe(6000);
});
