import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseFilter } from '../../../server/library/query/filters.ts';
import { sequenceList } from '../../../server/library/query/collapse.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from './support.ts';

let server: LibraryServer;
let ids: Map<string, string>;

/** Short names for the books of the demo, in the order of their titles. */
const short: Record<string, string> = {
  'A Christmas Carol': 'Carol',
  'A Scandal in Bohemia': 'Scandal',
  "Aesop's Fables": 'Fables',
  "Alice's Adventures in Wonderland": 'Alice',
  'Alice: A Reader': 'Reader',
  'Carol in Pages': 'Pages',
  Frankenstein: 'Frankenstein',
  "Lady Chatterley's Lover": 'Lady',
  'Pride and Prejudice': 'Pride',
  'The Bet': 'Bet',
  'The Crow and the Pitcher': 'Crow',
  'The Happy Prince': 'Prince',
  'The Raven and Annabel Lee': 'Raven',
  'The Red-Headed League': 'League',
  'The Time Machine': 'Time',
  'ألف ليلة وليلة': 'Layla',
  吾輩は猫である: 'Neko',
};
const nameOf = (item: unknown): string => {
  const title = String(at(item, 'media', 'metadata', 'title'));
  return short[title] ?? (title.startsWith('The Life') ? 'Crusoe' : title);
};
const base64 = (text: string): string => encodeURIComponent(Buffer.from(text).toString('base64'));
const filter = (group: string, value?: string): string =>
  `filter=${encodeURIComponent(value === undefined ? group : `${group}.${base64(value)}`)}`;
const list = async (query: string, as = 'root'): Promise<string[]> =>
  listAt((await server.call(`/api/libraries/${server.bookLibraryId}/items?${query}`, { as })).body, 'results').map(
    nameOf,
  );
const sorted = async (query: string): Promise<string[]> => await list(`sort=media.metadata.title&${query}`);

function saveProgress(
  user: string,
  name: string,
  changes: { currentTime?: number; ebookProgress?: number; isFinished?: boolean; lastUpdate: number; hide?: boolean },
): void {
  const itemId = ids.get(name) ?? '';
  const mediaId = server.ctx.items.access(itemId)?.mediaId ?? '';
  server.ctx.store.progress.save({
    id: randomUUID(),
    userId: server.user(user).id,
    libraryItemId: itemId,
    episodeId: null,
    mediaItemId: mediaId,
    mediaItemType: 'book',
    duration: 100,
    progress: 0.5,
    currentTime: changes.currentTime ?? 0,
    isFinished: changes.isFinished ?? false,
    hideFromContinueListening: changes.hide ?? false,
    ebookLocation: null,
    ebookProgress: changes.ebookProgress ?? 0,
    lastUpdate: changes.lastUpdate,
    startedAt: 1,
    finishedAt: changes.isFinished ? changes.lastUpdate : null,
  });
}

beforeAll(async () => {
  server = await startDemo();
  ids = new Map(
    listAt((await server.call(`/api/libraries/${server.bookLibraryId}/items`)).body, 'results').map((item) => [
      nameOf(item),
      String(at(item, 'id')),
    ]),
  );
  saveProgress('root', 'Alice', { currentTime: 50, lastUpdate: 1000 });
  saveProgress('root', 'Fables', { currentTime: 20, ebookProgress: 0.2, lastUpdate: 3000 });
  saveProgress('root', 'Pages', { ebookProgress: 0.4, lastUpdate: 2000 });
  saveProgress('root', 'Scandal', { isFinished: true, currentTime: 100, lastUpdate: 4000 });
  saveProgress('root', 'Reader', { isFinished: true, ebookProgress: 1, lastUpdate: 5000 });
  saveProgress('root', 'Time', { currentTime: 10, lastUpdate: 6000, hide: true });
});
afterAll(() => server.stop());

const allButFinished = [
  'Carol',
  'Fables',
  'Alice',
  'Pages',
  'Frankenstein',
  'Lady',
  'Pride',
  'Bet',
  'Crow',
  'Prince',
  'Crusoe',
  'Raven',
  'League',
  'Time',
  'Layla',
  'Neko',
];

