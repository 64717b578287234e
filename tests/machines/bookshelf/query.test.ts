import { describe, expect, test } from 'vitest';
import { choicesOf, filterGroupsOf, findChoices } from '../../../src/machines/bookshelf/filters.logic.ts';
import { filterOf, isSameQuery, pressSort, queryOf, sortsOf, toItemsInput } from '../../../src/machines/bookshelf/query.logic.ts';
import { libraryWithFilterData } from '../../../src/schemas/api/filter-data.ts';
import { defaultPreferences } from '../../../src/schemas/preferences.ts';
import { z } from '../../../src/schemas/zod.ts';
import { recording } from '../../support/recordings.ts';

const route = { name: 'bookshelf', libraryId: 'l1' } as const;
const plain = { libraryId: 'l1', sort: 'media.metadata.title', desc: false, filter: null, collapseSeries: false };

describe('the query of a shelf', () => {
  test.each([
    ['is by title at first', {}, {}, plain],
    ['is ordered as the device likes it', {}, { orderBy: 'size', orderDesc: true }, { ...plain, sort: 'size', desc: true }],
    ['is ordered as the address says', { sort: 'addedAt', desc: '1' }, { orderBy: 'size' }, { ...plain, sort: 'addedAt', desc: true }],
    ['takes no direction of the device for an order of the address', { sort: 'addedAt' }, { orderDesc: true }, { ...plain, sort: 'addedAt' }],
    ['is filtered as the address says', { filter: 'issues' }, { filterBy: 'abridged' }, { ...plain, filter: 'issues' }],
    ['is filtered as chosen last where the address says nothing', {}, { filterBy: 'abridged' }, { ...plain, filter: 'abridged' }],
    ['shows all when the address asks for all', { filter: 'all' }, { filterBy: 'abridged' }, plain],
    ['shows all when the filter cannot be read', { filter: 'genres.%%' }, {}, plain],
    ['collapses series', {}, { collapseSeries: true }, { ...plain, collapseSeries: true }],
    ['does not collapse the one series that it shows', { filter: 'series.YQ%3D%3D' }, { collapseSeries: true }, { ...plain, filter: 'series.YQ%3D%3D' }],
  ] as const)('%s', (_name, address, liked, query) => {
    expect(queryOf({ ...route, ...address }, { ...defaultPreferences, ...liked })).toEqual(query);
  });

  test('of a history entry keeps its own filter, whatever was chosen since', () => {
    expect(queryOf(route, { ...defaultPreferences, filterBy: 'issues' }, plain).filter).toBeNull();
  });

  test('becomes a call for one page', () => {
    expect(toItemsInput({ ...plain, filter: 'issues' }, 3)).toEqual({
      libraryId: 'l1', limit: 48, page: 3, sort: 'media.metadata.title', desc: false, collapseSeries: false, filter: 'issues',
    });
    expect('filter' in toItemsInput(plain, 0)).toBe(false);
  });

  test('is the same when it asks for the same', () => {
    expect([isSameQuery(plain, { ...plain }), isSameQuery(plain, { ...plain, desc: true })]).toEqual([true, false]);
  });

  test('tells the filter apart', () => {
    expect([filterOf(plain), filterOf({ filter: 'genres.U2NpLUZp' })]).toEqual([null, { group: 'genres', value: 'Sci-Fi' }]);
  });
});

test('a press on another key sorts by it upwards, a repeated one turns it round', () => {
  expect([pressSort(plain, 'size'), pressSort(plain, plain.sort), pressSort({ sort: 'size', desc: true }, 'size')]).toEqual([
    { sort: 'size', desc: false }, { sort: plain.sort, desc: true }, { sort: 'size', desc: false },
  ]);
});

test('each kind of library has its orders, a series and a progress filter one more (areas 28.1)', () => {
  expect(sortsOf('podcast', null)).toEqual([
    'media.metadata.title', 'media.metadata.author', 'addedAt', 'size', 'media.numTracks', 'birthtimeMs', 'mtimeMs', 'random',
  ]);
  expect(sortsOf('book', null)).toHaveLength(10);
  expect([sortsOf('book', 'series.YQ%3D%3D')[0], sortsOf('book', 'progress.x')[0]]).toEqual(['sequence', 'progress']);
});

describe('the filter menu', () => {
  const data = z.parse(libraryWithFilterData, recording('libraries/one-filterdata-final').response.body).filterdata;
  const names = (mediaType: 'book' | 'podcast', isAdmin: boolean, maySeeExplicit: boolean) =>
    filterGroupsOf(mediaType, { isAdmin, maySeeExplicit }).map(({ group }) => group);

  test('has the groups of its kind of library and of the rights of who looks', () => {
    expect(names('podcast', true, true)).toEqual(['genres', 'tags', 'languages', 'issues', 'feed-open', 'explicit']);
    expect(names('book', true, true)).toHaveLength(17);
    const plainUser = names('book', false, false);
    expect([plainUser.length, plainUser.includes('share-open'), plainUser.includes('explicit')]).toEqual([15, false, false]);
  });

  test('lists authors by id, genres by name, fixed values, and the books without series first', () => {
    expect(choicesOf('authors', data)[0]).toEqual({ value: data.authors[0]?.id, name: data.authors[0]?.name });
    expect(choicesOf('genres', data)[0]).toEqual({ value: data.genres[0], name: data.genres[0] });
    expect(choicesOf('tracks', null)).toEqual(['none', 'single', 'multi'].map((value) => ({ value, name: null })));
    expect(choicesOf('series', data)[0]).toEqual({ value: 'no-series', name: null });
    expect([choicesOf('genres', null), choicesOf('issues', data)]).toEqual([[], []]);
  });

  test('finds a name whatever its case and accents', () => {
    const choices = ['Émile Zola', 'Jane Austen'].map((name) => ({ value: name, name }));
    const find = (text: string) => findChoices(choices, text, ({ value }) => value).map(({ value }) => value);
    expect([find('emile'), find(' AUST '), find('x'), find('').length]).toEqual([['Émile Zola'], ['Jane Austen'], [], 2]);
  });

  test('finds among twenty thousand authors in far less than a tenth of a second (pitfall 36)', () => {
    const choices = Array.from({ length: 20_000 }, (_, at) => ({ value: `a${at}`, name: `Author Number ${at}` }));
    const start = performance.now();
    expect(findChoices(choices, '19999', ({ name }) => name ?? '')).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(100);
  });
});
