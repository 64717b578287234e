import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let books: string[];
let explicitBook: string;
let podcast: string;
let episodes: string[];

beforeAll(async () => {
  server = await startDemo();
  const results = listAt(
    (await server.call(`/api/libraries/${server.bookLibraryId}/items?sort=media.metadata.title`)).body,
    'results',
  );
  const ids = (explicit: boolean) =>
    results
      .filter((item) => at(item, 'media', 'metadata', 'explicit') === explicit)
      .map((item) => String(at(item, 'id')));
  books = ids(false);
  explicitBook = ids(true)[0] ?? '';
  const podcasts = await server.call(`/api/libraries/${server.podcastLibraryId}/items`);
  podcast = String(at(podcasts.body, 'results', 0, 'id'));
  episodes = listAt((await server.call(`/api/items/${podcast}?expanded=1`)).body, 'media', 'episodes').map((episode) =>
    String(at(episode, 'id')),
  );
});
afterAll(() => server.stop());
beforeEach(() => void server.announcements.splice(0));

const post = (path: string, body: unknown, as = 'root') => server.call(path, { method: 'POST', body, as });
const patch = (path: string, body: unknown, as = 'root') => server.call(path, { method: 'PATCH', body, as });
const remove = (path: string, as = 'root') => server.call(path, { method: 'DELETE', as });
const error = ({ status, body, headers }: { status: number; body: unknown; headers: Headers }) => [
  status,
  headers.get('content-type'),
  body,
];
const announced = () => server.announcements.map(({ event, audience }) => [event, audience.to]);

describe('collections', () => {
  let id: string;
  const bookIds = (body: unknown) => listAt(body, 'books').map((book) => at(book, 'id'));
  beforeEach(async () => {
    const created = await post('/api/collections', {
      libraryId: server.bookLibraryId,
      name: 'Tales',
      description: 'Old ones',
      books: books.slice(0, 3),
    });
    id = String(at(created.body, 'id'));
    server.announcements.splice(0);
  });

  test('are created with their books in order and announced to everybody', async () => {
    const wanted = [books[2], books[0]];
    const { status, body } = await post('/api/collections', {
      libraryId: server.bookLibraryId,
      name: 'Two',
      books: wanted,
    });
    expect([status, at(body, 'name'), at(body, 'description'), bookIds(body)]).toEqual([200, 'Two', null, wanted]);
    expect(announced()).toEqual([['collection_added', 'collectionViewers']]);
  });

  test.each([
    ['create-err-no-name', { books: ['x'] }],
    ['create-err-no-books', { name: 'x', books: [] }],
    ['create-err-bad-books', { name: 'x', books: ['nope'] }],
  ])('are refused as recorded in %s', async (name, body) => {
    const { response } = recording(`collections/${name}`);
    expect(error(await post('/api/collections', { libraryId: server.bookLibraryId, ...body }))).toEqual([
      response.status,
      response.headers['content-type'],
      response.body,
    ]);
  });

  test('are changed only with the permission', async () => {
    for (const answer of [
      await post('/api/collections', { libraryId: server.bookLibraryId, name: 'x', books }, 'listener'),
      await patch(`/api/collections/${id}`, { name: 'x' }, 'listener'),
      await remove(`/api/collections/${id}`, 'listener'),
    ])
      expect(error(answer)).toEqual([403, 'text/plain; charset=utf-8', 'Forbidden']);
  });

  test('have the shape of the recordings, one and all', async () => {
    expectSameShape(
      (await server.call(`/api/collections/${id}`)).body,
      withoutBooks(recording('collections/one').response.body),
      ['books'],
    );
    const page = await server.call(
      `/api/libraries/${server.bookLibraryId}/collections?limit=10&page=0&minified=1&include=rssfeed`,
    );
    expectSameShape(page.body, recording('libraries/collections').response.body, ['results']);
    expect(at(page.body, 'total')).toBeGreaterThan(0);
  });

  test('keep their order, gain and lose books', async () => {
    const [a, b, c, d] = books;
    expect(bookIds((await patch(`/api/collections/${id}`, { books: [c, a, b] })).body)).toEqual([c, a, b]);
    expect(bookIds((await post(`/api/collections/${id}/book`, { id: d })).body)).toEqual([c, a, b, d]);
    expect(error(await post(`/api/collections/${id}/book`, { id: d }))).toEqual([
      400,
      'text/html; charset=utf-8',
      'Book already in collection',
    ]);
    expect(error(await post(`/api/collections/${id}/book`, { id: podcast }))).toEqual([
      404,
      'text/html; charset=utf-8',
      'Book not found',
    ]);
    expect(bookIds((await remove(`/api/collections/${id}/book/${a}`)).body)).toEqual([c, b, d]);
    expect(bookIds((await post(`/api/collections/${id}/batch/add`, { books: [a, c] })).body)).toEqual([c, b, d, a]);
    expect(bookIds((await post(`/api/collections/${id}/batch/remove`, { books: [c, b] })).body)).toEqual([d, a]);
    expect(error(await post(`/api/collections/${id}/batch/remove`, { books: [] }))).toEqual([
      500,
      'text/html; charset=utf-8',
      'Invalid request body',
    ]);
  });

  test('hide a book from an account that may not see it', async () => {
    await post(`/api/collections/${id}/book`, { id: explicitBook });
    expect(bookIds((await server.call(`/api/collections/${id}`, { as: 'listener' })).body)).toEqual(books.slice(0, 3));
  });

  test('lose their text when it is cleared, and stay deleted', async () => {
    expect(at((await patch(`/api/collections/${id}`, { description: null })).body, 'description')).toBeNull();
    expect((await remove(`/api/collections/${id}`)).body).toBe('OK');
    expect(error(await server.call(`/api/collections/${id}`))).toEqual([
      404,
      'text/html; charset=utf-8',
      'Collection not found',
    ]);
    expect(announced()).toEqual([
      ['collection_updated', 'collectionViewers'],
      ['collection_removed', 'collectionViewers'],
    ]);
  });
});