describe('without a sort key', () => {
  /** As recorded: by author, last names first, and the books of an author as they were added. */
  const expected = (condition = ''): string[] =>
    server.ctx.store.database
      .all<{ title: string; authorNameLF: string }>(
        `SELECT title, authorNameLF FROM libraryItems i WHERE libraryId = '${server.bookLibraryId}' ${condition} ORDER BY addedAt, rowid`,
      )
      .toSorted(
        (a, b) =>
          (a.authorNameLF.toLowerCase() < b.authorNameLF.toLowerCase() ? -1 : 1) *
          Number(a.authorNameLF !== b.authorNameLF),
      )
      .map(({ title }) => nameOf({ media: { metadata: { title } } }));

  test.each(['', 'sort=nothing', 'limit=100&page=0', 'sort=sequence', 'sort=progress&desc=1'])(
    'books come by author (%s)',
    async (query) => expect(await list(query)).toEqual(expected()),
  );

  test('pages follow each other in that order, desc or not', async () => {
    const pages = await Promise.all([0, 1, 2, 3, 4, 5].map((page) => list(`limit=4&desc=1&page=${page}`)));
    expect(pages.flat()).toEqual(expected());
  });

  test('a filter keeps it', async () => {
    const winter = "AND EXISTS (SELECT 1 FROM itemValues v WHERE v.itemId = i.id AND v.value = 'winter')";
    expect(await list(`${filter('tags', 'winter')}`)).toEqual(expected(winter));
    expect(await list(`${filter('languages', 'English')}`)).toEqual(expected("AND language = 'English'"));
    expect(await list(`limit=5&${filter('tracks', 'multi')}`)).toEqual(expected('AND numTracks > 1').slice(0, 5));
  });

  test('begun items come in the order of starting; new ones in the order of adding', async () => {
    expect(await list(filter('progress', 'in-progress'))).toEqual(['Alice', 'Fables', 'Pages', 'Time']);
    expect(await list(filter('progress', 'finished'))).toEqual(['Scandal', 'Reader']);
    expect(await list(filter('progress', 'not-finished'))).toEqual(
      expected().filter((name) => !['Scandal', 'Reader'].includes(name)),
    );
    const added = server.ctx.store.database.all<{ title: string }>(
      'SELECT title FROM libraryItems WHERE libraryId = ? ORDER BY addedAt, rowid',
      server.bookLibraryId,
    );
    expect(await list(filter('recent'))).toEqual(added.map(({ title }) => nameOf({ media: { metadata: { title } } })));
  });

  test('a series stands at its first number; where no book has one, at the first title', async () => {
    const { database } = server.ctx.store;
    const [series] = database.all<{ id: string }>(
      'SELECT seriesId AS id FROM bookSeries GROUP BY seriesId HAVING count(*) > 1 ORDER BY seriesId',
    );
    const books = database.all<{ itemId: string; sequence: string | null }>(
      'SELECT b.itemId, b.sequence FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ? ORDER BY i.title COLLATE NOCASE',
      series?.id,
    );
    const number = (itemId: string, sequence: string | null) =>
      database.run(
        'UPDATE bookSeries SET sequence = ? WHERE itemId = ? AND seriesId = ?',
        sequence,
        itemId,
        series?.id,
      );
    const heads = async (): Promise<unknown[]> => {
      const { body } = await server.call(
        `/api/libraries/${server.bookLibraryId}/items?collapseseries=1&limit=100&sort=media.metadata.title`,
      );
      return listAt(body, 'results')
        .filter((item) => at(item, 'collapsedSeries', 'id') === series?.id)
        .map((item) => at(item, 'id'));
    };
    const [first, ...others] = books.map(({ itemId }) => itemId);
    try {
      others.forEach((itemId, index) => number(itemId, String(20 - index)));
      number(first ?? '', null);
      expect(await heads()).toEqual([others.at(-1)]);
      number(first ?? '', '3');
      expect(await heads()).toEqual([first]);
      for (const { itemId } of books) number(itemId, null);
      expect(await heads()).toEqual([first]);
    } finally {
      for (const { itemId, sequence } of books) number(itemId, sequence);
    }
  });

  test('collapsed lists use it, too', async () => {
    const collapsed = await list('collapseseries=1&limit=100');
    expect(collapsed.length).toBeGreaterThan(10);
    expect(collapsed).toEqual(expected().filter((name) => collapsed.includes(name)));
  });

  test.each(['authors', 'authors?sort=nothing', 'authors?limit=50&page=0'])(
    '%s come in the order of adding',
    async (path) => {
      const { body } = await server.call(`/api/libraries/${server.bookLibraryId}/${path}`);
      expect(listAt(body, path.includes('limit') ? 'results' : 'authors').map((author) => at(author, 'name'))).toEqual(
        server.ctx.store.database
          .all<{ name: string }>(
            'SELECT name FROM authors WHERE libraryId = ? ORDER BY addedAt, rowid',
            server.bookLibraryId,
          )
          .map(({ name }) => name),
      );
    },
  );
});

