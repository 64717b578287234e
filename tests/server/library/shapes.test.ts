import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from './support.ts';

let server: LibraryServer;
const variables = new Map<string, string>();

beforeAll(async () => {
  server = await startDemo();
  const root = server.user('root').id;
  const books = listAt((await server.call(`/api/libraries/${server.bookLibraryId}/items`)).body, 'results');
  const titled = (title: string): string =>
    String(
      at(
        books.find((item) => at(item, 'media', 'metadata', 'title') === title),
        'id',
      ),
    );
  const podcast = String(
    at((await server.call(`/api/libraries/${server.podcastLibraryId}/items`)).body, 'results', 0, 'id'),
  );
  const episodes = server.ctx.store.database
    .all<{ id: string }>('SELECT id FROM podcastEpisodes ORDER BY position')
    .map((row) => row.id);
  const progress = {
    userId: root,
    duration: 100,
    progress: 0.5,
    hideFromContinueListening: false,
    ebookLocation: null,
    ebookProgress: 0,
    lastUpdate: 1,
    startedAt: 1,
  };
  const save = (itemId: string, episodeId: string | null, isFinished: boolean): void => {
    const mediaItemId = episodeId ?? server.ctx.items.access(itemId)?.mediaId ?? '';
    const times = { currentTime: 50, isFinished, finishedAt: isFinished ? 1 : null };
    server.ctx.store.progress.save({
      ...progress,
      ...times,
      id: randomUUID(),
      libraryItemId: itemId,
      episodeId,
      mediaItemId,
      mediaItemType: episodeId ? 'podcastEpisode' : 'book',
    });
  };
  save(titled('Frankenstein'), null, false);
  save(titled('A Scandal in Bohemia'), null, true);
  save(podcast, episodes[0] ?? '', false);
  save(podcast, episodes[1] ?? '', true);
  const data = (await server.call(`/api/libraries/${server.bookLibraryId}/filterdata`)).body;
  const author = listAt(data, 'authors').find((entry) => at(entry, 'name') === 'Arthur Conan Doyle');
  for (const [name, value] of Object.entries({
    BOOKS: server.bookLibraryId,
    PODCASTS: server.podcastLibraryId,
    ALICE: titled("Alice's Adventures in Wonderland"),
    BET: titled('The Bet'),
    PODCAST: podcast,
    AUTHOR: String(at(author, 'id')),
    SERIES: String(at(data, 'series', 0, 'id')),
  }))
    variables.set(name, value);
});
afterAll(() => server.stop());

/** Keys of tags differ from file to file; they are not part of the shape. */
const TAGS = ['', 'libraryItem.', 'entities.listOf.', 'recentEpisode.'].flatMap((start) =>
  ['media.audioFiles.listOf.metaTags', 'media.tracks.listOf.metaTags', 'audioFile.metaTags'].map(
    (path) => `${start}${path}`,
  ),
);
const PODCAST_TAGS = [
  'media.episodes.listOf.audioFile.metaTags',
  'media.episodes.listOf.audioTrack.metaTags',
  'libraryItem.media.episodes.listOf.audioFile.metaTags',
];

/** On some items only: a podcast from a feed was never scanned, a book without an ebook has no format. */
const OPTIONAL = new Set(['lastScan', 'ebookFormat']);
const common = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json), (key, value: unknown) => (OPTIONAL.has(key) ? undefined : value));

const call = (path: string) => server.call(path.replace(/\b[A-Z]{3,}\b/g, (name) => variables.get(name) ?? name));

