import fs from 'node:fs';
import path from 'node:path';
import { startWeb, type Web } from '../../support/web.ts';
import { audnexusBook, json } from '../search/support.ts';
import { recordings } from './recorded.ts';

/** The media of the recordings. The sound of the longest files is silence, so that they pack well. */
export const kit = path.join(import.meta.dirname, 'kit');

/** The services on 127.0.0.1 of the recorded server: feeds, pictures, a provider, notifications. */
export async function startOutside(): Promise<Web> {
  const web = await startWeb();
  const feeds = path.join(kit, 'feeds');
  const types: Readonly<Record<string, string>> = {
    '.jpg': 'image/jpeg',
    '.mp3': 'audio/mpeg',
    '.json': 'application/json',
    '.xml': 'text/xml',
  };
  for (const name of fs.readdirSync(feeds, { recursive: true, encoding: 'utf8' })) {
    const type = types[path.extname(name)];
    if (!type) continue;
    const bytes = fs.readFileSync(path.join(feeds, name));
    const isOfHere = type === 'text/xml' || type === 'application/json';
    web.answer(`/${name}`, isOfHere ? bytes.toString().replaceAll('http://127.0.0.1:18081', web.url) : bytes, type);
  }
  const provider = recordings.find(({ name }) => name === 'auth/openid-config')?.response.body;
  web.answer(
    '/oidc/.well-known/openid-configuration',
    JSON.stringify(provider).replaceAll('http://127.0.0.1:18081', web.url),
    'application/json',
  );
  // The custom provider of the recordings: it has every title but those with zzz.
  web.handle('/provider/search', (request, response) => {
    const requested = new URL(request.url ?? '/', web.url).searchParams;
    const match = {
      title: requested.get('query') ?? '',
      subtitle: 'From the custom provider',
      author: requested.get('query') === 'The Nightingale and the Rose' ? 'Brand New Author' : requested.get('author'),
      narrator: 'Provider Narrator',
      publisher: 'Provider House',
      publishedYear: '1899',
      description: '<p>Provider <b>description</b></p>',
      cover: `${web.url}/new-cover.jpg`,
      isbn: '9780000000002',
      asin: 'B00PROVIDE',
      genres: ['Provider Genre', 'Classics'],
      tags: 'provider,matched',
      series: [{ series: 'Provider Series', sequence: '3' }],
      language: 'English',
      duration: 600,
    };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ matches: requested.get('query')?.includes('zzz') ? [] : [match] }));
  });
  answerSearches(web);
  web.answer('/apprise/notify', 'OK', 'text/plain');
  return web;
}

/** A service that answers only one query. */
function answering(
  web: Web,
  at: string,
  isRequested: (query: URLSearchParams) => boolean,
  found: unknown,
  none: unknown,
) {
  web.handle(at, (request, response) => {
    const query = new URL(request.url ?? '/', web.url).searchParams;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(isRequested(query) ? found : none));
  });
}

/** Stand-ins for the services on the internet, with the answers behind those of the recorded server. */
function answerSearches(web: Web): void {
  const asin = 'B002V0QK4C';
  const author = { asin: 'B000AP1234', name: 'Lewis Carroll' };
  answering(web, '/audnexus/authors', (query) => query.get('name') === author.name, [author], []);
  json(web, `/audnexus/authors/${author.asin}`, {
    ...author,
    description: 'A biography of the author supplied by the upstream service.',
    image: `${web.url}/author.jpg`,
  });
  json(web, `/audnexus/books/${asin}`, {
    ...audnexusBook(asin, 12, `${web.url}/new-cover.jpg`),
    summary: '<p>Summary <script>1</script>from upstream.</p>',
  });
  const chapters = [
    ['Opening Credits', 0, 12_000],
    ['Down the Rabbit-Hole', 12_000, 60_000],
    ['The Pool of Tears', 72_000, 50_000],
    ['End Credits', 122_000, 8_000],
  ] as const;
  json(web, `/audnexus/books/${asin}/chapters`, {
    asin,
    brandIntroDurationMs: 2043,
    brandOutroDurationMs: 5062,
    chapters: chapters.map(([title, start, length]) => ({
      lengthMs: length,
      startOffsetMs: start,
      startOffsetSec: start / 1000,
      title,
    })),
    isAccurate: true,
    region: 'us',
    runtimeLengthMs: 130_000,
    runtimeLengthSec: 130,
  });
  json(web, '/audible.com/1.0/catalog/products', { products: [{ asin }] });
  const volume = (title: string) => ({
    id: 'gbook1',
    volumeInfo: {
      title,
      subtitle: 'A Google result',
      authors: ['Lewis Carroll', 'Second Author'],
      publisher: 'Google Press',
      description: 'Description from the volume search.',
      imageLinks: { thumbnail: `${web.url}/new-cover.jpg` },
      categories: ['Fiction'],
      industryIdentifiers: [{ type: 'ISBN_13', identifier: '9780000000026' }],
    },
  });
  web.handle('/google/books/v1/volumes', (request, response) => {
    const title = /intitle:(.*?)(?: inauthor:|$)/.exec(
      new URL(request.url ?? '/', web.url).searchParams.get('q') ?? '',
    );
    const items = title?.[1]?.includes('zzz') ? [] : [volume(title?.[1] ?? '')];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ items }));
  });
  const podcasts = [
    [
      'fables-daily',
      'Fables Daily',
      'The Aesop Players',
      2000000001,
      '2024-04-08T08:30:00Z',
      ['Books', 'Podcasts', 'Arts'],
      14,
    ],
    [
      'gothic-hour',
      'The Gothic Hour',
      'Edgar & Friends',
      null,
      '2024-01-29T08:30:00Z',
      ['Drama', 'Podcasts', 'Fiction'],
      4,
    ],
  ] as const;
  const directory = podcasts.map(([feed, title, artist, artistId, released, genres, count], index) => ({
    collectionId: 1000000001 + index,
    ...(artistId === null ? {} : { artistId }),
    collectionName: title,
    artistName: artist,
    releaseDate: released,
    genres,
    artworkUrl600: `${web.url}/${feed}/cover.jpg`,
    trackCount: count,
    feedUrl: `${web.url}/${feed}/feed.xml`,
    collectionViewUrl: `https://podcasts.apple.com/us/podcast/${feed}/id${1000000001 + index}`,
    trackExplicitness: index === 0 ? 'cleaned' : 'explicit',
  }));
  const audiobook = {
    collectionId: 3000000001,
    artistId: 2000000003,
    collectionName: 'Alice',
    artistName: 'Lewis Carroll, Bea Narrator',
    description: 'An iTunes description.',
    releaseDate: '2010-01-01T00:00:00Z',
    primaryGenreName: 'Classics',
    artworkUrl100: `${web.url}/100x100bb.jpg`,
  };
  web.handle('/itunes/search', (request, response) => {
    const query = new URL(request.url ?? '/', web.url).searchParams;
    const results =
      query.get('media') === 'audiobook' ? [audiobook] : query.get('term')?.includes('zzz') ? [] : directory;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
  });
}
