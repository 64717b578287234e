import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messageOf } from '../../../server/errors.ts';
import { plainTitle } from '../../../server/search/books.ts';
import { editDistance, unlikeness } from '../../../server/search/similarity.ts';
import type { Answer } from '../../support/embedded-server.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at } from '../library/support.ts';
import { startWeb, type Web } from '../../support/web.ts';
import { startPodcasts, type PodcastServer } from '../podcasts/support.ts';
import { audnexusBook, json, servicesOn } from './support.ts';

let web: Web;
let server: PodcastServer;
beforeAll(async () => {
  web = await startWeb();
  server = await startPodcasts({ searchServices: servicesOn(web.url) });
});
afterAll(async () => {
  await server.stop();
  await web.stop();
});
beforeEach(() => void web.requested.splice(0));

const error = ({ status, headers, body }: Answer) => [status, headers.get('content-type'), body];
const recorded = (name: string) => {
  const { response } = recording(`search/${name}`);
  return [response.status, response.headers['content-type'], response.body];
};
const search = async (path: string) => (await server.listener.get(`/api/search/${path}`)).body;
const query = (index = 0) => Object.fromEntries(new URL(web.requested[index] ?? '', web.url).searchParams);

describe('books', () => {
  test('of Google Books are mapped as recorded', async () => {
    json(web, '/google/books/v1/volumes', {
      items: [
        {
          id: 'gbook1',
          volumeInfo: {
            title: 'Alice',
            subtitle: 'A Google result',
            authors: ['Lewis Carroll', 'Second Author'],
            publisher: 'Google Press',
            publishedDate: '1999-01',
            description: 'Description<script>1</script>',
            categories: ['Fiction'],
            imageLinks: { thumbnail: 'http://books.example/cover' },
            industryIdentifiers: [
              { type: 'ISBN_10', identifier: '1' },
              { type: 'ISBN_13', identifier: '9780000000026' },
            ],
          },
        },
      ],
    });
    const found = await search('books?title=Alice&author=Carroll');
    expect(found).toEqual([
      {
        id: 'gbook1',
        title: 'Alice',
        subtitle: 'A Google result',
        author: 'Lewis Carroll, Second Author',
        publisher: 'Google Press',
        publishedYear: '1999',
        description: 'Description',
        cover: 'https://books.example/cover',
        genres: ['Fiction'],
        isbn: '9780000000026',
        descriptionPlain: 'Description',
      },
    ]);
    expectSameShape(found, recording('search/books-as-user').response.body);
    expect(query()).toEqual({ q: 'intitle:Alice inauthor:Carroll' });
  });

  test('of the store come with details, those of the length of the item first', async () => {
    json(web, '/audible.com/1.0/catalog/products', {
      products: [{ asin: 'B000000001' }, { asin: 'B000000002' }, { asin: '../x' }],
    });
    json(web, '/audnexus/books/B000000001', audnexusBook('B000000001', 700, `${web.url}/cover.jpg`));
    json(web, '/audnexus/books/B000000002', audnexusBook('B000000002', 1, `${web.url}/cover.jpg`));
    const [book] = at((await server.root.get(`/api/libraries/${server.books.id}/items`)).body, 'results') as {
      id: string;
    }[];
    const found = await search(`books?provider=audible&title=Alice&author=Carroll&id=${book?.id}`);
    expectSameShape(found, recording('search/books-audible').response.body);
    expect([
      at(found, 0, 'asin'),
      at(found, 1, 'asin'),
      at(found, 0, 'description'),
      at(found, 0, 'series'),
      at(found, 0, 'tags'),
      at(found, 0, 'language'),
    ]).toEqual([
      'B000000002',
      'B000000001',
      '<p>Summary from upstream.</p>',
      [{ series: 'Alice', sequence: '1' }],
      'Family',
      'English',
    ]);
  });

  test('of another store are requested in its country', async () => {
    json(web, '/audible.co.uk/1.0/catalog/products', { products: [{ asin: 'B000000003' }] });
    json(web, '/audnexus/books/B000000003', audnexusBook('B000000003', 1, ''));
    expect(at(await search('books?provider=audible.uk&title=Alice'), 0, 'asin')).toBe('B000000003');
    expect(web.requested.at(-1)).toBe('/audnexus/books/B000000003?region=uk');
  });

  test('of iTunes and Open Library are mapped', async () => {
    json(web, '/itunes/search', {
      results: [
        {
          collectionId: 3,
          artistId: 2,
          collectionName: 'Alice',
          artistName: 'Lewis Carroll',
          description: 'D',
          releaseDate: '2010-01-01T08:00:00Z',
          primaryGenreName: 'Classics',
          artworkUrl100: 'https://x/100x100bb.jpg',
        },
      ],
    });
    const itunes = await search('books?provider=itunes&title=Alice');
    expectSameShape(itunes, recording('search/books-itunes').response.body);
    expect([at(itunes, 0, 'publishedYear'), at(itunes, 0, 'cover')]).toEqual(['2010', 'https://x/600x600bb.jpg']);
    json(web, '/openlibrary/search.json', {
      docs: [
        {
          key: '/works/OL1W',
          title: 'Alice',
          author_name: ['Lewis Carroll'],
          first_publish_year: 1865,
          cover_i: 7,
          isbn: ['9'],
          publisher: ['M'],
          subject: ['S'],
        },
      ],
    });
    expect(await search('books?provider=openlibrary&title=Alice')).toEqual([
      {
        id: 'OL1W',
        title: 'Alice',
        subtitle: null,
        author: 'Lewis Carroll',
        publisher: 'M',
        publishedYear: '1865',
        cover: `${web.url}/olcovers/b/id/7-L.jpg`,
        isbn: '9',
        genres: ['S'],
      },
    ]);
  });

  test('of a custom provider are requested with its secret, and only valid fields are kept', async () => {
    const { provider } = (
      await server.root.send('POST', '/api/custom-metadata-providers', {
        name: 'Local',
        url: `${web.url}/provider/`,
        mediaType: 'book',
        authHeaderValue: 'provider-secret',
      })
    ).body as { provider: { id: string } };
    json(web, '/provider/search', {
      matches: [
        {
          title: 'Alice',
          subtitle: 5,
          author: 'Lewis Carroll',
          description: '<p>Provider <b>description</b></p><script>1</script>',
          cover: `${web.url}/new-cover.jpg`,
          genres: ['A', null],
          tags: ['provider', 'matched'],
          series: [{ series: 'S', sequence: 3 }, {}],
          duration: 3600,
          evil: '<script>',
        },
        { title: 'Only a title', cover: 'javascript:alert(1)' },
        { author: 'No title' },
        'nothing',
      ],
    });
    expect(await search(`books?provider=custom-${provider.id}&title=Alice&author=Lewis%20Carroll`)).toEqual([
      {
        title: 'Alice',
        subtitle: '5',
        author: 'Lewis Carroll',
        description: '<p>Provider <b>description</b></p>',
        cover: `${web.url}/new-cover.jpg`,
        genres: ['A'],
        tags: 'provider,matched',
        series: [{ series: 'S', sequence: '3' }],
        duration: 3600,
      },
      { title: 'Only a title' },
    ]);
    expect([query(), web.headers.at(-1)?.authorization]).toEqual([
      { mediaType: 'book', query: 'Alice', author: 'Lewis Carroll' },
      'provider-secret',
    ]);
    expect(await search('covers?provider=all&title=Alice')).toMatchObject({
      results: expect.arrayContaining([`${web.url}/new-cover.jpg`]),
    });
  });

  test('of a failing custom provider are an error, with the reason in the log (areas 18)', async () => {
    const make = async (url: string) => {
      const body = { name: 'Shelf', url, mediaType: 'book', authHeaderValue: 'provider-secret' };
      const made = await server.root.send('POST', '/api/custom-metadata-providers', body);
      return String(at(made.body, 'provider', 'id'));
    };
    const gone = await startWeb();
    await gone.stop();
    web.handle('/forbidden/search', (_request, response) => void response.writeHead(401).end('no'));
    web.answer('/page/search', '<html>', 'text/html');
    json(web, '/listless/search', { results: [] });
    json(web, '/empty/search', { matches: [] });
    const logged: unknown[] = [];
    const stop = server.ctx.log.subscribe(({ levelName, source, message }) =>
      logged.push([levelName, source, message]),
    );
    const silent = [502, 'The source did not answer'];
    const cases = [
      [gone.url, `connect ECONNREFUSED ${new URL(gone.url).host}`, silent],
      [`${web.url}/forbidden`, 'HTTP 401', [502, 'The source answered HTTP 401']],
      [`${web.url}/page`, `Unexpected token '<', "<html>" is not valid JSON`, silent],
      [`${web.url}/listless`, 'The answer has no list "matches"', [200, []]],
      [`${web.url}/empty`, null, [200, []]],
    ] as const;
    for (const [url, reason, expected] of cases) {
      const id = await make(url);
      logged.length = 0;
      const answer = await server.root.get(`/api/search/books?provider=custom-${id}&title=Alice`);
      expect([answer.status, answer.body]).toEqual(expected);
      expect(logged).toEqual(
        reason === null ? [] : [['WARN', 'Search', `No answer from the metadata provider "Shelf": ${reason}`]],
      );
      await server.root.send('DELETE', `/api/custom-metadata-providers/${id}`);
    }
    stop();
    const [v6, v4] = [new Error('connect ECONNREFUSED ::1:80'), new Error('connect ECONNREFUSED 127.0.0.1:80')];
    expect(messageOf(new AggregateError([v6, v4]))).toBe(`${v6.message}, ${v4.message}`);
  });

  test('are searched again by a plainer title, and without a result the list is empty', async () => {
    web.handle(
      '/google/books/v1/volumes',
      (request, response) =>
        void response
          .setHeader('content-type', 'application/json')
          .end(
            request.url?.includes('Unabridged')
              ? '{}'
              : JSON.stringify({ items: [{ id: '1', volumeInfo: { title: 'Emma' } }] }),
          ),
    );
    expect(at(await search('books?title=Emma: A Novel (Unabridged)'), 0, 'title')).toBe('Emma');
    expect(web.requested).toHaveLength(2);
    for (const body of ['null', '[]', '{"items":[null,5,{"volumeInfo":[]}]}']) {
      web.answer('/google/books/v1/volumes', body, 'application/json');
      expect(await search('books?title=Nothing')).toEqual([]);
    }
    expect(await search('books?provider=unknown&title=x')).toEqual([]);
    expect(await search('books?title=')).toEqual([]);
  });

  test.each([
    ['Emma (Unabridged)', 'Emma'],
    ['Emma: A Novel', 'Emma'],
    ['[Emma]', '[Emma]'],
    ['Emma', 'Emma'],
  ])('named %j are plainly %j', (title, plain) => expect(plainTitle(title)).toBe(plain));
});

