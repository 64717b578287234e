import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer } from '../../support/embedded-server.ts';
import { recording, socketRecording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt } from '../library/support.ts';
import { startWeb, type Web } from '../../support/web.ts';
import { startPodcasts, type PodcastServer } from '../podcasts/support.ts';
import { json, servicesOn } from './support.ts';

let web: Web;
let server: PodcastServer;
let provider: string;
let book: string;
beforeAll(async () => {
  web = await startWeb();
  server = await startPodcasts({ searchServices: servicesOn(web.url) });
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#633' } })
    .jpeg()
    .toBuffer();
  for (const name of ['/new-cover.jpg', '/author.jpg']) web.answer(name, picture, 'image/jpeg');
  const made = await server.root.send('POST', '/api/custom-metadata-providers', {
    name: 'Local',
    url: `${web.url}/provider`,
    mediaType: 'book',
  });
  provider = `custom-${at(made.body, 'provider', 'id')}`;
  book = String(at((await server.root.get(`/api/libraries/${server.books.id}/items`)).body, 'results', 0, 'id'));
});
afterAll(async () => {
  await server.stop();
  await web.stop();
});
beforeEach(() => void server.announcements.splice(0));

const match = {
  title: 'The Wager',
  subtitle: 'From the provider',
  author: 'Anton Chekhov, Brand New Author',
  narrator: 'Provider Narrator',
  publisher: 'Provider House',
  publishedYear: '1899',
  description: '<p>Provider <b>description</b></p>',
  isbn: '9780000000002',
  asin: 'B00PROVIDE',
  genres: ['Provider Genre'],
  tags: 'provider,matched',
  series: [{ series: 'Provider Series', sequence: '3' }],
  language: 'English',
};
const offer = (...matches: unknown[]) => json(web, '/provider/search', { matches });
const error = ({ status, headers, body }: Answer) => [status, headers.get('content-type'), body];
const recorded = (name: string) => {
  const { response } = recording(name);
  return [response.status, response.headers['content-type'], response.body];
};
const events = () => server.announcements.map(({ event }) => event);
const quickMatch = (body: Record<string, unknown>, id = book) =>
  server.root.send('POST', `/api/items/${id}/match`, { provider, ...body });
const metadata = (body: unknown) => at(body, 'libraryItem', 'media', 'metadata');

describe('a match of a book', () => {
  test('without a result is a warning', async () => {
    offer();
    expect((await quickMatch({ title: 'zzz nothing' })).body).toEqual({ warning: `No ${provider} match found` });
    expect(events()).toEqual([]);
  });

  test('fills empty fields only', async () => {
    await server.root.send('PATCH', `/api/items/${book}/media`, {
      metadata: { subtitle: 'Mine', publisher: null, narrators: [], series: [] },
      tags: [],
    });
    server.announcements.splice(0);
    offer(match);
    const { body } = await quickMatch({});
    expectSameShape(body, recording('items/match').response.body, [
      'libraryItem.media.audioFiles.listOf.metaTags',
      'libraryItem.media.tracks.listOf.metaTags',
    ]);
    expect(metadata(body)).toMatchObject({
      title: 'The Bet',
      subtitle: 'Mine',
      publisher: 'Provider House',
      authorName: 'Anton Chekhov',
      narrators: ['Provider Narrator'],
      seriesName: 'Provider Series #3',
      asin: 'B00PROVIDE',
    });
    expect(at(body, 'libraryItem', 'media', 'tags')).toEqual(['provider', 'matched']);
    expect(events()).toEqual(['series_added', 'item_updated']);
    expectSameShape(server.announcements[0]?.payload, socketRecording('item-updated-match').events[0]?.payload);
    expect(at((await quickMatch({})).body, 'updated')).toBe(false);
  });

  test('replaces everything on request, and announces a new author', async () => {
    offer({ ...match, cover: `${web.url}/new-cover.jpg` });
    const { body } = await quickMatch({ overrideDetails: true, overrideCover: true });
    expect(metadata(body)).toMatchObject({
      title: 'The Wager',
      subtitle: 'From the provider',
      authorName: 'Anton Chekhov, Brand New Author',
      description: '<p>Provider <b>description</b></p>',
    });
    const cover = String(at(body, 'libraryItem', 'media', 'coverPath'));
    expect([path.basename(cover), (await sharp(cover).metadata()).width]).toEqual(['cover.jpg', 40]);
    expect(events()).toEqual(['author_added', 'item_updated']);
  });

  test('continues without a cover that failed to load', async () => {
    offer({ title: 'The Wager', subtitle: 'Again', cover: `${web.url}/nowhere.jpg` });
    const before = at((await server.root.get(`/api/items/${book}?expanded=1`)).body, 'media', 'coverPath');
    const { body } = await quickMatch({ overrideDetails: true, overrideCover: true });
    expect([at(metadata(body), 'subtitle'), at(body, 'libraryItem', 'media', 'coverPath')]).toEqual(['Again', before]);
  });

  test('needs the permission and a visible item', async () => {
    expect(error(await server.listener.send('POST', `/api/items/${book}/match`, {}))).toEqual(
      recorded('items/match-err-user'),
    );
    expect((await quickMatch({}, 'nope')).status).toBe(404);
  });
});

