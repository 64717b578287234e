import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startHousehold, type LibraryServer } from './support.ts';

let server: LibraryServer;
let pictures: http.Server;
let pictureUrl: string;
let library: string;

beforeAll(async () => {
  library = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-library-'));
  server = await startHousehold(library, { allowPrivateRequests: true });
  const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#336' } })
    .jpeg()
    .toBuffer();
  pictures = http.createServer((request, response) => {
    if (request.url === '/cover.jpg') response.setHeader('content-type', 'image/jpeg').end(jpeg);
    else response.writeHead(404).end('no');
  });
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  pictureUrl = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
});
afterAll(async () => {
  pictures.close();
  await server.stop();
  fs.rmSync(library, { recursive: true, force: true });
});

const items = async (query = ''): Promise<unknown[]> =>
  listAt((await server.call(`/api/libraries/${server.bookLibraryId}/items${query}`)).body, 'results');
const idOf = async (title: string): Promise<string> =>
  String(
    at(
      (await items()).find((item) => at(item, 'media', 'metadata', 'title') === title),
      'id',
    ),
  );
const patch = (id: string, body: unknown, as = 'root') =>
  server.call(`/api/items/${id}/media`, { method: 'PATCH', body, as });
const eventsSince = (start: number) => server.announcements.slice(start).map(({ event }) => event);

describe('PATCH media', () => {
  test('changes metadata, finds names, sanitises the description and notifies all sockets', async () => {
    const id = await idOf('The Bet');
    const start = server.announcements.length;
    const { body } = await patch(id, {
      metadata: {
        subtitle: 'A Story',
        description:
          '<p onclick="x()">Fifteen <u>years</u></p><script>alert(1)</script><a href="javascript:alert(1)">js</a>',
        authors: [
          { id: 'new-1', name: 'Anton Chekhov' },
          { id: 'new-2', name: 'New Coauthor' },
        ],
        series: [{ id: 'new-1', name: 'Chekhov Stories', sequence: '1' }],
        publishedYear: 1889,
      },
      tags: ['russian', 'russian'],
    });
    expectSameShape(body, recording('items/media-patch-tags-genres').response.body, [
      'libraryItem.media.audioFiles.listOf.metaTags',
    ]);
    expect(at(body, 'libraryItem', 'media', 'metadata')).toMatchObject({
      subtitle: 'A Story',
      description: '<p>Fifteen years</p><a>js</a>',
      authors: [{ name: 'Anton Chekhov' }, { name: 'New Coauthor' }],
      series: [{ name: 'Chekhov Stories', sequence: '1' }],
      publishedYear: '1889',
    });
    expect(at(body, 'libraryItem', 'media', 'tags')).toEqual(['russian']);
    expect(eventsSince(start)).toEqual(['item_updated']);
  });

  test('removes and announces an author who lost his last book', async () => {
    const id = await idOf('The Bet');
    const start = server.announcements.length;
    await patch(id, { metadata: { authors: [{ name: 'Anton Chekhov' }] } });
    expect(
      server.announcements
        .slice(start)
        .map(({ event, payload }) => [event, event === 'author_removed' ? payload : null]),
    ).toEqual([
      ['author_removed', { id: expect.any(String), libraryId: server.bookLibraryId }],
      ['item_updated', null],
    ]);
  });

  test('without a change answers the item alone and announces nothing', async () => {
    const id = await idOf('The Bet');
    const start = server.announcements.length;
    const { body } = await patch(id, { metadata: { title: 'The Bet' } });
    expect(Object.keys(body as object)).toEqual(['libraryItem']);
    expect(eventsSince(start)).toEqual([]);
  });

  test('ignores values of a wrong type', async () => {
    const id = await idOf('The Bet');
    const { body } = await patch(id, { metadata: { genres: 'no', narrators: [1], explicit: 'yes' }, tags: 'x' });
    expect(at(body, 'libraryItem', 'media')).toMatchObject({
      tags: ['russian'],
      metadata: { genres: ['Short Stories'], narrators: ['Jane Reader'], explicit: false },
    });
  });

  test('is refused without the permission', async () => {
    expect(await patch(await idOf('The Bet'), { metadata: { title: 'x' } }, 'listener')).toMatchObject({
      status: 403,
      body: 'Forbidden',
    });
  });

  test('survives a forced scan', async () => {
    await server.ctx.scans.scanLibrary(server.bookLibraryId, { force: true });
    const { body } = await server.call(`/api/items/${await idOf('The Bet')}`);
    expect(at(body, 'media', 'metadata', 'subtitle')).toBe('A Story');
    expect(at(body, 'media', 'tags')).toEqual(['russian']);
  });
});