describe('filters', () => {
  test.each<[string, string | undefined, string[]]>([
    ['genres', 'Ghost Stories', ['Carol']],
    ['genres', '小説', ['Neko']],
    ['tags', 'winter', ['Carol', 'Pages', 'Frankenstein', 'Raven']],
    ['narrators', 'Ann Archer', ['Frankenstein', 'Pride']],
    ['publishers', 'Macmillan', ['Alice', 'Reader']],
    ['languages', 'العربية', ['Layla']],
    ['publishedDecades', '1890', ['Scandal', 'League', 'Time']],
    ['publishedDecades', '1810', ['Frankenstein', 'Pride']],
    ['progress', 'finished', ['Scandal', 'Reader']],
    ['progress', 'in-progress', ['Fables', 'Alice', 'Pages', 'Time']],
    [
      'progress',
      'not-started',
      ['Carol', 'Frankenstein', 'Lady', 'Pride', 'Bet', 'Crow', 'Prince', 'Crusoe', 'Raven', 'League', 'Layla', 'Neko'],
    ],
    ['progress', 'not-finished', allButFinished],
    ['progress', 'audio-in-progress', ['Fables', 'Alice', 'Time']],
    ['progress', 'ebook-in-progress', ['Fables', 'Pages']],
    ['progress', 'ebook-finished', ['Reader']],
    ['missing', 'cover', ['Bet']],
    ['missing', 'authors', []],
    [
      'missing',
      'isbn',
      [
        'Carol',
        'Scandal',
        'Fables',
        'Reader',
        'Pages',
        'Frankenstein',
        'Lady',
        'Pride',
        'Bet',
        'Crow',
        'Prince',
        'Crusoe',
        'Raven',
        'League',
        'Time',
        'Layla',
        'Neko',
      ],
    ],
    ['missing', 'narrators', ['Reader', 'Pages', 'Crow']],
    ['missing', 'language', ['Scandal', 'Bet', 'League', 'Time']],
    ['missing', 'tags', ['Scandal', 'Reader', 'Bet', 'Crusoe', 'League', 'Time', 'Layla', 'Neko']],
    ['missing', 'chapters', ['Reader', 'Pages', 'Lady', 'Bet', 'Crow', 'Prince', 'Crusoe']],
    ['tracks', 'none', ['Reader', 'Pages', 'Crow']],
    ['tracks', 'multi', ['Scandal', 'Fables', 'Frankenstein', 'Pride', 'Raven', 'League']],
    ['tracks', 'single', ['Carol', 'Alice', 'Lady', 'Bet', 'Prince', 'Crusoe', 'Time', 'Layla', 'Neko']],
    ['ebooks', 'ebook', ['Fables', 'Alice', 'Reader', 'Pages', 'Crow']],
    ['ebooks', 'supplementary', []],
    ['abridged', undefined, ['Lady']],
    ['explicit', undefined, ['Lady']],
    ['issues', undefined, []],
    ['feed-open', undefined, []],
    ['share-open', undefined, []],
  ])('%s %s', async (group, value, expected) => {
    expect(await sorted(filter(group, value))).toEqual(expected);
  });

  test('the opposite of a filter is the rest', async () => {
    const all = await sorted('');
    const [ebook, none] = [await sorted(filter('ebooks', 'ebook')), await sorted(filter('ebooks', 'no-ebook'))];
    expect([...ebook, ...none].sort()).toEqual([...all].sort());
    const [series, alone] = [await sorted(filter('missing', 'series')), await sorted(filter('series', 'no-series'))];
    expect(series).toEqual(alone);
  });

  test('unchanged filter values are not sent again', async () => {
    const path = `/api/libraries/${server.bookLibraryId}/filterdata`;
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12, 1), toFake: ['Date'] });
    const first = await server.call(path);
    vi.setSystemTime(Date.UTC(2026, 0, 1, 12, 29));
    const later = await server.call(path);
    vi.useRealTimers();
    expect(later.body).toEqual(first.body);
  });

  test('authors and series go by id', async () => {
    const data = (await server.call(`/api/libraries/${server.bookLibraryId}/filterdata`)).body;
    const idIn = (kind: string, name: string): string =>
      String(
        at(
          listAt(data, kind).find((entry) => at(entry, 'name') === name),
          'id',
        ),
      );
    expect(await sorted(filter('authors', idIn('authors', 'Aesop')))).toEqual(['Fables', 'Crow']);
    expect(await list(filter('series', idIn('series', 'Sherlock Holmes')) + '&sort=sequence')).toEqual([
      'Scandal',
      'League',
    ]);
    expect(await list(filter('series', idIn('series', 'Sherlock Holmes')) + '&sort=sequence&desc=1')).toEqual([
      'League',
      'Scandal',
    ]);
  });

  test('a list of one series carries that series in the recorded shape', async () => {
    const series = listAt((await server.call(`/api/libraries/${server.bookLibraryId}/filterdata`)).body, 'series')[0];
    const { body } = await server.call(
      `/api/libraries/${server.bookLibraryId}/items?limit=10&page=0&minified=1&sort=sequence&${filter('series', String(at(series, 'id')))}`,
    );
    expectSameShape(body, recording('libraries/items-filter-series').response.body);
    expect(listAt(body, 'results').map((item) => at(item, 'media', 'metadata', 'series'))).toEqual([
      { ...(series as object), sequence: '1' },
      { ...(series as object), sequence: '2' },
    ]);
  });

  test('books of a series that are also in others are collapsed under those', async () => {
    const alice = ids.get('Alice') ?? '';
    await server.call(`/api/items/${alice}/media`, {
      method: 'PATCH',
      body: {
        metadata: {
          series: [
            { name: 'Wonder', sequence: '1' },
            { name: 'Carroll', sequence: '1' },
          ],
        },
      },
    });
    await server.call(`/api/items/${ids.get('Reader') ?? ''}/media`, {
      method: 'PATCH',
      body: { metadata: { series: [{ name: 'Wonder', sequence: '2' }] } },
    });
    const wonder = listAt((await server.call(`/api/libraries/${server.bookLibraryId}/filterdata`)).body, 'series').find(
      (entry) => at(entry, 'name') === 'Wonder',
    );
    const { body } = await server.call(
      `/api/libraries/${server.bookLibraryId}/items?collapseseries=1&sort=sequence&${filter('series', String(at(wonder, 'id')))}`,
    );
    expect(listAt(body, 'results').map((item) => [nameOf(item), at(item, 'collapsedSeries')])).toEqual([
      [
        'Alice',
        {
          id: expect.any(String),
          name: 'Carroll',
          nameIgnorePrefix: 'Carroll',
          libraryItemIds: [alice],
          numBooks: 1,
          seriesSequenceList: '1',
        },
      ],
      ['Reader', undefined],
    ]);
    for (const name of ['Alice', 'Reader'])
      await server.call(`/api/items/${ids.get(name) ?? ''}/media`, {
        method: 'PATCH',
        body: { metadata: { series: [] } },
      });
  });

  test('unknown groups and values hide nothing, hostile ones break nothing', async () => {
    expect(await list(filter('nonsense', 'x'))).toHaveLength(18);
    expect(await list(filter('progress', 'constructor'))).toHaveLength(18);
    expect(await list(filter('__proto__', 'x'))).toHaveLength(18);
    expect(await list(filter('genres', "x') OR 1=1 --"))).toEqual([]);
    expect(await list('filter=genres.%25%25%25')).toEqual([]);
  });

  test('a filter is read as it was written', () => {
    expect(parseFilter(`genres.${base64('Sci-Fi & Ünïcode / 100%')}`)).toEqual({
      group: 'genres',
      value: 'Sci-Fi & Ünïcode / 100%',
    });
    expect([parseFilter(''), parseFilter('issues')]).toEqual([null, { group: 'issues', value: '' }]);
  });
});