describe('a service that fails', () => {
  const paths = [
    'books?title=Nothing&provider=google',
    'books?title=Nothing&provider=itunes',
    'books?title=Nothing&provider=openlibrary',
    'books?title=Nothing&provider=audible',
    'covers?title=Nothing&provider=audiobookcovers',
    'covers?title=Nothing&podcast=1',
    'podcast?term=Nothing',
    'authors?q=Nothing',
    'chapters?asin=B000000001',
  ];
  const services = [
    '/google/books/v1/volumes',
    '/itunes/search',
    '/openlibrary/search.json',
    '/audible.com/1.0/catalog/products',
    '/covers/cover/bytext/',
    '/audnexus/authors',
    '/audnexus/books/B000000001/chapters',
  ];

  test.each(paths)('is an error, not an empty list: %s', async (path) => {
    for (const service of services)
      web.handle(service, (_request, response) => void response.writeHead(503).end('busy'));
    expect(error(await server.listener.get(`/api/search/${path}`))).toEqual([
      502,
      'text/html; charset=utf-8',
      'The source answered HTTP 503',
    ]);
    for (const service of services) web.handle(service, (_request, response) => void response.writeHead(404).end());
    expect((await server.listener.get(`/api/search/${path}`)).status).toBe(200);
  });

  test('hides nothing that another one found', async () => {
    web.handle('/google/books/v1/volumes', (_request, response) => void response.writeHead(503).end());
    json(web, '/itunes/search', { results: [{ collectionName: 'F', artworkUrl100: 'https://x/3.jpg' }] });
    expect((await server.listener.get('/api/search/covers?title=F&provider=all')).status).toBe(200);
  });
});

