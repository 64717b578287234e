import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from './support.ts';

let server: LibraryServer;
beforeAll(async () => {
  server = await startDemo();
});
afterAll(() => server.stop());

const titles = (body: unknown): unknown[] =>
  listAt(body, 'results').map((item) => at(item, 'media', 'metadata', 'title'));
const items = (query: string, as = 'root') =>
  server.call(`/api/libraries/${server.bookLibraryId}/items${query}`, { as });
const idOf = async (title: string): Promise<string> =>
  String(
    at(
      listAt((await items('')).body, 'results').find((item) => at(item, 'media', 'metadata', 'title') === title),
      'id',
    ),
  );

describe('a scan of the demo library', () => {
  test('finds every book and the podcast with its episodes', async () => {
    const { body } = await items('?sort=media.metadata.title');
    expect(titles(body)).toEqual([
      'A Christmas Carol',
      'A Scandal in Bohemia',
      "Aesop's Fables",
      "Alice's Adventures in Wonderland",
      'Alice: A Reader',
      'Carol in Pages',
      'Frankenstein',
      "Lady Chatterley's Lover",
      'Pride and Prejudice',
      'The Bet',
      'The Crow and the Pitcher',
      'The Happy Prince',
      expect.stringMatching(/^The Life and Strange Surprizing Adventures of Robinson Crusoe.{100}/),
      'The Raven and Annabel Lee',
      'The Red-Headed League',
      'The Time Machine',
      'ألف ليلة وليلة',
      '吾輩は猫である',
    ]);
    const podcasts = await server.call(`/api/libraries/${server.podcastLibraryId}/items`);
    expect(
      listAt(podcasts.body, 'results').map((item) => [
        at(item, 'media', 'metadata', 'title'),
        at(item, 'media', 'numEpisodes'),
      ]),
    ).toEqual([['Fables Daily', 12]]);
  });

  test('runs as a task with its results', () => {
    const tasks = server.announcements.filter(({ event }) => event === 'task_finished').map(({ payload }) => payload);
    expect(tasks.find((task) => at(task, 'data', 'libraryMediaType') === 'book')).toEqual({
      id: expect.any(String),
      action: 'library-scan',
      title: 'Scanning "Books" library',
      titleKey: 'MessageTaskScanningLibrary',
      titleSubs: ['Books'],
      description: null,
      descriptionKey: null,
      descriptionSubs: null,
      data: {
        libraryId: server.bookLibraryId,
        libraryName: 'Books',
        libraryMediaType: 'book',
        scanResults: {
          added: 18,
          updated: 0,
          missing: 0,
          elapsed: expect.any(Number),
          text: expect.stringMatching(/^18 added \(\d+ ms|sec\)$/),
        },
      },
      error: null,
      errorKey: null,
      errorSubs: null,
      showSuccess: true,
      isFailed: false,
      isFinished: true,
      startedAt: expect.any(Number),
      finishedAt: expect.any(Number),
    });
  });

  test('takes less than three seconds', () => {
    const elapsed = server.announcements
      .filter(({ event }) => event === 'task_finished')
      .map(({ payload }) => Number(at(payload, 'data', 'scanResults', 'elapsed')));
    expect(elapsed.reduce((total, ms) => total + ms, 0)).toBeLessThan(3000);
  });
});

describe('answers have the shape of the recordings', () => {
  test.each([
    ['libraries/list', '/api/libraries'],
    ['libraries/list-include-stats', '/api/libraries?include=stats'],
    ['libraries/one', '/api/libraries/BOOKS'],
    ['libraries/one-filterdata', '/api/libraries/BOOKS?include=filterdata'],
    ['libraries/one-filterdata-podcast', '/api/libraries/PODCASTS?include=filterdata'],
    ['libraries/filterdata', '/api/libraries/BOOKS/filterdata'],
    [
      'libraries/items-sort-media-metadata-authorName',
      '/api/libraries/BOOKS/items?limit=5&page=0&minified=1&sort=media.metadata.authorName&desc=0',
    ],
    [
      'libraries/items-podcasts',
      '/api/libraries/PODCASTS/items?limit=10&page=0&minified=1&sort=media.metadata.title&include=rssfeed,numEpisodesIncomplete,share',
    ],
    ['libraries/stats-ebook', '/api/libraries/BOOKS/stats'],
    ['libraries/stats-podcast', '/api/libraries/PODCASTS/stats'],
    ['libraries/authors', '/api/libraries/BOOKS/authors'],
    [
      'libraries/authors-sort-lastFirst',
      '/api/libraries/BOOKS/authors?limit=5&page=0&sort=lastFirst&desc=0&minified=1',
    ],
    [
      'libraries/series-sort-totalDuration',
      '/api/libraries/BOOKS/series?limit=2&page=0&sort=totalDuration&desc=1&minified=1',
    ],
    ['libraries/recent-episodes', '/api/libraries/PODCASTS/recent-episodes?limit=2&page=0'],
  ])('%s', async (name, path) => {
    const recorded = recording(name);
    const { status, body } = await server.call(
      path.replace('BOOKS', server.bookLibraryId).replace('PODCASTS', server.podcastLibraryId),
    );
    expect(status).toBe(recorded.response.status);
    expectSameShape(body, recorded.response.body, [
      'customMetadataProviders',
      'episodes.listOf.audioFile.metaTags',
      'episodes.listOf.audioTrack.metaTags',
    ]);
  });

  test.each([
    ['items/expanded', '?expanded=1&include=downloads,rssfeed,share,progress'],
    ['items/plain', ''],
  ])('%s', async (name, query) => {
    const { status, body } = await server.call(`/api/items/${await idOf("Alice's Adventures in Wonderland")}${query}`);
    expect(status).toBe(200);
    expectSameShape(body, recording(name).response.body, [
      'media.audioFiles.listOf.metaTags',
      'media.tracks.listOf.metaTags',
      'media.ebookFile',
    ]);
  });
});

