import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../support/embedded-server.ts';
import { openSocket, type TestSocket } from '../../support/socket.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
/** Sees only the podcasts, and may change them. */
let stranger: TestClient;
/** Sees the books that are not explicit, and may change nothing. */
let listener: TestClient;
let book: { id: string; title: string };
let explicit: { id: string; title: string };
let ids: { author: string; series: string; collection: string };
const open: TestSocket[] = [];

beforeAll(async () => {
  server = await startDemo();
  const permissions = {
    accessAllLibraries: false,
    update: true,
    delete: true,
    upload: true,
    accessExplicitContent: true,
  };
  stranger = await server.account('stranger', 'user', permissions);
  server.ctx.store.users.change(stranger.user?.id ?? '', (user) => ({
    ...user,
    librariesAccessible: [server.podcastLibraryId],
  }));
  listener = await server.account('careful');
  const bookWith = (isExplicit: number) =>
    server.ctx.store.database.get<{ id: string; title: string }>(
      'SELECT id, title FROM libraryItems WHERE explicit = ? AND numTracks > 0 AND libraryId = ?',
      isExplicit,
      server.bookLibraryId,
    ) ?? { id: '', title: '' };
  [book, explicit] = [bookWith(0), bookWith(1)];
  const made = await server.call('/api/collections', {
    method: 'POST',
    body: { libraryId: server.bookLibraryId, name: 'Both', books: [book.id, explicit.id] },
  });
  ids = {
    author: server.ctx.store.database.get<{ id: string }>('SELECT id FROM authors')?.id ?? '',
    series: server.ctx.store.database.get<{ id: string }>('SELECT id FROM series')?.id ?? '',
    collection: String(at(made.body, 'id')),
  };
});
afterEach(() => open.splice(0).forEach((socket) => socket.close()));
afterAll(() => server.stop());

describe('an account without access to a library', () => {
  test('reads and changes none of its authors, series and collections', async () => {
    const calls = [
      ['GET', `/api/authors/${ids.author}?include=items,series`],
      ['PATCH', `/api/authors/${ids.author}`, { name: 'x' }],
      ['DELETE', `/api/authors/${ids.author}`],
      ['POST', `/api/authors/${ids.author}/match`, { q: 'x' }],
      ['POST', `/api/authors/${ids.author}/image`, { url: 'http://x/' }],
      ['GET', `/api/series/${ids.series}`],
      ['PATCH', `/api/series/${ids.series}`, { name: 'x' }],
      ['GET', `/api/collections/${ids.collection}`],
      ['PATCH', `/api/collections/${ids.collection}`, { name: 'x' }],
      ['DELETE', `/api/collections/${ids.collection}`],
      ['POST', `/api/collections/${ids.collection}/book`, { id: book.id }],
      ['DELETE', `/api/collections/${ids.collection}/book/${book.id}`],
      ['POST', `/api/collections/${ids.collection}/batch/add`, { books: [book.id] }],
      ['POST', `/api/collections/${ids.collection}/batch/remove`, { books: [book.id] }],
      ['POST', '/api/collections', { libraryId: server.bookLibraryId, name: 'x', books: [book.id] }],
    ] as const;
    for (const [method, target, body] of calls) {
      const { status, body: said } =
        method === 'GET' ? await stranger.get(target) : await stranger.send(method, target, body);
      expect([method, target, status, said]).toEqual([method, target, 403, 'Forbidden']);
    }
    expect(listAt((await server.call(`/api/collections/${ids.collection}`)).body, 'books')).toHaveLength(2);
  });

  test('gets no events of them either', async () => {
    const socket = await openSocket(server.url, stranger);
    const witness = await openSocket(server.url, {
      token: await server.ctx.tokens.access(server.user('root')),
    } as TestClient);
    open.push(socket, witness);
    await server.call(`/api/authors/${ids.author}`, { method: 'PATCH', body: { description: 'New' } });
    await server.call(`/api/series/${ids.series}`, { method: 'PATCH', body: { description: 'New' } });
    await server.call(`/api/collections/${ids.collection}`, { method: 'PATCH', body: { description: 'New' } });
    server.ctx.events.toEveryone('admin_message', 'end');
    await Promise.all([socket.next('admin_message'), witness.next('admin_message')]);
    const heard = ['author_updated', 'series_updated', 'collection_updated'];
    expect([
      heard.map((name) => socket.names().includes(name)),
      heard.map((name) => witness.names().includes(name)),
    ]).toEqual([
      [false, false, false],
      [true, true, true],
    ]);
  });

  test('keeps a session of its books as sent, without their data', async () => {
    for (const [client, hidden] of [
      [stranger, book],
      [listener, explicit],
    ] as const) {
      const said = { displayTitle: 'Sent', displayAuthor: '', mediaType: 'book', duration: 10 };
      const session = { id: randomUUID(), libraryItemId: hidden.id, currentTime: 5, timeListening: 5, ...said };
      const first = { ...session, updatedAt: Date.now() };
      const last = { ...session, updatedAt: first.updatedAt + 1 };
      const one = await client.send('POST', '/api/session/local', first);
      const all = await client.send('POST', '/api/session/local-all', { sessions: [last] });
      expect([one.status, one.body, at(all.body, 'results', 0)]).toEqual([
        200,
        'OK',
        { id: session.id, success: true, progressSynced: true },
      ]);
      const { body } = await client.get('/api/me/listening-sessions');
      expect(at(body, 'sessions', 0)).toMatchObject({
        ...last,
        libraryId: null,
        bookId: null,
        episodeId: null,
        mediaMetadata: {},
        coverPath: null,
        playMethod: 3,
      });
      expect(JSON.stringify(body)).not.toContain(hidden.title);
    }
  });
});