describe('playlists', () => {
  let id: string;
  const itemIds = (body: unknown) => listAt(body, 'items').map((item) => at(item, 'libraryItemId'));
  const asItems = (ids: readonly (string | undefined)[]) => ids.map((libraryItemId) => ({ libraryItemId }));
  beforeEach(async () => {
    const created = await post(
      '/api/playlists',
      { libraryId: server.bookLibraryId, name: 'Evening', items: asItems(books.slice(0, 2)) },
      'listener',
    );
    id = String(at(created.body, 'id'));
    server.announcements.splice(0);
  });

  test('belong to their owner alone, and are announced to the owner only', async () => {
    expect(error(await server.call(`/api/playlists/${id}`))).toEqual([403, 'text/plain; charset=utf-8', 'Forbidden']);
    expect(listAt((await server.call('/api/playlists')).body, 'playlists')).toEqual([]);
    await patch(`/api/playlists/${id}`, { name: 'Late' }, 'listener');
    expect(server.announcements.map(({ event, audience }) => [event, audience])).toEqual([
      ['playlist_updated', { to: 'user', userId: server.user('listener').id }],
    ]);
  });

  test('have the shape of the recordings, with books and with episodes', async () => {
    expectSameShape(
      (await server.call(`/api/playlists/${id}`, { as: 'listener' })).body,
      recording('playlists/one').response.body,
      ['items'],
    );
    const items = episodes.slice(0, 2).map((episodeId) => ({ libraryItemId: podcast, episodeId }));
    const made = await post('/api/playlists', { libraryId: server.podcastLibraryId, name: 'Episodes', items });
    const [first] = listAt(made.body, 'items');
    expect([at(first, 'episodeId'), at(first, 'episode', 'id'), at(first, 'libraryItem', 'id')]).toEqual([
      episodes[0],
      episodes[0],
      podcast,
    ]);
    const page = await server.call(`/api/libraries/${server.podcastLibraryId}/playlists?limit=10&page=0`);
    expectSameShape(page.body, recording('libraries/playlists-paged').response.body, ['results']);
    expect(at(page.body, 'total')).toBe(1);
  });

  test.each([
    ['create-err', { name: 'x' }],
    ['create-err-items', { libraryId: 'BOOKS', name: 'x', items: [{ libraryItemId: 'nope' }] }],
  ])('are refused as recorded in %s', async (name, body) => {
    const { response } = recording(`playlists/${name}`);
    const sent = 'libraryId' in body ? { ...body, libraryId: server.bookLibraryId } : body;
    expect(error(await post('/api/playlists', sent))).toEqual([
      response.status,
      response.headers['content-type'],
      response.body,
    ]);
  });

  test('keep their order, and refuse an order that does not name all items', async () => {
    const [a, b] = books;
    expect(itemIds((await patch(`/api/playlists/${id}`, { items: asItems([b, a]) }, 'listener')).body)).toEqual([b, a]);
    expect(error(await patch(`/api/playlists/${id}`, { items: asItems([b]) }, 'listener'))).toEqual([
      400,
      'text/html; charset=utf-8',
      'Invalid playlist items. Length mismatch',
    ]);
    expect(error(await patch(`/api/playlists/${id}`, { items: [{}] }, 'listener'))).toEqual([
      400,
      'text/html; charset=utf-8',
      'Invalid playlist items',
    ]);
    expect((await patch(`/api/playlists/${id}`, { libraryId: 'x' }, 'listener')).status).toBe(400);
  });

  test('gain and lose items, with the errors of the recordings', async () => {
    const [a, b, c] = books;
    const add = (body: unknown) => post(`/api/playlists/${id}/item`, body, 'listener');
    expect(itemIds((await add({ libraryItemId: c })).body)).toEqual([a, b, c]);
    expect((await add({ libraryItemId: c })).body).toBe('Item already in playlist');
    expect((await add({})).body).toBe('Request body has no libraryItemId');
    expect((await add({ libraryItemId: podcast, episodeId: episodes[0] })).body).toBe(
      'Library item in different library',
    );
    expect(itemIds((await remove(`/api/playlists/${id}/item/${a}`, 'listener')).body)).toEqual([b, c]);
    expect(error(await remove(`/api/playlists/${id}/item/${a}`, 'listener'))).toEqual([
      404,
      'text/html; charset=utf-8',
      'Media item not found in playlist',
    ]);
    expect(itemIds((await post(`/api/playlists/${id}/batch/add`, { items: asItems([a]) }, 'listener')).body)).toEqual([
      b,
      c,
      a,
    ]);
    expect(
      itemIds((await post(`/api/playlists/${id}/batch/remove`, { items: asItems([b, c]) }, 'listener')).body),
    ).toEqual([a]);
  });

  test('an empty description is ignored, and the last item removes the playlist', async () => {
    const [a, b] = books;
    await patch(`/api/playlists/${id}`, { description: 'Slow ones' }, 'listener');
    expect(at((await patch(`/api/playlists/${id}`, { description: '' }, 'listener')).body, 'description')).toBe(
      'Slow ones',
    );
    server.announcements.splice(0);
    await post(`/api/playlists/${id}/batch/remove`, { items: asItems([a, b]) }, 'listener');
    expect(announced()).toEqual([['playlist_removed', 'user']]);
    expect((await server.call(`/api/playlists/${id}`, { as: 'listener' })).status).toBe(404);
  });

  test('are created from a collection', async () => {
    const collection = await post('/api/collections', {
      libraryId: server.bookLibraryId,
      name: 'From here',
      description: 'Text',
      books: [books[1], explicitBook],
    });
    const made = await post(`/api/playlists/collection/${at(collection.body, 'id')}`, undefined, 'listener');
    expect([at(made.body, 'name'), at(made.body, 'description'), itemIds(made.body)]).toEqual([
      'From here',
      'Text',
      [books[1]],
    ]);
    expect(error(await post('/api/playlists/collection/nope', undefined))).toEqual([
      404,
      'text/html; charset=utf-8',
      'Collection not found',
    ]);
  });
});

function withoutBooks(body: unknown): unknown {
  return { ...(body as object), books: [] };
}