describe('chapters and tracks', () => {
  test('chapters are stored once, and the same ones again change nothing', async () => {
    const id = await idOf('Pride and Prejudice');
    const chapters = [
      { id: 0, start: 0, end: 30.5, title: 'Opening' },
      { id: 1, start: 30.5, end: 112, title: 'Rest' },
    ];
    expect(await server.call(`/api/items/${id}/chapters`, { method: 'POST', body: { chapters } })).toMatchObject({
      status: 200,
      body: { success: true, updated: true },
    });
    expect(await server.call(`/api/items/${id}/chapters`, { method: 'POST', body: { chapters } })).toMatchObject({
      status: 200,
      body: { success: true, updated: false },
    });
    expect(
      await server.call(`/api/items/${id}/chapters`, { method: 'POST', body: { chapters: [{ start: '0' }] } }),
    ).toMatchObject({ status: 400, body: 'Bad Request' });
  });

  test('an excluded track is no longer played and shortens the book', async () => {
    const id = await idOf("Aesop's Fables");
    const before = (await server.call(`/api/items/${id}?expanded=1`)).body;
    const inos = listAt(before, 'media', 'audioFiles').map((file) => at(file, 'ino'));
    const { body } = await server.call(`/api/items/${id}/tracks`, {
      method: 'PATCH',
      body: { orderedFileData: inos.map((ino, i) => ({ ino, exclude: i === 1 })) },
    });
    expect(
      listAt(body, 'media', 'audioFiles').map((file) => [at(file, 'ino'), at(file, 'index'), at(file, 'exclude')]),
    ).toEqual([
      [inos[1], -1, true],
      [inos[0], 1, false],
      [inos[2], 2, false],
      [inos[3], 3, false],
      [inos[4], 4, false],
    ]);
    const after = (await server.call(`/api/items/${id}?expanded=1`)).body;
    expect(listAt(after, 'media', 'tracks')).toHaveLength(4);
    expect(Number(at(after, 'media', 'duration'))).toBeLessThan(Number(at(before, 'media', 'duration')));
    expect(
      (await server.call(`/api/items/${id}/tracks`, { method: 'PATCH', body: { orderedFileData: [{ ino: '1' }] } }))
        .status,
    ).toBe(400);
  });
});