describe('a collection with a hidden book', () => {
  test('is announced without it', async () => {
    const [careful, free] = [
      await openSocket(server.url, listener),
      await openSocket(server.url, { token: await server.ctx.tokens.access(server.user('root')) } as TestClient),
    ];
    open.push(careful, free);
    await server.call(`/api/collections/${ids.collection}`, { method: 'PATCH', body: { name: 'Renamed' } });
    const booksIn = async (socket: TestSocket) =>
      listAt(await socket.next('collection_updated'), 'books').map((entry) => at(entry, 'id'));
    expect([await booksIn(careful), await booksIn(free)]).toEqual([[book.id], [book.id, explicit.id]]);
  });

  test('loses no book to an account without permissions', async () => {
    expect((await listener.send('DELETE', `/api/collections/${ids.collection}/book/${book.id}`)).status).toBe(403);
  });

  test('hides it in an old playlist, too', async () => {
    const made = await listener.send('POST', '/api/playlists', {
      libraryId: server.bookLibraryId,
      name: 'Mine',
      items: [{ libraryItemId: book.id }],
    });
    server.ctx.store.users.change(listener.user?.id ?? '', (user) => ({
      ...user,
      permissions: { ...user.permissions, accessAllLibraries: false },
    }));
    expect(listAt((await listener.get(`/api/playlists/${at(made.body, 'id')}`)).body, 'items')).toEqual([]);
  });
});

test('the id of a stream, which is the key to its sound, goes to its owner alone', async () => {
  const resets = server.announcements.filter(({ event }) => event.startsWith('stream_'));
  const item = server.ctx.store.database.get<{ id: string }>(
    "SELECT i.id FROM libraryItems i JOIN itemFiles f ON f.itemId = i.id WHERE f.audioFiles LIKE '%.mp3%' AND i.mediaType = 'book'",
  )?.id;
  await server.call(`/api/items/${item}/play`, { method: 'POST', body: { forceTranscode: true } });
  const streams = server.announcements.slice(resets.length).filter(({ event }) => event.startsWith('stream_'));
  expect([streams.length > 0, new Set(streams.map(({ audience }) => audience.to))]).toEqual([true, new Set(['user'])]);
});