describe('sorting', () => {
  test.each([
    ['media.metadata.title', 'Carol', 'Neko'],
    ['media.metadata.publishedYear', 'Crusoe', 'Lady'],
    ['size', 'Pages', 'Alice'],
  ])('by %s begins with %s and ends with %s, and the other way round', async (sort, first, last) => {
    const [up, down] = [await list(`sort=${sort}`), await list(`sort=${sort}&desc=1`)];
    expect([up[0], up.at(-1), down[0], down.at(-1)]).toEqual([first, last, last, first]);
  });

  test('by duration ends with the longest', async () => {
    expect([(await list('sort=media.duration')).at(-1), (await list('sort=media.duration&desc=1'))[0]]).toEqual([
      'Alice',
      'Alice',
    ]);
  });

  test('by author goes by name, then title; by last name too', async () => {
    expect((await list('sort=media.metadata.authorName')).slice(0, 5)).toEqual([
      'Fables',
      'Crow',
      'Bet',
      'Scandal',
      'League',
    ]);
    expect((await list('sort=media.metadata.authorNameLF')).slice(0, 5)).toEqual([
      'Fables',
      'Crow',
      'Pride',
      'Alice',
      'Reader',
    ]);
  });

  test('by progress goes by the last listening, within a progress filter', async () => {
    expect(await list(`sort=progress&desc=1&${filter('progress', 'in-progress')}`)).toEqual([
      'Time',
      'Fables',
      'Pages',
      'Alice',
    ]);
  });

  test.each(['addedAt', 'birthtimeMs', 'mtimeMs', 'random', 'no.such.key'])(
    'by %s gives every book once',
    async (sort) => {
      expect((await list(`sort=${sort}`)).sort()).toEqual(Object.values(short).concat('Crusoe').sort());
    },
  );

  test('of titles can ignore the article', async () => {
    server.ctx.settings.update({ sortingIgnorePrefix: true });
    const titles = await list('sort=media.metadata.title');
    server.ctx.settings.update({ sortingIgnorePrefix: false });
    expect(titles.slice(0, 7)).toEqual(['Fables', 'Alice', 'Reader', 'Bet', 'Pages', 'Carol', 'Crow']);
  });
});