describe('covers', () => {
  test('are the pictures of the hits, each once', async () => {
    const volume = (thumbnail: string) => ({ volumeInfo: { title: 'x', imageLinks: { thumbnail } } });
    json(web, '/google/books/v1/volumes', { items: [volume('https://x/1'), volume('https://x/1'), volume('')] });
    expect(await search('covers?title=Alice&provider=google')).toEqual({ results: ['https://x/1'] });
    json(web, '/covers/cover/bytext/', [{ versions: { png: { original: 'https://x/2.png' } } }, {}]);
    expect(await search('covers?title=Alice&provider=audiobookcovers')).toEqual({ results: ['https://x/2.png'] });
    json(web, '/itunes/search', { results: [{ collectionName: 'F', artworkUrl600: 'https://x/3.jpg' }] });
    expect(await search('covers?title=Fables&podcast=1')).toEqual({ results: ['https://x/3.jpg'] });
    expect(error(await server.listener.get('/api/search/covers'))).toEqual(recorded('covers-err'));
  });
});

describe('podcasts', () => {
  test('are found in the directory of a country', async () => {
    json(web, '/itunes/search', {
      results: [
        {
          collectionId: 1,
          artistId: 2,
          collectionName: 'Fables Daily',
          artistName: 'The Aesop Players',
          releaseDate: '2024-04-08T08:30:00Z',
          genres: ['Books'],
          artworkUrl600: 'https://x/c.jpg',
          trackCount: 14,
          feedUrl: 'https://x/f.xml',
          collectionViewUrl: 'https://podcasts.example/1',
          trackExplicitness: 'explicit',
        },
      ],
    });
    const found = await search('podcast?term=fables&country=de');
    expectSameShape(found, recording('search/podcast').response.body);
    expect([at(found, 0, 'explicit'), query()['country'], query()['term']]).toEqual([true, 'de', 'fables']);
    expect(error(await server.listener.get('/api/search/podcast'))).toEqual(recorded('podcast-err'));
  });
});