describe('answers have the shape of the recordings:', () => {
  test.each([
    ['items/expanded-podcast', '/api/items/PODCAST?expanded=1&include=downloads,rssfeed,share'],
    ['items/podcast-plain', '/api/items/PODCAST'],
    ['authors/one', '/api/authors/AUTHOR'],
    ['authors/one-items-series', '/api/authors/AUTHOR?include=items,series'],
    ['series/one', '/api/series/SERIES?include=progress,rssfeed'],
    ['libraries/series-one', '/api/libraries/BOOKS/series/SERIES?include=progress,rssfeed'],
    ['libraries/narrators', '/api/libraries/BOOKS/narrators'],
    [
      'libraries/items-collapseseries',
      '/api/libraries/BOOKS/items?limit=20&page=0&minified=1&sort=media.metadata.title&collapseseries=1',
    ],
    [
      'libraries/items-podcasts',
      '/api/libraries/PODCASTS/items?limit=10&page=0&minified=1&sort=media.metadata.title&include=rssfeed,numEpisodesIncomplete,share',
    ],
    ['libraries/podcast-titles', '/api/libraries/PODCASTS/podcast-titles'],
    ['libraries/search-nothing', '/api/libraries/BOOKS/search?q=zzzzqqq'],
    ['tags/list', '/api/tags'],
    ['genres/list', '/api/genres'],
  ])('%s', async (name, path) => {
    const { status, body } = await call(path);
    expect(status).toBe(recording(name).response.status);
    expectSameShape(common(body), common(recording(name).response.body), [...TAGS, ...PODCAST_TAGS]);
  });

  test.each([
    ['personalized-final', '/api/libraries/BOOKS/personalized?include=rssfeed,numEpisodesIncomplete,share'],
    ['personalized-podcast', '/api/libraries/PODCASTS/personalized?include=rssfeed,numEpisodesIncomplete,share'],
  ])('every shelf of libraries/%s', async (name, path) => {
    const recorded = listAt(recording(`libraries/${name}`).response.body);
    const shelves = listAt((await call(path)).body);
    expect(
      shelves.map((shelf) => [at(shelf, 'id'), at(shelf, 'label'), at(shelf, 'labelStringKey'), at(shelf, 'type')]),
    ).toEqual(
      recorded
        .filter((shelf) => shelves.some((entry) => at(entry, 'id') === at(shelf, 'id')))
        .map((shelf) => [at(shelf, 'id'), at(shelf, 'label'), at(shelf, 'labelStringKey'), at(shelf, 'type')]),
    );
    for (const shelf of shelves) {
      const same = recorded.find((entry) => at(entry, 'id') === at(shelf, 'id'));
      expectSameShape(common(shelf), common(same), ['entities.listOf.recentEpisode.audioFile.metaTags']);
    }
  });

  test.each([
    ['search', '/api/libraries/BOOKS/search?q=al&limit=3', 'book'],
    ['search', '/api/libraries/BOOKS/search?q=sherlock&limit=3', 'series'],
    ['search', '/api/libraries/BOOKS/search?q=doyle&limit=3', 'authors'],
    ['search-podcast', '/api/libraries/PODCASTS/search?q=fab', 'podcast'],
  ])('the hits of libraries/%s %s', async (name, path, kind) => {
    const hits = listAt((await call(path)).body, kind);
    expect(hits.length).toBeGreaterThan(0);
    expectSameShape(common(hits[0]), common(at(recording(`libraries/${name}`).response.body, kind, 0)), [
      'libraryItem.media.audioFiles.listOf.metaTags',
      'libraryItem.media.tracks.listOf.metaTags',
      'libraryItem.media.ebookFile',
      'books.listOf.media.audioFiles.listOf.metaTags',
      ...PODCAST_TAGS,
    ]);
  });
});

