import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type Answer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { seedLibrary } from '../library/seed.ts';
import { at, listAt } from '../library/support.ts';

/** Rights that hide a book which is explicit and has the tag 'Hidden'; the rest of its library stays visible. */
const RIGHTS = {
  'explicit content': { rights: { permissions: { accessExplicitContent: false } }, seesOthers: true },
  'a denied tag': {
    rights: {
      permissions: { accessAllTags: false, selectedTagsNotAccessible: true },
      itemTagsSelected: ['Hidden'],
    },
    seesOthers: true,
  },
  'its library': {
    rights: { permissions: { accessAllLibraries: false }, librariesAccessible: [] },
    seesOthers: false,
  },
} as const;

describe.each(Object.entries(RIGHTS))('a book hidden by %s', (_name, { rights, seesOthers }) => {
  let server: TestServer;
  let root: TestClient;
  let reader: TestClient;
  let ids: Record<'LIBRARY' | 'PLAYLIST' | 'COLLECTION' | 'SEEN' | 'OTHER' | 'HIDDEN', string>;

  const entriesOf = (playlist: string) =>
    server.ctx.store.database
      .all<{ itemId: string }>('SELECT itemId FROM playlistItems WHERE playlistId = ? ORDER BY position', playlist)
      .map(({ itemId }) => itemId);
  const booksOf = async () =>
    listAt((await root.get(`/api/collections/${ids.COLLECTION}`)).body, 'books').map((book) => at(book, 'id'));
  /** A call with its ids; `ITEM` is the hidden book. */
  const call = async (method: string, path: string, sent: unknown, item: string): Promise<Answer> => {
    const named = (text: string) =>
      Object.entries({ ...ids, ITEM: item }).reduce((whole, [name, id]) => whole.replaceAll(name, id), text);
    const body = sent === undefined ? undefined : (JSON.parse(named(JSON.stringify(sent))) as unknown);
    return method === 'GET'
      ? reader.get(named(path))
      : reader.send(method as 'POST' | 'PATCH' | 'DELETE', named(path), body);
  };
  const idsIn = (answer: Answer) =>
    typeof answer.body === 'string'
      ? answer.body
      : [...listAt(answer.body, 'books'), ...listAt(answer.body, 'items')].map(
          (entry) => at(entry, 'libraryItemId') ?? at(entry, 'id'),
        );

  beforeAll(async () => {
    server = await startServer();
    root = await server.account('root', 'root');
    reader = await server.account('reader', 'user', { update: true, accessExplicitContent: true });
    const LIBRARY = seedLibrary(server.ctx.store, root.user?.id ?? '', 3).id;
    const [HIDDEN = '', SEEN = '', OTHER = ''] = server.ctx.store.database
      .all<{ id: string }>('SELECT id FROM libraryItems ORDER BY rowid')
      .map(({ id }) => id);
    await root.send('PATCH', `/api/items/${HIDDEN}/media`, {
      tags: ['Hidden'],
      metadata: { title: 'Secret Title', explicit: true },
    });
    const items = [SEEN, HIDDEN, OTHER].map((libraryItemId) => ({ libraryItemId }));
    const playlist = await reader.send('POST', '/api/playlists', { libraryId: LIBRARY, name: 'Mine', items });
    const collection = await root.send('POST', '/api/collections', {
      libraryId: LIBRARY,
      name: 'All',
      books: [SEEN, HIDDEN],
    });
    const [PLAYLIST, COLLECTION] = [String(at(playlist.body, 'id')), String(at(collection.body, 'id'))];
    ids = { LIBRARY, PLAYLIST, COLLECTION, SEEN, OTHER, HIDDEN };
    await root.send('PATCH', `/api/users/${reader.user?.id}`, rights);
  });
  afterAll(() => server.stop());

  test('is refused on its own', async () => {
    const found = [ids.HIDDEN, ids.SEEN].map(async (id) => (await reader.get(`/api/items/${id}`)).status);
    expect(await Promise.all(found)).toEqual([403, seesOthers ? 200 : 403]);
  });

  test.each([
    ['POST', '/api/playlists', { libraryId: 'LIBRARY', name: 'x', items: [{ libraryItemId: 'ITEM' }] }],
    ['POST', '/api/playlists/PLAYLIST/item', { libraryItemId: 'ITEM' }],
    ['POST', '/api/playlists/PLAYLIST/batch/add', { items: [{ libraryItemId: 'ITEM' }] }],
    ['PATCH', '/api/playlists/PLAYLIST', { items: [{ libraryItemId: 'ITEM' }] }],
    ['POST', '/api/collections', { libraryId: 'LIBRARY', name: 'x', books: ['ITEM'] }],
    ['PATCH', '/api/collections/COLLECTION', { books: ['ITEM'] }],
    ['POST', '/api/collections/COLLECTION/book', { id: 'ITEM' }],
    ['POST', '/api/collections/COLLECTION/batch/add', { books: ['ITEM'] }],
    ['DELETE', '/api/collections/COLLECTION/book/ITEM'],
    ['POST', '/api/collections/COLLECTION/batch/remove', { books: ['ITEM'] }],
  ] as const)('counts as missing at %s %s', async (method, path, sent?: object) => {
    const [hidden, unknown] = [await call(method, path, sent, ids.HIDDEN), await call(method, path, sent, 'nope')];
    expect([hidden.status, idsIn(hidden)]).toEqual([unknown.status, idsIn(unknown)]);
    expect(JSON.stringify(hidden.body)).not.toContain('Secret');
    expect([entriesOf(ids.PLAYLIST), await booksOf()]).toEqual([
      [ids.SEEN, ids.HIDDEN, ids.OTHER],
      [ids.SEEN, ids.HIDDEN],
    ]);
  });

  test.runIf(seesOthers)(
    'is left out of lists of several, and comes last in a new order of the visible ones',
    async () => {
      const items = [{ libraryItemId: 'HIDDEN' }, { libraryItemId: 'SEEN' }];
      const made = [
        await call('POST', '/api/playlists', { libraryId: 'LIBRARY', name: 'Two', items }, ''),
        await call('POST', '/api/collections', { libraryId: 'LIBRARY', name: 'Two', books: ['HIDDEN', 'SEEN'] }, ''),
      ];
      expect(made.map((answer) => [answer.status, idsIn(answer)])).toEqual([
        [200, [ids.SEEN]],
        [200, [ids.SEEN]],
      ]);
      const [playlist, collection] = made.map(({ body }) => String(at(body, 'id')));
      const added = [
        await call('POST', `/api/playlists/${playlist}/batch/add`, { items }, ''),
        await call('POST', `/api/collections/${collection}/batch/add`, { books: ['HIDDEN', 'OTHER'] }, ''),
      ];
      expect(added.map((answer) => [answer.status, idsIn(answer)])).toEqual([
        [200, [ids.SEEN]],
        [200, [ids.SEEN, ids.OTHER]],
      ]);
      expect(entriesOf(playlist ?? '')).toEqual([ids.SEEN]);
      const order = { items: [{ libraryItemId: 'OTHER' }, { libraryItemId: 'SEEN' }] };
      const ordered = await call('PATCH', '/api/playlists/PLAYLIST', order, '');
      expect([ordered.status, idsIn(ordered), entriesOf(ids.PLAYLIST)]).toEqual([
        200,
        [ids.OTHER, ids.SEEN],
        [ids.OTHER, ids.SEEN, ids.HIDDEN],
      ]);
    },
  );

  test('keeps the own progress and bookmarks of an account, which may remove them', async () => {
    const calls = [
      ['PATCH', '/api/me/progress/ITEM', { currentTime: 9, duration: 90 }],
      ['PATCH', '/api/me/progress/batch/update', [{ libraryItemId: 'ITEM', currentTime: 18 }]],
      ['GET', '/api/me/progress/ITEM'],
      ['POST', '/api/me/item/ITEM/bookmark', { time: 9, title: 'Mine' }],
      ['PATCH', '/api/me/item/ITEM/bookmark', { time: 9, title: 'Still mine' }],
      ['DELETE', '/api/me/item/ITEM/bookmark/9'],
    ] as const;
    const answers: Answer[] = [];
    for (const [method, path, sent] of calls) answers.push(await call(method, path, sent, ids.HIDDEN));
    const progress = { libraryItemId: ids.HIDDEN, currentTime: 18, duration: 90, progress: 0.2 };
    const bookmark = { libraryItemId: ids.HIDDEN, time: 9, createdAt: expect.any(Number) as number };
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, 'OK'],
      [200, 'OK'],
      [200, expect.objectContaining(progress)],
      [200, { ...bookmark, title: 'Mine' }],
      [200, { ...bookmark, title: 'Still mine' }],
      [200, 'OK'],
    ]);
    const own = `/api/me/progress/${String(at(answers[2]?.body, 'id'))}`;
    const hiding = await reader.get(`${own}/remove-from-continue-listening`);
    expect([hiding.status, at(hiding.body, 'mediaProgress', 0, 'hideFromContinueListening')]).toEqual([200, true]);
    expect(JSON.stringify([...answers, hiding])).not.toContain('Secret');
    expect([(await reader.send('DELETE', own)).status, (await reader.get('/api/me')).body]).toEqual([
      200,
      expect.objectContaining({ mediaProgress: [], bookmarks: [] }),
    ]);
  });

  test('loses no offline listening time, and shows only what was sent', async () => {
    const session = {
      id: randomUUID(),
      libraryItemId: ids.HIDDEN,
      displayTitle: 'Sent',
      displayAuthor: 'Sent too',
      duration: 90,
      timeListening: 30,
      currentTime: 40,
      updatedAt: Date.now(),
    };
    const next = { ...session, id: randomUUID(), currentTime: 50, updatedAt: session.updatedAt + 1 };
    const one = await reader.send('POST', '/api/session/local', session);
    const all = await reader.send('POST', '/api/session/local-all', { sessions: [next, { ...next, id: 'x' }] });
    expect([one.status, one.body, all.body]).toEqual([
      200,
      'OK',
      {
        results: [
          { id: next.id, success: true, progressSynced: true },
          { id: 'x', success: false, error: 'Invalid session id' },
        ],
      },
    ]);
    const { body } = await reader.get('/api/me/listening-sessions');
    const shown = { libraryId: null, bookId: null, episodeId: null, mediaMetadata: {}, coverPath: null, playMethod: 3 };
    expect(at(body, 'sessions')).toEqual([
      expect.objectContaining({ ...next, ...shown }),
      expect.objectContaining({ ...session, ...shown }),
    ]);
    const stats = await reader.get('/api/me/listening-stats');
    expect([at(stats.body, 'totalTime'), /Secret/.test(JSON.stringify([body, stats.body]))]).toEqual([60, false]);
  });
});