describe('pages', () => {
  test('together make the whole list', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list(`sort=media.metadata.title&limit=5&page=${page}`)));
    expect(pages.map((page) => page.length)).toEqual([5, 5, 5, 3]);
    expect(pages.flat()).toEqual(await sorted(''));
    expect(await list('limit=5&page=9')).toEqual([]);
  });

  test('of an invalid size are refused', async () => {
    expect(await server.call(`/api/libraries/${server.bookLibraryId}/items?limit=-1`)).toMatchObject({
      status: 400,
      body: 'Invalid request. limit must be a positive integer',
    });
    expect(await server.call(`/api/libraries/${server.bookLibraryId}/items?page=1.5`)).toMatchObject({
      status: 400,
      body: 'Invalid request. page must be a positive integer',
    });
    expect((await server.call(`/api/libraries/${server.bookLibraryId}/items?limit=abc`)).status).toBe(200);
  });
});

describe('collapsed series', () => {
  test('show a series as its first book, at the place of its name', async () => {
    const { body } = await server.call(
      `/api/libraries/${server.bookLibraryId}/items?collapseseries=1&sort=media.metadata.title&limit=50`,
    );
    const results = listAt(body, 'results');
    expect([at(body, 'total'), results.length]).toEqual([17, 17]);
    const names = results.map(nameOf);
    expect(names.indexOf('Scandal')).toBe(names.indexOf('Pride') + 1);
    expect(
      at(
        results.find((item) => nameOf(item) === 'Scandal'),
        'collapsedSeries',
      ),
    ).toEqual({
      id: expect.any(String),
      name: 'Sherlock Holmes',
      nameIgnorePrefix: 'Sherlock Holmes',
      sequence: '1',
      numBooks: 2,
      libraryItemIds: [ids.get('Scandal'), ids.get('League')],
    });
  });

  test('count right on a page beyond the end', async () => {
    const { body } = await server.call(
      `/api/libraries/${server.bookLibraryId}/items?collapseseries=1&sort=addedAt&limit=10&page=9`,
    );
    expect([at(body, 'total'), listAt(body, 'results')]).toEqual([17, []]);
  });

  test('list their sequences in short', () => {
    expect([
      sequenceList(['1', '2', '3', '5']),
      sequenceList(['1.5']),
      sequenceList([null, '7']),
      sequenceList([]),
    ]).toEqual(['1-3, 5', '1.5', '7', '']);
  });
});