describe('covers', () => {
  test('need no token, and come in the requested size and format, cacheable with ts', async () => {
    const path = `${server.url}/api/items/${await idOf('Frankenstein')}/cover`;
    const webp = await fetch(`${path}?width=100&format=webp&ts=1`);
    expect([webp.status, webp.headers.get('content-type'), webp.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, max-age=86400',
    ]);
    const jpeg = await fetch(`${path}?width=100&format=jpeg`);
    expect([jpeg.status, jpeg.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const raw = await fetch(`${path}?raw=1`);
    expect((await raw.arrayBuffer()).byteLength).toBeGreaterThan((await jpeg.arrayBuffer()).byteLength);
  });

  test('of a book without one are 404', async () => {
    expect((await fetch(`${server.url}/api/items/${await idOf('The Bet')}/cover`)).status).toBe(404);
  });

  test('inside an m4b become a file of the server', async () => {
    const { body } = await server.call(`/api/items/${await idOf('The Time Machine')}?expanded=1`);
    expect(at(body, 'media', 'coverPath')).toMatch(/items[\\/].*[\\/]cover\.jpg$/);
  });
});

describe('a plain user', () => {
  test('does not see explicit books in lists, nor open one by its id', async () => {
    expect(titles((await items('', 'listener')).body)).not.toContain("Lady Chatterley's Lover");
    const explicit = await idOf("Lady Chatterley's Lover");
    expect(await server.call(`/api/items/${explicit}`, { as: 'listener' })).toMatchObject({
      status: 403,
      body: 'Forbidden',
    });
  });
});

describe('home', () => {
  test('of a new listener shows new items and discoveries', async () => {
    const { body } = await server.call(`/api/libraries/${server.bookLibraryId}/personalized`, { as: 'listener' });
    expect(
      (body as unknown[]).map((shelf) => [at(shelf, 'id'), at(shelf, 'labelStringKey'), at(shelf, 'type')]),
    ).toEqual([
      ['recently-added', 'LabelRecentlyAdded', 'book'],
      ['recent-series', 'LabelRecentSeries', 'series'],
      ['discover', 'LabelDiscover', 'book'],
      ['newest-authors', 'LabelNewestAuthors', 'authors'],
    ]);
  });

  test('of a podcast library shows the newest episodes first', async () => {
    const { body } = await server.call(`/api/libraries/${server.podcastLibraryId}/personalized`);
    expect(at(body, 0, 'id')).toBe('newest-episodes');
    expect(at(body, 0, 'entities', 0, 'recentEpisode', 'title')).toBe('The Miller, his Son, and their Ass');
  });
});

describe('the cover cache', () => {
  const cover = async (query: string) => {
    const response = await fetch(`${server.url}/api/items/${await idOf('Frankenstein')}/cover?${query}`);
    return { etag: response.headers.get('etag'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const coverFile = async (): Promise<string> =>
    String(at((await server.call(`/api/items/${await idOf('Frankenstein')}`)).body, 'media', 'coverPath'));
  const cached = async (): Promise<string[]> => {
    const id = await idOf('Frankenstein');
    return fs
      .readdirSync(path.join(server.ctx.config.dataDir, 'metadata', 'cache', 'items', id.slice(0, 2)))
      .filter((name) => name.startsWith(id))
      .sort();
  };

  test('holds one file for each size and format, whatever ts says', async () => {
    const before = (await cached()).length;
    for (const ts of ['1', '2', '3']) await cover(`width=77&format=webp&ts=${ts}`);
    await cover('width=77&format=jpeg');
    expect((await cached()).length - before).toBe(2);
  });

  test('sends the stored picture itself when it fits the request', async () => {
    const { bytes } = await cover('width=2000&format=jpeg');
    expect(bytes.equals(fs.readFileSync(await coverFile()))).toBe(true);
  });

  test('answers 304 to a client that has it', async () => {
    const { etag } = await cover('width=50&format=webp');
    const again = await fetch(`${server.url}/api/items/${await idOf('Frankenstein')}/cover?width=50&format=webp`, {
      headers: { 'if-none-match': String(etag) },
    });
    expect(again.status).toBe(304);
  });

  test('draws once for many requests at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => cover('width=133&format=webp')));
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1);
    expect((await cached()).filter((name) => name.includes('_140x0'))).toHaveLength(1);
  });

  test('does not keep every requested size', async () => {
    for (let width = 200; width < 260; width += 1) await cover(`width=${width}&format=jpeg`);
    expect((await cached()).length).toBeLessThanOrEqual(40);
  });

  test('never enlarges a picture and ignores invalid sizes', async () => {
    const sizes = await Promise.all(
      ['width=99999', 'width=-5', 'width=abc', 'height=1e9'].map(
        async (query) => (await sharp((await cover(`${query}&format=webp`)).bytes).metadata()).width,
      ),
    );
    expect(sizes).toEqual([640, 400, 400, 640]);
  });
});
