import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
const ids = new Map<string, string>();

beforeAll(async () => {
  server = await startDemo();
  const books = await server.call(`/api/libraries/${server.bookLibraryId}/items`);
  for (const item of listAt(books.body, 'results'))
    ids.set(String(at(item, 'media', 'metadata', 'title')), String(at(item, 'id')));
  const podcasts = await server.call(`/api/libraries/${server.podcastLibraryId}/items`);
  ids.set('podcast', String(at(podcasts.body, 'results', 0, 'id')));
  const series = await server.call(`/api/libraries/${server.bookLibraryId}/series?limit=10&page=0`);
  ids.set('series', String(at(series.body, 'results', 0, 'id')));
});
afterAll(() => server.stop());
beforeEach(() => void server.announcements.splice(0));

const details = { preventIndexing: true, ownerName: 'Owner & Co', ownerEmail: 'o@example.com' };
const open = (path: string, body: unknown, as = 'root') =>
  server.call(`/api/feeds/${path}/open`, { method: 'POST', body, as });
const request = (slug: string) => ({ serverAddress: server.url, slug, metadataDetails: details });
const read = async (slug: string) => {
  const answer = await fetch(`${server.url}/feed/${slug}`);
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  return { answer, channel: at(parser.parse(await answer.text()), 'rss', 'channel') };
};
const book = "Aesop's Fables";

describe('an RSS feed', () => {
  test('of a book of several files lists them in order, a minute apart, with ranges of the audio', async () => {
    const { body } = await open(`item/${ids.get(book)}`, request('aesop'));
    expectSameShape(body, recording('feeds/open-item').response.body);
    expect(server.announcements.map(({ event, audience }) => [event, audience.to])).toEqual([
      ['rss_feed_open', 'each'],
    ]);
    const { answer, channel } = await read('aesop');
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect([at(channel, 'title'), at(channel, 'itunes:owner', 'itunes:name'), at(channel, 'itunes:block')]).toEqual([
      book,
      'Owner & Co',
      'yes',
    ]);
    const items = listAt(channel, 'item');
    const dates = items.map((item) => Date.parse(String(at(item, 'pubDate'))));
    expect(dates).toEqual(dates.map((_, index) => (dates[0] ?? 0) + index * 60_000));
    const enclosure = String(at(items[0], 'enclosure', 'url'));
    const audio = await fetch(enclosure, { headers: { range: 'bytes=0-99' } });
    expect([audio.status, audio.headers.get('content-type'), (await audio.arrayBuffer()).byteLength]).toEqual([
      206,
      'audio/mpeg',
      100,
    ]);
    expect(audio.headers.get('content-range')).toBe(`bytes 0-99/${at(items[0], 'enclosure', 'length')}`);
    expect((await fetch(`${server.url}/feed/aesop/cover`)).headers.get('content-type')).toMatch(/^image\//);
  });

  test('keeps the address by which it was opened, for every reader', async () => {
    await open(`item/${ids.get('The Time Machine')}`, {
      serverAddress: 'https://books.example.org/abs/',
      slug: 'addressed',
      metadataDetails: details,
    });
    const { channel } = await read('addressed');
    expect(at(channel, 'item', 'enclosure', 'url')).toMatch(
      /^https:\/\/books\.example\.org\/abs\/feed\/addressed\/item\//,
    );
  });

  test('of a podcast keeps dates, numbers and HTML descriptions of its episodes', async () => {
    await open(`item/${ids.get('podcast')}`, request('pod'));
    const { channel } = await read('pod');
    const items = listAt(channel, 'item');
    expect(items).toHaveLength(12);
    expect(items.map((item) => String(at(item, 'description'))).join('')).toContain('<p>');
  });

  test('of a series has its books in the order of the series, those without a number last', async () => {
    const series = async (title: string, sequence: string | null) =>
      server.call(`/api/items/${ids.get(title)}/media`, {
        method: 'PATCH',
        body: { metadata: { series: [{ name: 'In order', sequence }] } },
      });
    await series(book, null);
    await series('The Time Machine', '2');
    const { id } = server.ctx.store.database.get<{ id: string }>("SELECT id FROM series WHERE name = 'In order'") ?? {};
    expect((await open(`series/${id}`, request('in-order'))).status).toBe(200);
    const titles = listAt((await read('in-order')).channel, 'item').map((item) => String(at(item, 'title')));
    const [first] = titles;
    expect([titles.length > 2, first?.startsWith('The Time Machine')]).toEqual([true, true]);
  });

  test('of a series and of a collection holds all of their books', async () => {
    expect((await open(`series/${ids.get('series')}`, request('a-series'))).status).toBe(200);
    const made = await server.call('/api/collections', {
      method: 'POST',
      body: {
        libraryId: server.bookLibraryId,
        name: 'Two <books>',
        books: [ids.get(book), ids.get('The Time Machine')],
      },
    });
    expect((await open(`collection/${at(made.body, 'id')}`, request('a-collection'))).status).toBe(200);
    const { channel } = await read('a-collection');
    expect(at(channel, 'title')).toBe('Two <books>');
    expect(listAt(channel, 'item').length).toBeGreaterThan(1);
  });

  test.each([
    ['feeds/open-err-body', () => [`item/${ids.get(book)}`, {}]],
    ['feeds/open-err-slug', () => [`item/${ids.get('The Time Machine')}`, request('aesop')]],
    ['feeds/open-err-no-audio', () => [`item/${ids.get('Carol in Pages')}`, request('ebook')]],
    ['feeds/open-err-unknown', () => ['item/nope', request('q')]],
  ] as const)('is refused as in %s', async (name, call) => {
    const { response } = recording(name);
    const [path, body] = call();
    const answer = await open(String(path), body);
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
      response.status,
      response.headers['content-type'],
      response.body,
    ]);
  });

  test('is opened, listed and closed by administrators, and missing once closed', async () => {
    expect((await open(`item/${ids.get(book)}`, request('mine'), 'listener')).status).toBe(403);
    expect((await server.call('/api/feeds', { as: 'listener' })).status).toBe(403);
    const list = await server.call('/api/feeds');
    const feed = listAt(list.body, 'feeds').find((one) => at(one, 'slug') === 'aesop');
    expectSameShape(feed, listAt(recording('feeds/list').response.body, 'feeds')[0]);
    expect((await server.call(`/api/feeds/${at(feed, 'id')}/close`, { method: 'POST' })).body).toBe('OK');
    expect((await fetch(`${server.url}/feed/aesop`)).status).toBe(404);
    expect((await server.call('/api/feeds/nope/close', { method: 'POST' })).status).toBe(404);
  });
});