describe('home shelves', () => {
  const shelf = async (id: string, as = 'root'): Promise<string[] | undefined> => {
    const found = (
      (await server.call(`/api/libraries/${server.bookLibraryId}/personalized`, { as })).body as unknown[]
    ).find((entry) => at(entry, 'id') === id);
    return found === undefined
      ? undefined
      : listAt(found, 'entities').map((entity) =>
          at(entity, 'media') === undefined ? String(at(entity, 'name')) : nameOf(entity),
        );
  };

  test('continue begun items, last first, without hidden ones', async () => {
    expect(await shelf('continue-listening')).toEqual(['Fables', 'Alice']);
    expect(await shelf('continue-reading')).toEqual(['Pages']);
  });

  test('go on with a series of which a book is finished', async () => {
    expect(await shelf('continue-series')).toEqual(['League']);
    server.ctx.store.users.update({
      ...server.user('root'),
      seriesHideFromContinueListening: server.ctx.store.database
        .all<{ id: string }>('SELECT id FROM series')
        .map((row) => row.id),
    });
    expect(await shelf('continue-series')).toBeUndefined();
    server.ctx.store.users.update({ ...server.user('root'), seriesHideFromContinueListening: [] });
  });

  test('offer finished items again, for listening and for reading', async () => {
    expect(await shelf('listen-again')).toEqual(['Scandal']);
    expect(await shelf('read-again')).toEqual(['Reader']);
  });

  test('discover items that are not begun and no later part of a series', async () => {
    const found = await shelf('discover');
    expect(found).toHaveLength(10);
    for (const begun of ['Alice', 'Fables', 'Pages', 'Scandal', 'Reader', 'Time', 'League'])
      expect(found).not.toContain(begun);
    const { body } = await server.call(`/api/libraries/${server.bookLibraryId}/personalized`, { as: 'listener' });
    expect(
      at(
        (body as unknown[]).find((entry) => at(entry, 'id') === 'discover'),
        'total',
      ),
    ).toBe(16);
  });

  test('differ by user', async () => {
    expect(await shelf('continue-listening', 'listener')).toBeUndefined();
  });
});

describe('rights inside a library', () => {
  test('tags may be the only visible ones, or the hidden ones', async () => {
    const user = server.user('listener');
    const permissions = { ...user.permissions, accessAllTags: false };
    server.ctx.store.users.update({ ...user, permissions, itemTagsSelected: ['winter'] });
    expect(await list('sort=media.metadata.title', 'listener')).toEqual(['Carol', 'Pages', 'Frankenstein', 'Raven']);
    server.ctx.store.users.update({
      ...user,
      permissions: { ...permissions, selectedTagsNotAccessible: true },
      itemTagsSelected: ['winter'],
    });
    const rest = await list('sort=media.metadata.title', 'listener');
    expect([rest.length, rest.includes('Carol'), rest.includes('Bet')]).toEqual([13, false, true]);
    expect(await server.call(`/api/items/${ids.get('Carol') ?? ''}`, { as: 'listener' })).toMatchObject({
      status: 403,
      body: 'Forbidden',
    });
    server.ctx.store.users.update(user);
  });

  test('a forbidden library is 403, an unknown one 404', async () => {
    const user = server.user('listener');
    server.ctx.store.users.update({
      ...user,
      permissions: { ...user.permissions, accessAllLibraries: false },
      librariesAccessible: [server.podcastLibraryId],
    });
    expect(await server.call(`/api/libraries/${server.bookLibraryId}/items`, { as: 'listener' })).toMatchObject({
      status: 403,
      body: 'Forbidden',
    });
    expect(
      listAt((await server.call('/api/libraries', { as: 'listener' })).body, 'libraries').map((library) =>
        at(library, 'id'),
      ),
    ).toEqual([server.podcastLibraryId]);
    server.ctx.store.users.update(user);
    expect(await server.call('/api/libraries/nope')).toMatchObject({ status: 404, body: 'Library not found' });
  });
});
