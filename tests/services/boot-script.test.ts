import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { queryOf, toItemsInput } from '../../src/machines/bookshelf/query.logic.ts';
import { parseRoute } from '../../src/machines/router/routes.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { pathOf } from '../../src/services/api.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { listItems, listLibraries, listShelves } from '../../src/services/endpoints/libraries.ts';

const script = readFileSync(new URL('../../src/boot.js', import.meta.url), 'utf8');

/** The calls that the boot script makes at an address, with what this browser has stored. */
function boot(address: string, stored: Record<string, unknown> = {}, base = '/', dataset: Record<string, string> = {}): string[] {
  const { pathname, search } = new URL(address, 'http://client.test');
  const window: { earmarkEarly?: Map<string, unknown> } = {};
  runInNewContext(script, {
    window,
    URL,
    URLSearchParams,
    Map,
    location: { pathname, search },
    document: { baseURI: `http://client.test${base}`, documentElement: { dataset } },
    localStorage: { getItem: (key: string) => (key in stored ? JSON.stringify(stored[key]) : null) },
    fetch: () => Promise.resolve(null),
  });
  return [...(window.earmarkEarly?.keys() ?? [])];
}

const signedIn = { 'earmark.session': { accessToken: 'token' } };

test('without a token only the status is asked for', () => {
  expect(boot('/library/l1')).toEqual(['GET /status']);
});

test('the start page asks for the shelves by the address that its page will use, and last for the libraries', () => {
  const calls = ['POST /api/authorize', `GET /${pathOf(listShelves, { libraryId: 'l1' })}`, `GET /${pathOf(listLibraries, undefined)}`];
  expect(boot('/library/l1', signedIn)).toEqual(calls);
  expect(boot('/', { ...signedIn, userSettings: { lastLibraryId: 'l1' } })).toEqual(calls);
});

test('a page whose address says nothing of its data asks for account and libraries', () => {
  expect(boot('/account', signedIn)).toEqual(['POST /api/authorize', `GET /${pathOf(listLibraries, undefined)}`]);
});

test.each([
  ['', {}],
  ['', { orderBy: 'addedAt', orderDesc: true, collapseSeries: true }],
  ['', { filterBy: 'genres.U2NpLUZp' }],
  ['?filter=genres.w4Y%253D', { filterBy: 'issues', collapseSeries: true }],
  ['?filter=series.YQ%253D%253D', { collapseSeries: true }],
  ['?filter=all', { filterBy: 'issues' }],
  ['?sort=size&desc=1', { orderBy: 'addedAt' }],
  ['?sort=size', { orderBy: 'addedAt', orderDesc: true }],
])('the bookshelf%s asks for its first page by the address that its page will use, as liked %j', (search, liked) => {
  const path = '/library/l1/bookshelf';
  const route = parseRoute(path, search);
  if (route.name !== 'bookshelf') throw new Error('no bookshelf');
  const query = queryOf(route, { ...defaultPreferences, ...liked });
  expect(boot(`${path}${search}`, { ...signedIn, userSettings: { ...defaultPreferences, ...liked } })[1]).toBe(
    `GET /${pathOf(listItems, toItemsInput(query, 0))}`,
  );
});

test('an item page asks for the whole item, also below a base path', () => {
  expect(boot('/abs/item/i1', signedIn, '/abs/')[1]).toBe(`GET /abs/${pathOf(getItem, { id: 'i1' })}`);
});

test.each([
  ['dark', { theme: 'dark' }],
  ['light', { theme: 'light' }],
  ['system', {}],
  ['<svg>', {}],
])('the theme %s is on the page before anything is painted', (theme, expected) => {
  const dataset = {};
  boot('/', { userSettings: { theme } }, '/', dataset);
  expect(dataset).toEqual(expected);
});
