import { describe, expect, test } from 'vitest';
import {
  choiceOf,
  choiceSearch,
  choicesOf,
  filterGroupsOf,
} from '../../../../src/machines/browse/bookshelf/filters.logic.ts';
import {
  filterOf,
  isSameQuery,
  orderFor,
  toggleSort,
  queryOf,
  sortsOf,
  toItemsInput,
} from '../../../../src/machines/browse/bookshelf/query.logic.ts';
import { libraryWithFilterData } from '../../../../src/schemas/api/filter-data.ts';
import { defaultPreferences } from '../../../../src/schemas/preferences.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { recording } from '../../../support/recordings.ts';

const route = { name: 'bookshelf', libraryId: 'l1' } as const;
const plain = { libraryId: 'l1', sort: 'media.metadata.title', desc: false, filter: null, collapseSeries: false };

describe('the query of a shelf', () => {
  test.each([
    ['is by title at first', {}, {}, plain],
    [
      'is ordered as the device likes it',
      {},
      { orderBy: 'size', orderDesc: true },
      { ...plain, sort: 'size', desc: true },
    ],
    [
      'is ordered as the address says',
      { sort: 'addedAt', desc: '1' },
      { orderBy: 'size' },
      { ...plain, sort: 'addedAt', desc: true },
    ],
    [
      'takes no direction of the device for an order of the address',
      { sort: 'addedAt' },
      { orderDesc: true },
      { ...plain, sort: 'addedAt' },
    ],
    [
      'leaves an order of the device that the filter does not know',
      { filter: 'genres.U2NpLUZp' },
      { orderBy: 'sequence', orderDesc: true },
      { ...plain, filter: 'genres.U2NpLUZp' },
    ],
    [
      'keeps an order of the device that the filter knows',
      { filter: 'progress.aW4tcHJvZ3Jlc3M=' },
      { orderBy: 'progress', orderDesc: true },
      { ...plain, filter: 'progress.aW4tcHJvZ3Jlc3M=', sort: 'progress', desc: true },
    ],
    ['is filtered as the address says', { filter: 'issues' }, { filterBy: 'abridged' }, { ...plain, filter: 'issues' }],
    [
      'is filtered as chosen last where the address says nothing',
      {},
      { filterBy: 'abridged' },
      { ...plain, filter: 'abridged' },
    ],
    ['shows all when the address asks for all', { filter: 'all' }, { filterBy: 'abridged' }, plain],
    ['shows all when the filter cannot be read', { filter: 'genres.%%' }, {}, plain],
    ['collapses series', {}, { collapseSeries: true }, { ...plain, collapseSeries: true }],
    [
      'collapses other series of the books of one by a setting of its own',
      { filter: 'series.YQ%3D%3D' },
      { collapseBookSeries: true },
      { ...plain, filter: 'series.YQ%3D%3D', collapseSeries: true },
    ],
    [
      'does not collapse the one series that it shows',
      { filter: 'series.YQ%3D%3D' },
      { collapseSeries: true },
      { ...plain, filter: 'series.YQ%3D%3D' },
    ],
  ] as const)('%s', (_name, address, liked, query) => {
    expect(queryOf({ ...route, ...address }, { ...defaultPreferences, ...liked })).toEqual(query);
  });

  test('of a history entry keeps its own filter, whatever was chosen since', () => {
    expect(queryOf(route, { ...defaultPreferences, filterBy: 'issues' }, plain).filter).toBeNull();
  });

  test('becomes a call for one page', () => {
    expect(toItemsInput({ ...plain, filter: 'issues' }, 3)).toEqual({
      libraryId: 'l1',
      limit: 48,
      page: 3,
      sort: 'media.metadata.title',
      desc: false,
      collapseSeries: false,
      filter: 'issues',
    });
    expect('filter' in toItemsInput(plain, 0)).toBe(false);
  });

  test('is the same for the same request', () => {
    expect([isSameQuery(plain, { ...plain }), isSameQuery(plain, { ...plain, desc: true })]).toEqual([true, false]);
  });

  test('distinguishes the filter', () => {
    expect([filterOf(plain), filterOf({ filter: 'genres.U2NpLUZp' })]).toEqual([
      null,
      { group: 'genres', value: 'Sci-Fi' },
    ]);
  });
});

test.each([
  ['another key sorts upwards', plain, 'size', { sort: 'size', desc: false }],
  ['the same key turns it round', plain, plain.sort, { sort: plain.sort, desc: true }],
  ['and round again', { sort: 'size', desc: true }, 'size', { sort: 'size', desc: false }],
  ['dates begin with the newest', plain, 'addedAt', { sort: 'addedAt', desc: true }],
  ['years too', plain, 'media.metadata.publishedYear', { sort: 'media.metadata.publishedYear', desc: true }],
  ['and can be turned round', { sort: 'addedAt', desc: true }, 'addedAt', { sort: 'addedAt', desc: false }],
  ['random has no direction', { sort: 'random', desc: false }, 'random', { sort: 'random', desc: false }],
  ['whatever was before', { sort: 'size', desc: true }, 'random', { sort: 'random', desc: false }],
])('a press on a key: %s', (_name, current, key, next) => {
  expect(toggleSort(current, key)).toEqual(next);
});

