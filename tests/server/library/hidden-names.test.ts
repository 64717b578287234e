import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createItemRepository } from '../../../server/items/items.repo.ts';
import type { BookItem } from '../../../server/items/model.ts';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { openSocket, type TestSocket } from '../../support/socket.ts';
import { seedLibrary } from './seed.ts';
import { at, listAt } from './support.ts';

let server: TestServer;
let root: TestClient;
let reader: TestClient;
let libraryId: string;
let hidden: BookItem;
let shared: BookItem;

/** A library of two books: both are of the shared author, only one of everything else, and that one is explicit. */
beforeAll(async () => {
  server = await startServer();
  root = await server.account('root', 'root');
  reader = await server.account('reader', 'user', { update: true });
  libraryId = seedLibrary(server.ctx.store, root.user?.id ?? '', 2).id;
  const items = createItemRepository(server.ctx.store.database, () => []);
  const [first, second] = server.ctx.store.database
    .all<{ id: string }>('SELECT id FROM libraryItems ORDER BY rowid')
    .flatMap(({ id }) => items.load(id) ?? [])
    .filter((item): item is BookItem => item.mediaType === 'book');
  if (!first || !second) throw new Error('No books');
  const named = (book: BookItem, word: string, explicit: boolean): BookItem => ({
    ...book,
    tags: [`${word} Tag`],
    metadata: {
      ...book.metadata,
      title: `${word} Title`,
      authors: [...(explicit ? [{ id: '', name: `${word} Author` }] : []), { id: '', name: 'Shared Author' }],
      narrators: [`${word} Narrator`],
      series: [{ id: '', name: `${word} Series`, sequence: '1' }],
      genres: [`${word} Genre`],
      publisher: `${word} Publisher`,
      language: `${word} Language`,
      publishedYear: explicit ? '1801' : '1999',
      explicit,
    },
  });
  hidden = items.save(named(first, 'Hidden', true)) as BookItem;
  shared = items.save(named(second, 'Open', false)) as BookItem;
  await server.ctx.editor.removeEmptyNames();
});
afterAll(() => server.stop());

const idOf = (book: BookItem, kind: 'authors' | 'series'): string => book.metadata[kind][0]?.id ?? '';

describe('an account that may not see a book', () => {
  test.each([
    '',
    '?include=filterdata',
    '/filterdata',
    '/items?limit=50&include=rssfeed',
    '/items?limit=50&collapseseries=1',
    '/personalized',
    '/series?limit=50',
    '/authors',
    '/authors?limit=50&page=0',
    '/authors?limit=50&page=0&sort=numBooks&desc=1',
    '/narrators',
    '/stats',
    '/search?q=hidden',
    '/search?q=hiden',
    '/search?q=title',
  ])('reads no name of it in %s (ROL-038)', async (path) => {
    const [all, own] = await Promise.all([
      root.get(`/api/libraries/${libraryId}${path}`),
      reader.get(`/api/libraries/${libraryId}${path}`),
    ]);
    expect([all.status, own.status]).toEqual([200, 200]);
    expect(JSON.stringify(own.body)).not.toMatch(/Hidden|1800/);
    expect(/Hidden/.test(JSON.stringify(all.body))).toBe(path !== '');
  });

  test('reads numbers of the visible books', async () => {
    const get = async (path: string) => (await reader.get(`/api/libraries/${libraryId}${path}`)).body;
    expect(
      listAt(await get('/authors'), 'authors').map((author) => [at(author, 'name'), at(author, 'numBooks')]),
    ).toEqual([['Shared Author', 1]]);
    expect(at(await get('/authors?limit=5&page=0'), 'total')).toBe(1);
    expect(await get('/filterdata')).toMatchObject({ bookCount: 1, authorCount: 1, seriesCount: 1 });
    expect(await get('/stats')).toMatchObject({
      totalItems: 1,
      totalAuthors: 1,
      authorsWithCount: [{ name: 'Shared Author', count: 1 }],
      totalSize: shared.libraryFiles[0]?.metadata.size,
      genresWithCount: [{ genre: 'Open Genre', count: 1 }],
    });
    const [library] = listAt((await reader.get('/api/libraries?include=stats')).body, 'libraries');
    expect(at(library, 'stats', 'totalItems')).toBe(1);
  });

  test('gets no author and no series of it alone, not even to change', async () => {
    const answers = await Promise.all([
      reader.get(`/api/authors/${idOf(hidden, 'authors')}`),
      reader.get(`/api/series/${idOf(hidden, 'series')}`),
      reader.send('PATCH', `/api/authors/${idOf(hidden, 'authors')}`, { name: 'Mine' }),
      reader.send('PATCH', `/api/series/${idOf(hidden, 'series')}`, { name: 'Mine' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the live connection of an account that may not see a book', () => {
  let own: TestSocket;
  let all: TestSocket;
  beforeAll(async () => {
    [own, all] = await Promise.all([openSocket(server.url, reader), openSocket(server.url, root)]);
  });
  afterAll(() => {
    own.close();
    all.close();
  });

  test('gets no name of it, and the numbers of the visible books', async () => {
    await root.send('PATCH', `/api/authors/${idOf(hidden, 'authors')}`, { description: 'Hidden' });
    await root.send('PATCH', `/api/series/${idOf(hidden, 'series')}`, { description: 'Hidden' });
    await root.send('POST', `/api/feeds/item/${hidden.id}/open`, { serverAddress: 'http://x', slug: 'hidden' });
    await root.send('POST', `/api/feeds/series/${idOf(hidden, 'series')}/open`, {
      serverAddress: 'http://x',
      slug: 's',
    });
    const task = server.ctx.tasks.start({
      action: 'embed-metadata',
      about: { libraryId, explicit: true, tags: [] },
      title: { text: 'Hidden', key: 'x' },
    });
    const tasks = await Promise.all([root, reader].map((client) => client.get('/api/tasks')));
    expect(tasks.map(({ body }) => listAt(body, 'tasks').length)).toEqual([1, 0]);
    task.finish();
    await root.send('DELETE', `/api/authors/${idOf(hidden, 'authors')}`);
    const author = shared.metadata.authors[0]?.id ?? '';
    await root.send('PATCH', `/api/authors/${author}`, { description: 'Seen by both' });
    const last = (socket: TestSocket) =>
      expect
        .poll(() =>
          socket.events.filter(
            ([name, author]) => name === 'author_updated' && at(author, 'id') === shared.metadata.authors[0]?.id,
          ),
        )
        .toHaveLength(1);
    await Promise.all([last(own), last(all)]);
    expect(JSON.stringify(own.events)).not.toMatch(/Hidden/);
    expect(own.events.slice(1).map(([name, payload]) => [name, at(payload, 'numBooks')])).toEqual([
      ['author_updated', 1],
    ]);
    expect(all.names().filter((name) => name !== 'init' && name !== 'user_online')).toEqual([
      'author_updated',
      'series_updated',
      'rss_feed_open',
      'rss_feed_open',
      'task_started',
      'task_finished',
      'author_removed',
      'items_updated',
      'author_updated',
    ]);
  });
});
