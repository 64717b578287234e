import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createItemRepository } from '../../../server/items/items.repo.ts';
import type { BookItem } from '../../../server/items/model.ts';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { openSocket, type TestSocket } from '../../support/socket.ts';
import { seedLibrary } from './seed.ts';

/** Ways in which a book becomes hidden from an account that listened to it, and the account's initial rights. */
const ways = {
  'a tag that is denied': {
    rights: { accessAllTags: false, selectedTagsNotAccessible: true, itemTagsSelected: ['Away'] },
    leave: (root: TestClient, { id }: BookItem) =>
      root.send('PATCH', `/api/items/${id}/media`, { tags: ['Away', 'Secret Tag'] }),
  },
  'the loss of the tag that is allowed': {
    rights: { accessAllTags: false, selectedTagsNotAccessible: false, itemTagsSelected: ['Here'] },
    leave: (root: TestClient, { id }: BookItem) =>
      root.send('PATCH', `/api/items/${id}/media`, { tags: ['Secret Tag'] }),
  },
  'explicit content': {
    rights: { accessExplicitContent: false },
    leave: (root: TestClient, { id }: BookItem) =>
      root.send('PATCH', `/api/items/${id}/media`, { metadata: { explicit: true } }),
  },
} as const;

describe.each(Object.entries(ways))('a book hidden from an account by %s', (_name, { rights, leave }) => {
  let server: TestServer;
  let root: TestClient;
  let reader: TestClient;
  let libraryId: string;
  let book: BookItem;
  let socket: TestSocket;
  let seen: string;
  let sessionId: string;

  beforeAll(async () => {
    server = await startServer();
    root = await server.account('root', 'root');
    const { itemTagsSelected = [], ...permissions } = rights as { itemTagsSelected?: readonly string[] };
    reader = await server.account('reader', 'user', { update: true, ...permissions });
    await root.send('PATCH', `/api/users/${reader.user?.id}`, {
      permissions: { ...permissions },
      itemTagsSelected,
    });
    libraryId = seedLibrary(server.ctx.store, root.user?.id ?? '', 3).id;
    const items = createItemRepository(server.ctx.store.database, () => []);
    const books = server.ctx.store.database
      .all<{ id: string }>('SELECT id FROM libraryItems ORDER BY rowid')
      .flatMap(({ id }) => items.load(id) ?? [])
      .filter((item): item is BookItem => item.mediaType === 'book');
    const named = (item: BookItem, word: string): BookItem => ({
      ...item,
      tags: ['Here', ...(word === 'Secret' ? ['Secret Tag'] : [])],
      metadata: {
        ...item.metadata,
        title: `${word} Title`,
        subtitle: null,
        authors: [{ id: '', name: `${word} Author` }],
        narrators: [`${word} Narrator`],
        series: [{ id: '', name: `${word} Series`, sequence: '1' }],
        genres: [`${word} Genre`],
        explicit: false,
      },
    });
    const saved = books.map((item, index) => items.save(named(item, index === 0 ? 'Secret' : `Open ${index}`)));
    book = saved[0] as BookItem;
    await server.ctx.editor.removeEmptyNames();
    socket = await openSocket(server.url, reader);
    await reader.send('PATCH', `/api/me/progress/${book.id}`, { currentTime: 5, duration: 100 });
    await reader.send('POST', `/api/me/item/${book.id}/bookmark`, { time: 5, title: 'Mine' });
    await reader.send('POST', '/api/playlists', { libraryId, name: 'Mine', items: [{ libraryItemId: book.id }] });
    await root.send('POST', '/api/collections', { libraryId, name: 'All', books: [book.id] });
    seen = JSON.stringify((await reader.get(`/api/items/${book.id}`)).body);
    const { body: opened } = await reader.send('POST', `/api/items/${book.id}/play`, {});
    sessionId = (opened as { id: string }).id;
    socket.events.splice(0);
    await leave(root, book);
  });
  afterAll(async () => {
    socket.close();
    await server.stop();
  });

  test('is in none of its events (ROL-038)', async () => {
    expect(seen).toContain('Secret Title');
    await root.send('PATCH', `/api/items/${book.id}/media`, { metadata: { subtitle: 'Secret subtitle' } });
    await root.send('PATCH', `/api/authors/${book.metadata.authors[0]?.id}`, { description: 'Secret' });
    await reader.send('PATCH', '/api/me/settings', {});
    await root.send('PATCH', `/api/libraries/${libraryId}`, { name: 'Last' });
    await expect.poll(() => socket.names()).toContain('library_updated');
    expect(JSON.stringify(socket.events)).not.toContain('Secret');
  });

  test.each([
    '/api/libraries/LIBRARY?include=filterdata',
    '/api/libraries/LIBRARY/items?limit=50',
    '/api/libraries/LIBRARY/items?limit=50&filter=progress.aW4tcHJvZ3Jlc3M=',
    '/api/libraries/LIBRARY/personalized',
    '/api/libraries/LIBRARY/series?limit=50',
    '/api/libraries/LIBRARY/authors',
    '/api/libraries/LIBRARY/narrators',
    '/api/libraries/LIBRARY/stats',
    '/api/libraries/LIBRARY/search?q=secret',
    '/api/libraries/LIBRARY/collections',
    '/api/libraries/LIBRARY/playlists',
    '/api/libraries/LIBRARY/recent-episodes',
    '/api/me/items-in-progress',
    '/api/playlists',
    '/api/collections',
    '/api/tags',
    '/api/genres',
    '/api/search/books?title=secret&provider=none',
  ])('is nowhere in %s', async (path) => {
    const { body } = await reader.get(path.replace('LIBRARY', libraryId));
    expect(JSON.stringify(body)).not.toMatch(/Secret (?:Title|Author|Narrator|Series|Genre|Tag)/);
  });

  test('stays in its open playback session as it was, without newer data', async () => {
    await root.send('PATCH', `/api/items/${book.id}/media`, { metadata: { subtitle: 'Secret subtitle' } });
    const { status, body } = await reader.get(`/api/session/${sessionId}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ libraryItemId: book.id })]);
    expect(JSON.stringify(body)).not.toContain('Secret subtitle');
  });

  test.each([
    ['GET', '/api/items/ID', undefined, 403],
    ['GET', '/api/items/ID/download', undefined, 403],
    ['GET', '/api/me/progress/ID', undefined, 200],
    ['POST', '/api/items/ID/play', {}, 403],
    ['PATCH', '/api/me/progress/ID', { currentTime: 9 }, 200],
    ['POST', '/api/me/item/ID/bookmark', { time: 9, title: 'x' }, 200],
    [
      'POST',
      '/api/session/local',
      { id: '00000000-0000-4000-8000-000000000001', libraryItemId: 'ID', currentTime: 3 },
      200,
    ],
    ['POST', '/api/items/batch/get', { libraryItemIds: ['ID'] }, 200],
    ['POST', '/api/playlists', { libraryId: 'LIBRARY', name: 'x', items: [{ libraryItemId: 'ID' }] }, 400],
  ] as const)('gives nothing of it to %s %s', async (method, path, sent, status) => {
    const named = (text: string) => text.replaceAll('LIBRARY', libraryId).replaceAll('ID', book.id);
    const body = sent === undefined ? undefined : (JSON.parse(named(JSON.stringify(sent))) as unknown);
    const answer = await (method === 'GET' ? reader.get(named(path)) : reader.send(method, named(path), body));
    expect([answer.status, /Secret/.test(JSON.stringify(answer.body))]).toEqual([status, false]);
  });
});