test('each kind of library has its orders, a series and a progress filter one more (SHF-004, AMB-23)', () => {
  expect(sortsOf('podcast', null)).toEqual([
    'media.metadata.title',
    'media.metadata.author',
    'addedAt',
    'size',
    'media.numTracks',
    'birthtimeMs',
    'mtimeMs',
    'random',
  ]);
  expect(sortsOf('book', null)).toEqual([
    'media.metadata.title',
    'media.metadata.authorName',
    'media.metadata.authorNameLF',
    'media.metadata.publishedYear',
    'addedAt',
    'size',
    'media.duration',
    'birthtimeMs',
    'mtimeMs',
    'random',
  ]);
  expect([sortsOf('book', 'series.YQ%3D%3D')[0], sortsOf('book', 'progress.x')[0]]).toEqual(['sequence', 'progress']);
});

describe('the filter menu', () => {
  const data = z.parse(libraryWithFilterData, recording('libraries/one-filterdata-final').response.body).filterdata;
  const names = (mediaType: 'book' | 'podcast', isAdmin: boolean, maySeeExplicit: boolean) =>
    filterGroupsOf(mediaType, { isAdmin, maySeeExplicit }).map(({ group }) => group);

  test('has the groups of its kind of library and of the rights of who looks (SHF-003, SHF-002)', () => {
    expect(names('podcast', true, true)).toEqual(['genres', 'tags', 'languages', 'issues', 'feed-open', 'explicit']);
    expect(names('book', true, true)).toEqual([
      'genres',
      'tags',
      'series',
      'authors',
      'narrators',
      'publishers',
      'publishedDecades',
      'languages',
      'progress',
      'missing',
      'tracks',
      'ebooks',
      'abridged',
      'issues',
      'feed-open',
      'share-open',
      'explicit',
    ]);
    const plainUser = names('book', false, false);
    expect([plainUser.length, plainUser.includes('share-open'), plainUser.includes('explicit')]).toEqual([
      15,
      false,
      false,
    ]);
  });

  test('lists authors by id, genres by name, fixed values, and the books without series first', () => {
    expect(choicesOf('authors', data)[0]).toEqual({ value: data.authors[0]?.id, name: data.authors[0]?.name });
    expect(choicesOf('genres', data)[0]).toEqual({ value: data.genres[0], name: data.genres[0] });
    const fixed = (group: string) => choicesOf(group, null).map(({ value }) => value);
    expect(choicesOf('tracks', null)).toEqual(['none', 'single', 'multi'].map((value) => ({ value, name: null })));
    expect(fixed('ebooks')).toEqual(['ebook', 'no-ebook', 'supplementary', 'no-supplementary']);
    expect(fixed('progress')).toEqual(['finished', 'in-progress', 'not-started', 'not-finished']);
    expect(fixed('missing')).toEqual([
      'asin',
      'isbn',
      'authors',
      'chapters',
      'cover',
      'description',
      'genres',
      'language',
      'narrators',
      'publishedYear',
      'publisher',
      'series',
      'subtitle',
      'tags',
    ]);
    expect(choicesOf('series', data)[0]).toEqual({ value: 'no-series', name: null });
    expect([choicesOf('genres', null), choicesOf('issues', data)]).toEqual([[], []]);
  });

  test('knows the name of a value, and that of none that is not named', () => {
    const [author] = data.authors;
    const nameOf = (group: string, value: string) => choiceOf(group, value, data).name;
    expect([
      nameOf('authors', author?.id ?? ''),
      nameOf('genres', data.genres[0] ?? ''),
      nameOf('authors', 'gone'),
      nameOf('series', 'no-series'),
      choiceOf('authors', 'x', null).name,
      nameOf('progress', 'finished'),
    ]).toEqual([author?.name, data.genres[0], null, null, null, null]);
  });

  test('finds a name whatever its case and accents', () => {
    const choices = ['Émile Zola', 'Jane Austen'].map((name) => ({ value: name, name }));
    const find = (text: string) => choiceSearch(choices, ({ value }) => value)(text).map(({ value }) => value);
    expect([find('emile'), find(' AUST '), find('x'), find('').length]).toEqual([
      ['Émile Zola'],
      ['Jane Austen'],
      [],
      2,
    ]);
  });

  test('makes each of twenty thousand names comparable once, whatever is typed (pitfall 36)', () => {
    const choices = Array.from({ length: 20_000 }, (_, at) => ({ value: `a${at}`, name: `Author Number ${at}` }));
    let named = 0;
    const find = choiceSearch(choices, ({ name }) => {
      named += 1;
      return name ?? '';
    });
    expect(['', '1', '19', '1999', '19999'].map((text) => find(text).length)).toEqual([20_000, 13_439, 1_578, 12, 1]);
    expect(named).toBe(20_000);
  });
});

test('an order that only a filter knows goes with it', () => {
  const query = { libraryId: 'l', desc: true, filter: null, collapseSeries: false };
  const title = { sort: 'media.metadata.title', desc: false };
  expect(orderFor({ ...query, sort: 'progress' }, null)).toEqual(title);
  expect(orderFor({ ...query, sort: 'progress' }, 'genres.eA')).toEqual(title);
  expect(orderFor({ ...query, sort: 'progress' }, 'progress.eA')).toBeNull();
  expect(orderFor({ ...query, sort: 'sequence' }, 'progress.eA')).toEqual(title);
  expect(orderFor({ ...query, sort: 'sequence' }, 'series.eA')).toBeNull();
  expect(orderFor({ ...query, sort: 'size' }, null)).toBeNull();
});