describe('a match of many', () => {
  test('of chosen items reports the number to its account', async () => {
    offer({ title: 'The Bet', subtitle: 'Batch' });
    const body = { libraryItemIds: [book, book, 'nope'], options: { provider, overrideDetails: true } };
    expect(error(await server.root.send('POST', '/api/items/batch/quickmatch', body))).toEqual(
      recorded('items/batch-quickmatch'),
    );
    await vi.waitFor(() =>
      expect(server.announcements.at(-1)).toEqual({
        event: 'batch_quickmatch_complete',
        payload: { success: true, updates: 1, unmatched: 0 },
        audience: { to: 'user', userId: server.root.user?.id },
      }),
    );
    expect(error(await server.root.send('POST', '/api/items/batch/quickmatch', {}))).toEqual(
      recorded('items/batch-quickmatch-err-empty'),
    );
    expect(error(await server.listener.send('POST', '/api/items/batch/quickmatch', body))).toEqual(
      recorded('items/batch-quickmatch-err-user'),
    );
  });

  test('of a library runs as a task, skips what the settings exclude, and is for administrators', async () => {
    json(web, '/google/books/v1/volumes', {
      items: [{ id: '1', volumeInfo: { title: 'The Bet', subtitle: 'From Google' } }],
    });
    await server.root.send('PATCH', `/api/items/${book}/media`, {
      metadata: { subtitle: null, isbn: null, asin: null },
    });
    server.announcements.splice(0);
    expect(error(await server.root.get(`/api/libraries/${server.books.id}/matchall`))).toEqual(
      recorded('libraries/matchall'),
    );
    await vi.waitFor(() => expect(events()).toEqual(['task_started', 'item_updated', 'task_finished']));
    expect(at(server.announcements.at(-1)?.payload, 'data', 'scanResults')).toMatchObject({
      added: 0,
      updated: 1,
      missing: 0,
      text: expect.stringMatching(/^1 updated \(\d+ ms\)$/),
    });
    await server.root.send('PATCH', `/api/items/${book}/media`, { metadata: { subtitle: null, asin: 'B00PROVIDE' } });
    await server.root.send('PATCH', `/api/libraries/${server.books.id}`, {
      settings: { skipMatchingMediaWithAsin: true },
    });
    server.announcements.splice(0);
    await server.root.get(`/api/libraries/${server.books.id}/matchall`);
    await vi.waitFor(() => expect(events()).toEqual(['task_started', 'task_finished']));
    expect(error(await server.listener.get(`/api/libraries/${server.books.id}/matchall`))).toEqual(
      recorded('libraries/matchall-err-user'),
    );
  });
});

test('a match of a podcast fills it from the directory', async () => {
  const made = await server.root.send('POST', '/api/podcasts', {
    folderId: server.library.folders[0]?.id,
    libraryId: server.library.id,
    media: { metadata: { title: 'Fables', author: 'Mine' } },
  });
  json(web, '/itunes/search', {
    results: [
      {
        collectionId: 1,
        collectionName: 'Fables Daily',
        artistName: 'Theirs',
        feedUrl: 'https://x/f.xml',
        genres: ['Books'],
        artworkUrl600: `${web.url}/new-cover.jpg`,
      },
    ],
  });
  const { body } = await quickMatch({}, String(at(made.body, 'id')));
  expect(metadata(body)).toMatchObject({
    title: 'Fables',
    author: 'Mine',
    feedUrl: 'https://x/f.xml',
    itunesId: '1',
    genres: ['Books'],
  });
  expect(fs.existsSync(String(at(body, 'libraryItem', 'media', 'coverPath')))).toBe(true);
});

describe('a match of an author', () => {
  test('applies text, picture and ASIN and notifies all sockets', async () => {
    json(web, '/audnexus/authors', [{ asin: 'B000AP1234', name: 'Anton Chekhov' }]);
    json(web, '/audnexus/authors/B000AP1234', {
      asin: 'B000AP1234',
      name: 'Anton Chekhov',
      description: 'A biography.',
      image: `${web.url}/author.jpg`,
    });
    const authors = listAt((await server.root.get(`/api/libraries/${server.books.id}/authors`)).body, 'authors');
    const id = String(
      at(
        authors.find((author) => at(author, 'name') === 'Anton Chekhov'),
        'id',
      ),
    );
    const answer = await server.root.send('POST', `/api/authors/${id}/match`, { q: 'Anton Chekov', region: 'us' });
    expectSameShape(answer.body, recording('authors/match').response.body);
    expect(answer.body).toMatchObject({
      updated: true,
      author: { asin: 'B000AP1234', description: 'A biography.', imagePath: expect.stringMatching(/\.jpg$/) },
    });
    expect(events()).toEqual(['author_updated']);
    expectSameShape(server.announcements[0]?.payload, socketRecording('author-match').events[0]?.payload);
    expect(
      at((await server.root.send('POST', `/api/authors/${id}/match`, { asin: 'B000AP1234' })).body, 'updated'),
    ).toBe(false);
    expect(error(await server.root.send('POST', `/api/authors/${id}/match`, { q: 'zzz nobody' }))).toEqual(
      recorded('authors/match-err-none'),
    );
    expect(error(await server.listener.send('POST', `/api/authors/${id}/match`, { q: 'x' }))).toEqual(
      recorded('authors/match-err-user'),
    );
  });
});

test('technical facts of an audio file are for administrators', async () => {
  const item = (await server.root.get(`/api/items/${book}?expanded=1`)).body;
  const place = `/api/items/${book}/ffprobe`;
  const { body } = await server.root.get(`${place}/${at(item, 'media', 'audioFiles', 0, 'ino')}`);
  expect([
    at(body, 'streams', 0, 'codec_name'),
    at(body, 'format', 'size'),
    Number(at(body, 'format', 'duration')),
  ]).toEqual(['mp3', String(at(item, 'media', 'audioFiles', 0, 'metadata', 'size')), at(item, 'media', 'duration')]);
  expect(error(await server.root.get(`${place}/1`))).toEqual(recorded('items/ffprobe-err-unknown'));
  expect(error(await server.listener.get(`${place}/1`))).toEqual(recorded('items/ffprobe-err'));
});