describe('refusals have the status and text of the recordings:', () => {
  test.each([
    ['items/err-not-found', 'GET', '/api/items/nope', 'root', undefined],
    ['items/cover-none', 'GET', '/api/items/BET/cover', 'root', undefined],
    ['items/cover-unknown-item', 'GET', '/api/items/nope/cover', 'root', undefined],
    ['items/file-err-unknown', 'GET', '/api/items/ALICE/file/1', 'root', undefined],
    ['items/ebook-err-none', 'GET', '/api/items/BET/ebook', 'root', undefined],
    ['items/ebook-err-bad-file', 'GET', '/api/items/ALICE/ebook/1', 'root', undefined],
    ['items/batch-get-err-empty', 'POST', '/api/items/batch/get', 'root', { libraryItemIds: [] }],
    ['items/batch-get-unknown', 'POST', '/api/items/batch/get', 'root', { libraryItemIds: ['nope'] }],
    ['items/batch-delete-err-body', 'POST', '/api/items/batch/delete', 'root', {}],
    ['items/batch-delete-err-unknown', 'POST', '/api/items/batch/delete', 'root', { libraryItemIds: ['nope'] }],
    ['items/batch-delete-err-user', 'POST', '/api/items/batch/delete', 'listener', { libraryItemIds: ['nope'] }],
    ['items/batch-update-err-empty', 'POST', '/api/items/batch/update', 'root', []],
    ['items/batch-update-err-unknown', 'POST', '/api/items/batch/update', 'root', [{ id: 'nope', mediaPayload: {} }]],
    ['items/batch-scan-err-empty', 'POST', '/api/items/batch/scan', 'root', {}],
    ['items/batch-scan-err-user', 'POST', '/api/items/batch/scan', 'listener', {}],
    ['items/media-patch-err-user', 'PATCH', '/api/items/BET/media', 'listener', { metadata: { title: 'x' } }],
    ['items/delete-err-user', 'DELETE', '/api/items/BET', 'listener', undefined],
    ['items/file-delete-err', 'DELETE', '/api/items/BET/file/1', 'root', undefined],
    ['items/file-delete-err-user', 'DELETE', '/api/items/BET/file/1', 'listener', undefined],
    ['items/cover-delete-err-user', 'DELETE', '/api/items/BET/cover', 'listener', undefined],
    ['items/cover-patch-err-missing', 'PATCH', '/api/items/BET/cover', 'root', {}],
    ['items/cover-upload-err-user', 'POST', '/api/items/BET/cover', 'listener', {}],
    ['items/chapters-err', 'POST', '/api/items/BET/chapters', 'root', { chapters: [{ start: '0' }] }],
    ['items/chapters-err-user', 'POST', '/api/items/BET/chapters', 'listener', {}],
    ['items/tracks-err', 'PATCH', '/api/items/BET/tracks', 'root', { orderedFileData: [{ ino: '1' }, { ino: '2' }] }],
    ['items/ebook-status-err-not-ebook', 'PATCH', '/api/items/BET/ebook/1/status', 'root', undefined],
    ['items/ebook-status-err-user', 'PATCH', '/api/items/BET/ebook/1/status', 'listener', undefined],
    ['items/metadata-object-err', 'GET', '/api/items/BET/metadata-object', 'listener', undefined],
    ['items/scan-err-user', 'POST', '/api/items/BET/scan', 'listener', undefined],
    ['authors/one-err', 'GET', '/api/authors/nope', 'root', undefined],
    ['authors/update-err', 'PATCH', '/api/authors/AUTHOR', 'root', { foo: 1 }],
    ['authors/update-err-user', 'PATCH', '/api/authors/AUTHOR', 'listener', { name: 'x' }],
    ['authors/delete-err-user', 'DELETE', '/api/authors/AUTHOR', 'listener', undefined],
    ['authors/image-err-none', 'GET', '/api/authors/AUTHOR/image', 'root', undefined],
    ['authors/image-delete-err', 'DELETE', '/api/authors/AUTHOR/image', 'root', undefined],
    ['authors/image-set-err-missing', 'POST', '/api/authors/AUTHOR/image', 'root', {}],
    ['authors/image-set-err-url', 'POST', '/api/authors/AUTHOR/image', 'root', { url: 'nope' }],
    ['series/one-err', 'GET', '/api/series/nope', 'root', undefined],
    ['series/update-err', 'PATCH', '/api/series/SERIES', 'root', {}],
    ['series/update-err-user', 'PATCH', '/api/series/SERIES', 'listener', {}],
    ['tags/list-err-user', 'GET', '/api/tags', 'listener', undefined],
    ['tags/rename-err', 'POST', '/api/tags/rename', 'root', { tag: 'x' }],
    ['genres/rename-err', 'POST', '/api/genres/rename', 'root', {}],
    ['libraries/one-err-not-found', 'GET', '/api/libraries/nope', 'root', undefined],
    ['libraries/series-one-err', 'GET', '/api/libraries/BOOKS/series/nope', 'root', undefined],
    ['libraries/recent-episodes-err-book-library', 'GET', '/api/libraries/BOOKS/recent-episodes', 'root', undefined],
    ['libraries/narrator-rename-err', 'PATCH', '/api/libraries/BOOKS/narrators/eA==', 'root', {}],
    ['libraries/narrator-rename-err-user', 'PATCH', '/api/libraries/BOOKS/narrators/eA==', 'listener', { name: 'x' }],
    ['libraries/order-err', 'POST', '/api/libraries/order', 'root', { a: 1 }],
    ['libraries/order-err-unknown', 'POST', '/api/libraries/order', 'root', [{ id: 'nope', newOrder: 1 }]],
    [
      'libraries/update-err-setting',
      'PATCH',
      '/api/libraries/BOOKS',
      'root',
      { settings: { markAsFinishedPercentComplete: 150 } },
    ],
    [
      'libraries/update-err-setting-type',
      'PATCH',
      '/api/libraries/BOOKS',
      'root',
      { settings: { audiobooksOnly: 'yes' } },
    ],
    ['libraries/update-err-provider', 'PATCH', '/api/libraries/BOOKS', 'root', { provider: 'custom-nope' }],
    ['libraries/issues-delete-err-user', 'DELETE', '/api/libraries/BOOKS/issues', 'listener', undefined],
    ['libraries/remove-metadata-err-user', 'POST', '/api/libraries/BOOKS/remove-metadata', 'listener', undefined],
    ['libraries/podcast-titles-err', 'GET', '/api/libraries/PODCASTS/podcast-titles', 'listener', undefined],
  ] as const)('%s', async (name, method, path, as, body) => {
    const recorded = recording(name).response;
    const replaced = path.replace(/\b[A-Z]{3,}\b/g, (word) => variables.get(word) ?? word);
    const answer = await server.call(replaced, { method, as, ...(body === undefined ? {} : { body }) });
    expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([
      recorded.status,
      recorded.body,
      recorded.headers['content-type'] ?? null,
    ]);
  });
});