describe('covers', () => {
  test('can be taken from an address, are served with a new time, and removed', async () => {
    const id = await idOf('The Bet');
    const set = await server.call(`/api/items/${id}/cover`, {
      method: 'POST',
      body: { url: `${pictureUrl}/cover.jpg` },
    });
    expect(set).toMatchObject({ status: 200, body: { success: true, cover: expect.stringMatching(/cover\.jpg$/) } });
    expect((await fetch(`${server.url}/api/items/${id}/cover?width=20`)).status).toBe(200);
    expect(await server.call(`/api/items/${id}/cover`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: 'OK',
    });
    expect((await fetch(`${server.url}/api/items/${id}/cover?width=20`)).status).toBe(404);
  });

  test('can be uploaded; a text is refused', async () => {
    const id = await idOf('The Bet');
    const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.append('cover', new Blob([bytes]), name);
      const token = await server.ctx.tokens.access(server.user('root'));
      const response = await fetch(`${server.url}/api/items/${id}/cover`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      return { status: response.status, text: await response.text() };
    };
    const png = new Uint8Array(
      await sharp({ create: { width: 30, height: 30, channels: 3, background: '#f00' } })
        .png()
        .toBuffer(),
    );
    expect((await upload('my cover.png', png)).status).toBe(200);
    const gif = new Uint8Array(await sharp(png).gif().toBuffer());
    const stored = await upload('moving.png', gif);
    expect([stored.status, stored.text]).toEqual([200, expect.stringMatching(/cover\.jpg"/)]);
    expect(await upload('x.txt', png)).toEqual({
      status: 400,
      text: 'Invalid image type .txt (Supported: png,jpg,jpeg,webp)',
    });
    expect(await upload('fake.png', new TextEncoder().encode('<script>'))).toEqual({
      status: 400,
      text: 'Invalid image',
    });
  });

  test.each([
    [{}, 400, 'Invalid request no file or url'],
    [{ url: 'ftp://x' }, 400, 'Failed to download image from url'],
  ])('from %j are refused', async (body, status, text) => {
    expect(await server.call(`/api/items/${await idOf('The Bet')}/cover`, { method: 'POST', body })).toMatchObject({
      status,
      body: text,
    });
  });

  test('by path are shown in browsers: another kind of picture is converted, a broken one refused', async () => {
    const id = await idOf('Frankenstein');
    const files = listAt((await server.call(`/api/items/${id}`)).body, 'libraryFiles');
    const picture = files.map((file) => String(at(file, 'metadata', 'path'))).find((name) => name.endsWith('.jpg'));
    const choose = () => server.call(`/api/items/${id}/cover`, { method: 'PATCH', body: { cover: picture } });
    const before = fs.readFileSync(String(picture));
    fs.writeFileSync(String(picture), await sharp(before).gif().toBuffer());
    const { status, body } = await choose();
    expect([status, String(at(body, 'cover')).startsWith(path.dirname(String(picture)))]).toEqual([200, false]);
    const shown = await fetch(`${server.url}/api/items/${id}/cover?raw=1`);
    expect(Buffer.from(await shown.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
    fs.writeFileSync(String(picture), 'no picture');
    expect(await choose()).toMatchObject({ status: 400, body: 'Invalid image' });
    fs.writeFileSync(String(picture), before);
    expect((await choose()).status).toBe(200);
  });

  test('by path must be a picture of the item itself', async () => {
    const id = await idOf('Frankenstein');
    expect(
      await server.call(`/api/items/${id}/cover`, { method: 'PATCH', body: { cover: '/etc/passwd' } }),
    ).toMatchObject({ status: 500, body: 'Cover path does not exist' });
    const cover = String(at((await server.call(`/api/items/${id}`)).body, 'media', 'coverPath'));
    expect(await server.call(`/api/items/${id}/cover`, { method: 'PATCH', body: { cover } })).toMatchObject({
      status: 200,
      body: { success: true, cover },
    });
  });
});

describe('names', () => {
  const authors = async (): Promise<unknown[]> =>
    listAt((await server.call(`/api/libraries/${server.bookLibraryId}/authors`)).body, 'authors');
  const authorId = async (name: string): Promise<string> =>
    String(
      at(
        (await authors()).find((author) => at(author, 'name') === name),
        'id',
      ),
    );

  test('an author is renamed with all his books', async () => {
    const id = await authorId('Arthur Conan Doyle');
    const { body } = await server.call(`/api/authors/${id}`, {
      method: 'PATCH',
      body: { name: 'A. C. Doyle', description: '<p>Doctor</p>' },
    });
    expectSameShape(body, recording('authors/update-name').response.body);
    expect(body).toMatchObject({ updated: true, author: { name: 'A. C. Doyle', description: '<p>Doctor</p>' } });
    expect(
      (await items()).filter((item) => at(item, 'media', 'metadata', 'authorNameLF') === 'Doyle, A. C.'),
    ).toHaveLength(2);
  });

  test('renaming to the name of another author gives him the books', async () => {
    const start = server.announcements.length;
    const { body } = await server.call(`/api/authors/${await authorId('A. C. Doyle')}`, {
      method: 'PATCH',
      body: { name: 'Edgar Allan Poe' },
    });
    expect(body).toMatchObject({ merged: true, author: { name: 'Edgar Allan Poe' } });
    expect(eventsSince(start)).toEqual(['items_updated', 'author_removed', 'author_updated']);
    expect((await authors()).find((author) => at(author, 'name') === 'Edgar Allan Poe')).toMatchObject({ numBooks: 3 });
  });

  test('an author picture comes from an address', async () => {
    const id = await authorId('Mary Shelley');
    expect(
      await server.call(`/api/authors/${id}/image`, { method: 'POST', body: { url: `${pictureUrl}/none.jpg` } }),
    ).toMatchObject({ status: 400, body: 'Request failed with status code 404' });
    expect(
      (await server.call(`/api/authors/${id}/image`, { method: 'POST', body: { url: `${pictureUrl}/cover.jpg` } }))
        .status,
    ).toBe(200);
    expect((await fetch(`${server.url}/api/authors/${id}/image?width=20`)).status).toBe(200);
    expect((await server.call(`/api/authors/${id}/image`, { method: 'DELETE' })).body).toMatchObject({
      author: { imagePath: null },
    });
    expect(await server.call(`/api/authors/${id}/image`, { method: 'DELETE' })).toMatchObject({
      status: 400,
      body: 'Author has no image path set',
    });
  });

  test('a tag is renamed, merged and removed everywhere', async () => {
    expect(
      (await server.call('/api/tags/rename', { method: 'POST', body: { tag: 'winter', newTag: 'frost' } })).body,
    ).toEqual({ tagMerged: false, numItemsUpdated: 4 });
    expect(
      (await server.call('/api/tags/rename', { method: 'POST', body: { tag: 'frost', newTag: 'short' } })).body,
    ).toEqual({ tagMerged: true, numItemsUpdated: 4 });
    expect(
      (
        await server.call(`/api/tags/${encodeURIComponent(Buffer.from('short').toString('base64'))}`, {
          method: 'DELETE',
        })
      ).body,
    ).toEqual({ numItemsUpdated: 7 });
    expect(listAt((await server.call('/api/tags')).body, 'tags')).not.toContain('short');
    expect(await server.call('/api/tags', { as: 'listener' })).toMatchObject({ status: 403, body: 'Forbidden' });
  });

  test('a narrator is renamed in all books', async () => {
    const narrators = listAt((await server.call(`/api/libraries/${server.bookLibraryId}/narrators`)).body, 'narrators');
    const bea = narrators.find((narrator) => at(narrator, 'name') === 'Bea Marlowe');
    expect(bea).toEqual({
      id: encodeURIComponent(Buffer.from('Bea Marlowe').toString('base64')),
      name: 'Bea Marlowe',
      numBooks: 3,
    });
    expect(
      (
        await server.call(`/api/libraries/${server.bookLibraryId}/narrators/${String(at(bea, 'id'))}`, {
          method: 'PATCH',
          body: { name: 'B. Marlowe' },
        })
      ).body,
    ).toEqual({ updated: 3 });
  });

  test('a series gets a description and keeps its books under a new name', async () => {
    const series = listAt((await server.call(`/api/libraries/${server.bookLibraryId}/series`)).body, 'results').find(
      (entry) => at(entry, 'name') === 'Sherlock Holmes',
    );
    const { body } = await server.call(`/api/series/${String(at(series, 'id'))}`, {
      method: 'PATCH',
      body: { name: 'Holmes', description: '<p>Baker Street</p>' },
    });
    expect(body).toMatchObject({ name: 'Holmes', description: '<p>Baker Street</p>' });
    expect(
      (await items('?sort=media.metadata.title'))
        .map((item) => at(item, 'media', 'metadata', 'seriesName'))
        .filter((name) => String(name).startsWith('Holmes')),
    ).toEqual(['Holmes #1', 'Holmes #2']);
    expect(await server.call(`/api/series/${String(at(series, 'id'))}`, { method: 'PATCH', body: {} })).toMatchObject({
      status: 400,
      body: 'No valid fields to update',
    });
  });
});

describe('search', () => {
  test('finds books, people, series, tags and genres in the recorded shape', async () => {
    const { body } = await server.call(`/api/libraries/${server.bookLibraryId}/search?q=hol`);
    expect(Object.keys(body as object)).toEqual(['book', 'narrators', 'tags', 'genres', 'series', 'authors']);
    expect(listAt(body, 'series').map((hit) => at(hit, 'series', 'name'))).toEqual(['Holmes']);
    expect(listAt(body, 'narrators')).toEqual([{ name: 'Dan Hollis', numBooks: 4 }]);
    expect(
      listAt((await server.call(`/api/libraries/${server.bookLibraryId}/search?q=stories`)).body, 'genres'),
    ).toEqual([
      { name: 'Ghost Stories', numItems: 1 },
      { name: 'Short Stories', numItems: 1 },
    ]);
  });

  test('treats the signs of SQL as letters', async () => {
    const { status, body } = await server.call(
      `/api/libraries/${server.bookLibraryId}/search?q=${encodeURIComponent("%' OR 1=1 --_")}`,
    );
    expect([status, body]).toEqual([200, { book: [], narrators: [], tags: [], genres: [], series: [], authors: [] }]);
  });

  test('finds Japanese, and episodes of podcasts', async () => {
    expect(
      listAt(
        (await server.call(`/api/libraries/${server.bookLibraryId}/search?q=${encodeURIComponent('猫')}`)).body,
        'book',
      ),
    ).toHaveLength(1);
    const podcast = (await server.call(`/api/libraries/${server.podcastLibraryId}/search?q=tortoise`)).body;
    expect(listAt(podcast, 'episodes').map((hit) => at(hit, 'libraryItem', 'recentEpisode', 'title'))).toEqual([
      'The Hare and the Tortoise',
    ]);
  });

  test('without a text is refused', async () => {
    expect(await server.call(`/api/libraries/${server.bookLibraryId}/search`)).toMatchObject({
      status: 400,
      body: 'Invalid request. Query param "q" must be a string',
    });
  });
});

describe('libraries', () => {
  test('are created, changed, ordered and removed', async () => {
    const start = server.announcements.length;
    const created = await server.call('/api/libraries', {
      method: 'POST',
      body: { name: 'More', folders: [{ fullPath: path.join(library, 'books', 'Aesop') }], icon: 'star' },
    });
    expectSameShape(created.body, recording('libraries/create-podcast').response.body, ['settings']);
    const id = String(at(created.body, 'id'));
    await server.ctx.scans.scanLibrary(id);
    expect(listAt((await server.call(`/api/libraries/${id}/items`)).body, 'results')).toHaveLength(2);
    const order = await server.call('/api/libraries/order', { method: 'POST', body: [{ id, newOrder: 1 }] });
    expect(listAt(order.body, 'libraries').map((entry) => [at(entry, 'name'), at(entry, 'displayOrder')])).toEqual([
      ['More', 1],
      ['Books', 2],
      ['Podcasts', 3],
    ]);
    expect(
      (
        await server.call(`/api/libraries/${id}`, {
          method: 'PATCH',
          body: { settings: { markAsFinishedPercentComplete: 95, markAsFinishedTimeRemaining: null } },
        })
      ).body,
    ).toMatchObject({ settings: { markAsFinishedPercentComplete: 95, markAsFinishedTimeRemaining: null } });
    expect(await server.call(`/api/libraries/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { id, name: 'More' },
    });
    expect(eventsSince(start).filter((event) => event.startsWith('library_') || event === 'item_removed')).toEqual([
      'library_added',
      'library_updated',
      'item_removed',
      'item_removed',
      'library_removed',
    ]);
    expect(fs.existsSync(path.join(library, 'books', 'Aesop'))).toBe(true);
  });

  test.each([
    [{ name: 'x' }, 'Invalid request. Folders must be a non-empty array of objects with path string'],
    [{ folders: [{ fullPath: '/tmp' }] }, 'Invalid request. Name must be a string'],
    [
      { name: 'x', folders: [{ fullPath: '/tmp' }], provider: 'custom-nope' },
      'Invalid request. Custom metadata provider does not exist',
    ],
    [
      { name: 'x', folders: [{ fullPath: '/tmp' }], settings: { audiobooksOnly: 'yes' } },
      'Invalid request. Setting "audiobooksOnly" must be of type boolean',
    ],
  ])('are not created from %j', async (body, text) => {
    expect(await server.call('/api/libraries', { method: 'POST', body })).toMatchObject({ status: 400, body: text });
  });

  test('are changed by admins only', async () => {
    expect(await server.call('/api/libraries', { method: 'POST', body: {}, as: 'listener' })).toMatchObject({
      status: 403,
      body: 'Forbidden',
    });
    expect(
      await server.call(`/api/libraries/${server.bookLibraryId}/scan`, { method: 'POST', as: 'listener' }),
    ).toMatchObject({ status: 403, body: 'Forbidden' });
  });
});

describe('downloads', () => {
  test('of a book are a zip of its files, named after it also in Japanese', async () => {
    const response = await server.call(`/api/items/${await idOf('吾輩は猫である')}/download`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%E5%90%BE");
  });

  test('of several books are named after their library, of one after the book', async () => {
    const nameOf = async (...titles: string[]) => {
      const ids = await Promise.all(titles.map(idOf));
      const { headers } = await server.call(`/api/libraries/${server.bookLibraryId}/download?ids=${ids.join(',')}`);
      return /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1];
    };
    const library = server.ctx.store.libraries.byId(server.bookLibraryId)?.name;
    expect([await nameOf('The Bet'), await nameOf('The Bet', 'The Happy Prince')]).toEqual([
      'The Bet.zip',
      `${library} (2).zip`,
    ]);
  });

  test('of several books need known ids', async () => {
    expect(await server.call(`/api/libraries/${server.bookLibraryId}/download`)).toMatchObject({
      status: 400,
      body: 'Invalid request. ids must be a string',
    });
    expect(await server.call(`/api/libraries/${server.bookLibraryId}/download?ids=nope`)).toMatchObject({
      status: 404,
      body: 'Library items not found',
    });
    expect(
      (await server.call(`/api/libraries/${server.bookLibraryId}/download?ids=${await idOf('The Bet')}`)).status,
    ).toBe(200);
  });
});