describe('authors and chapters', () => {
  test('the nearest name is the author, and null without one', async () => {
    json(web, '/audnexus/authors', [
      { asin: 'B000AP9999', name: 'Louis Carol' },
      { asin: 'B000AP1234', name: 'Lewis Carroll' },
    ]);
    json(web, '/audnexus/authors/B000AP1234', {
      asin: 'B000AP1234',
      name: 'Lewis Carroll',
      description: 'A biography.',
      image: `${web.url}/author.jpg`,
    });
    const found = await search('authors?q=lewis carrol');
    expectSameShape(found, recording('search/authors').response.body);
    expect(at(found, 'name')).toBe('Lewis Carroll');
    expect(error(await server.listener.get('/api/search/authors?q=zzz nobody'))).toEqual(recorded('authors-none'));
    expect(error(await server.listener.get('/api/search/authors'))).toEqual(recorded('authors-err'));
  });

  test('chapters come as the service sends them, errors with status 200', async () => {
    const { response } = recording('search/chapters');
    json(web, '/audnexus/books/B002V0QK4C/chapters', response.body);
    expect(await search('chapters?asin=b002v0qk4c&region=us')).toEqual(response.body);
    expect(error(await server.listener.get('/api/search/chapters?asin=B00MISSING&region=us'))).toEqual(
      recorded('chapters-not-found'),
    );
    expect(await search('chapters?asin=../../x')).toEqual({ error: 'Invalid ASIN', stringKey: 'MessageInvalidAsin' });
    expect(await search('chapters')).toEqual({ error: 'Invalid ASIN', stringKey: 'MessageInvalidAsin' });
  });
});

test('a server without a network says that the sources did not answer', async () => {
  const gone = await startPodcasts({ searchServices: servicesOn('http://127.0.0.1:1') });
  const answers = await Promise.all(
    [
      'books?title=x',
      'books?provider=audible&title=x',
      'books?provider=itunes&title=x',
      'books?provider=openlibrary&title=x',
      'covers?provider=all&title=x',
      'podcast?term=x',
      'authors?q=x',
      'chapters?asin=B002V0QK4C',
    ].map(async (path) => {
      const { status, body } = await gone.root.get(`/api/search/${path}`);
      return [status, body];
    }),
  );
  expect(answers).toEqual(answers.map(() => [502, 'The source did not answer']));
  await gone.stop();
});

test('similarity of texts', () => {
  expect([
    editDistance('Kitten', 'sitting'),
    editDistance('', 'ab'),
    unlikeness('a', 'a'),
    unlikeness('fox', 'The Fox and the Grapes'),
    unlikeness('abc', 'xyz'),
  ]).toEqual([3, 2, 0, 0.3, 1]);
});
