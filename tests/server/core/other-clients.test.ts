import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let book: string;
let podcast: string;
beforeAll(async () => {
  server = await startDemo();
  const idOf = (mediaType: string) =>
    server.ctx.store.database.get<{ id: string }>(
      'SELECT id FROM libraryItems WHERE mediaType = ? AND numTracks > 0 AND explicit = 0',
      mediaType,
    )?.id ?? '';
  [book, podcast] = [idOf('book'), idOf('podcast')];
});
afterAll(() => server.stop());

const send = (method: string, target: string, body: unknown) => server.call(target, { method, body });

/** Numbers as texts and texts as numbers, as other clients send them. */
describe('requests of other clients of 2.26', () => {
  test.each([
    [12, '12'],
    ['epubcfi(/6/4!/4/2)', 'epubcfi(/6/4!/4/2)'],
    [null, null],
    [7.5, '7.5'],
  ])('the place %j in an ebook is stored', async (ebookLocation, kept) => {
    for (const target of [`/api/me/progress/${book}`, '/api/me/progress/batch/update']) {
      const patch = { ebookLocation, ebookProgress: '0.25' };
      expect(
        (await send('PATCH', target, target.endsWith('update') ? [{ libraryItemId: book, ...patch }] : patch)).status,
      ).toBe(200);
      expect((await server.call(`/api/me/progress/${book}`)).body).toMatchObject({
        ebookLocation: kept,
        ebookProgress: 0.25,
      });
    }
  });

  test('a position in a book and listened time, as texts', async () => {
    await send('PATCH', `/api/me/progress/${book}`, { currentTime: '1.5', duration: '60' });
    expect((await server.call(`/api/me/progress/${book}`)).body).toMatchObject({ currentTime: 1.5, duration: 60 });
    const session = at((await send('POST', `/api/items/${book}/play`, { forceDirectPlay: true })).body, 'id');
    await send('POST', `/api/session/${session}/sync`, { currentTime: '3.25', timeListened: '2', duration: '60' });
    expect((await server.call(`/api/session/${session}`)).body).toMatchObject({ currentTime: 3.25, timeListening: 2 });
    const id = randomUUID();
    await send('POST', '/api/session/local', {
      id,
      libraryItemId: book,
      currentTime: '4',
      timeListening: '9',
      updatedAt: String(Date.now() + 1000),
    });
    expect(server.ctx.store.sessions.byId(id)).toMatchObject({ currentTime: 4, timeListening: 9 });
  });

  test('chapters, numbers of a podcast, years and sequences', async () => {
    expect(
      (
        await send('POST', `/api/items/${book}/chapters`, {
          chapters: [{ id: 0, start: '0', end: '2.5', title: 'One' }],
        })
      ).body,
    ).toEqual({ success: true, updated: true });
    await send('PATCH', `/api/items/${book}/media`, {
      metadata: { publishedYear: 1899, series: [{ name: 'S', sequence: 2 }] },
    });
    await send('PATCH', `/api/items/${podcast}/media`, { maxEpisodesToKeep: '5', maxNewEpisodesToDownload: '6' });
    expect((await server.call(`/api/items/${book}`)).body).toMatchObject({
      media: { chapters: [{ start: 0, end: 2.5 }], metadata: { publishedYear: '1899', series: [{ sequence: '2' }] } },
    });
    expect((await server.call(`/api/items/${podcast}`)).body).toMatchObject({
      media: { maxEpisodesToKeep: 5, maxNewEpisodesToDownload: 6 },
    });
  });

  test('settings of a library, of mail, and the lifetime of a key', async () => {
    const library = await send('PATCH', `/api/libraries/${server.bookLibraryId}`, {
      settings: { markAsFinishedTimeRemaining: '30' },
    });
    expect(at(library.body, 'settings', 'markAsFinishedTimeRemaining')).toBe(30);
    await send('PATCH', '/api/emails/settings', { port: '587' });
    expect((await server.call('/api/emails/settings')).body).toMatchObject({ settings: { port: 587 } });
    expect(
      (
        await send('POST', '/api/api-keys', {
          name: 'k',
          userId: server.user('root').id,
          expiresIn: '60',
          isActive: true,
        })
      ).status,
    ).toBe(200);
  });

  test.each(['x', '-1', 'NaN', '1e9', '', {}, [], true])('%j is no place in a book', async (currentTime) => {
    await send('PATCH', `/api/me/progress/${book}`, { currentTime: 2 });
    await send('PATCH', `/api/me/progress/${book}`, { currentTime });
    expect((await server.call(`/api/me/progress/${book}`)).body).toMatchObject({ currentTime: 2 });
  });
});
