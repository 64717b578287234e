import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { queryOf, toItemsInput } from '../../src/machines/browse/bookshelf/query.logic.ts';
import { firstCalls } from '../../src/machines/app/page-host/first-calls.ts';
import { parseRoute } from '../../src/machines/kit/router/routes.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { pathOf } from '../../src/services/api.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { listLibraryCollections } from '../../src/services/endpoints/library-lists.ts';
import { listItems, listLibraries, listShelves } from '../../src/services/endpoints/libraries.ts';
import { getPublicShare } from '../../src/services/endpoints/shares.ts';

const script = readFileSync(new URL('../../src/boot.js', import.meta.url), 'utf8');

const chunks = {
  files: ['home-1', 'kit-2', 'session-3', 'dialog-4'],
  needs: [[2, 1], [], [1], [1]],
  pages: { library: [0], other: [2] },
  texts: { entry: ['start'], 'kit-2': ['account'] },
  hash: 'h1',
};

/** The calls that the boot script makes at an address, with what this browser has stored. */
function boot(
  address: string,
  stored: Record<string, unknown> = {},
  base = '/',
  dataset: Record<string, string> = {},
  places: unknown = undefined,
): string[] {
  return [...(run(address, stored, base, dataset, places).window.earmarkEarly?.keys() ?? [])];
}

interface Started {
  root: { lang: string; dir: string };
  window: { earmarkEarly?: Map<string, unknown>; earmarkImport?: (file: string) => Promise<unknown> };
  /** Addresses of files, in the order of their requests. */
  preloaded: string[];
  fetched: string[];
  imported: string[];
}

function run(
  address: string,
  stored: Record<string, unknown> = {},
  base = '/',
  dataset: Record<string, string> = {},
  places: unknown = undefined,
  isDown = () => false,
): Started {
  const { pathname, search } = new URL(address, 'http://client.test');
  const area = (values: Record<string, unknown>) => ({
    getItem: (key: string) => (key in values ? JSON.stringify(values[key]) : null),
  });
  const preloaded: string[] = [];
  const fetched: string[] = [];
  const imported: string[] = [];
  const window: Started['window'] & Record<string, unknown> = {
    localStorage: area(stored),
    earmarkCalls: firstCalls(),
    earmarkChunks: chunks,
    sessionStorage: area({ 'earmark.places': places }),
  };
  const root = { dataset, lang: 'en-us', dir: '' };
  const document = {
    baseURI: `http://client.test${base}`,
    documentElement: root,
    createElement: () => ({}),
    head: { append: ({ rel, href }: Record<string, string>) => void preloaded.push(`${rel} ${href}`) },
  };
  const context = {
    window,
    URL,
    URLSearchParams,
    Map,
    location: { pathname, search },
    document,
    history: { state: { key: 'entry' } },
    fetch: async (file: string) => {
      if (!file.includes('/assets/')) return null;
      fetched.push(file);
      if (isDown()) throw new TypeError('Failed to fetch');
      return new Response('');
    },
    Set,
    importOf: (file: string) => void imported.push(file),
  };
  runInNewContext(script.replace('import(', 'importOf('), context);
  return { window, root, preloaded, fetched, imported };
}

const signedIn = { 'earmark.session': { accessToken: 'token' } };

test('without a token only the status is requested', () => {
  expect(boot('/library/l1')).toEqual(['GET /status']);
});

test.each([{}, signedIn])('a public link requests only the share, with or without an account', (stored) => {
  expect(boot('/share/fables?t=90', stored)).toEqual([`GET /${pathOf(getPublicShare, { slug: 'fables' })}`]);
  expect(boot('/abs/share/fables', stored, '/abs/')).toEqual([
    `GET /abs/${pathOf(getPublicShare, { slug: 'fables' })}`,
  ]);
});

test("the start page requests the shelves by its page's address, and the libraries last", () => {
  const calls = [
    'POST /api/authorize',
    `GET /${pathOf(listShelves, { libraryId: 'l1' })}`,
    `GET /${pathOf(listLibraries, undefined)}`,
  ];
  expect(boot('/library/l1', signedIn)).toEqual(calls);
  expect(boot('/', { ...signedIn, userSettings: { lastLibraryId: 'l1' } })).toEqual(calls);
});

test('a page requests its declared prefetch data, by its own address', () => {
  const firstPage = pathOf(listLibraryCollections, { libraryId: 'l1', limit: 48, page: 0 });
  expect(boot('/library/l1/bookshelf/collections', signedIn)[1]).toBe(`GET /${firstPage}`);
  expect(firstCalls().map(({ route, pattern }) => [route, pattern])).toEqual([
    ['library', '/library/:libraryId'],
    ['chapters', '/audiobook/:id/chapters'],
    ['manage', '/audiobook/:id/manage'],
    ['configLibraries', '/config/libraries'],
    ['configTags', '/config/item-metadata-utils/tags'],
    ['configGenres', '/config/item-metadata-utils/genres'],
    ['configProviders', '/config/item-metadata-utils/custom-metadata-providers'],
    ['tracks', '/audiobook/:id/edit'],
    ['libraryCollections', '/library/:libraryId/bookshelf/collections'],
    ['libraryLatest', '/library/:libraryId/podcast/latest'],
    ['libraryDownloadQueue', '/library/:libraryId/podcast/download-queue'],
    ['libraryNarrators', '/library/:libraryId/narrators'],
    ['libraryStats', '/library/:libraryId/stats'],
    ['libraryPlaylists', '/library/:libraryId/bookshelf/playlists'],
    ['collection', '/collection/:id'],
    ['playlist', '/playlist/:id'],
    ['series', '/library/:libraryId/series/:seriesId'],
    ['author', '/author/:id'],
    ['item', '/item/:id'],
  ]);
});

test('a page whose address names no data requests account and libraries', () => {
  expect(boot('/account', signedIn)).toEqual(['POST /api/authorize', `GET /${pathOf(listLibraries, undefined)}`]);
});

test.each([
  ['', {}],
  ['', { orderBy: 'addedAt', orderDesc: true, collapseSeries: true }],
  ['', { filterBy: 'genres.U2NpLUZp' }],
  ['?filter=genres.w4Y%253D', { filterBy: 'issues', collapseSeries: true }],
  ['?filter=series.YQ%253D%253D', { collapseSeries: true }],
  ['?filter=series.YQ%253D%253D', { collapseBookSeries: true }],
  ['?filter=all', { filterBy: 'issues' }],
  ['?sort=size&desc=1', { orderBy: 'addedAt' }],
  ['?sort=size', { orderBy: 'addedAt', orderDesc: true }],
])('the bookshelf%s requests its first page by its own address, as preferred %j', (search, liked) => {
  const path = '/library/l1/bookshelf';
  const route = parseRoute(path, search);
  if (route.name !== 'bookshelf') throw new Error('no bookshelf');
  const query = queryOf(route, { ...defaultPreferences, ...liked });
  expect(boot(`${path}${search}`, { ...signedIn, userSettings: { ...defaultPreferences, ...liked } })[1]).toBe(
    `GET /${pathOf(listItems, toItemsInput(query, 0))}`,
  );
});

describe('a reload of the bookshelf', () => {
  const path = '/library/l1/bookshelf';
  const query = { libraryId: 'l1', sort: 'media.metadata.title', desc: false, filter: null, collapseSeries: false };
  const state = { query, total: 1000, window: { first: 500, last: 530 }, offset: 16_000, focused: null };
  const place = { key: 'entry', href: path, scroll: null, state };
  const pageRequested = (places: unknown, liked = {}, address = path) =>
    Number(/[?&]page=(\d+)/.exec(boot(address, { ...signedIn, userSettings: liked }, '/', {}, places)[1] ?? '')?.[1]);

  test.each([
    ['asks for the page where it was left', [place], {}, path, 10],
    ['finds its entry among others', [{ ...place, key: 'other' }, place], {}, path, 10],
    ['begins at the start in another history entry', [{ ...place, key: 'other' }], {}, path, 0],
    ['begins at the start at another address', [place], {}, `${path}?filter=issues`, 0],
    ['begins at the start in another order', [place], { orderBy: 'size' }, path, 0],
    ['begins at the start in the other direction', [place], { orderDesc: true }, path, 0],
    ['begins at the start with series collapsed', [place], { collapseSeries: true }, path, 0],
    ['begins at the start when nothing readable was kept', 'broken', {}, path, 0],
    ['begins at the start when its entry kept nothing', [{ ...place, state: null }], {}, path, 0],
    ['begins at the start when what it kept has another shape', [{ ...place, state: { query: 3 } }], {}, path, 0],
  ] as const)('%s', (_name, places, liked, address, page) => {
    expect(pageRequested(places, liked, address)).toBe(page);
  });

  test('keeps its filter, whatever was chosen elsewhere since', () => {
    const [, call] = boot(path, { ...signedIn, userSettings: { filterBy: 'issues' } }, '/', {}, [place]);
    expect(call).toBe(`GET /${pathOf(listItems, toItemsInput(query, 10))}`);
  });
});

test('an item page requests the whole item, also below a base path', () => {
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

describe('code', () => {
  test('of the page that is opened is loaded at once, with all that it needs', () => {
    expect(run('/library/l1', signedIn).preloaded).toEqual(
      ['home-1', 'session-3', 'kit-2'].map((file) => `modulepreload /assets/${file}.js`),
    );
    expect(run('/account', signedIn).preloaded).toEqual(
      ['session-3', 'kit-2'].map((file) => `modulepreload /assets/${file}.js`),
    );
    expect(run('/').preloaded).toEqual([]);
  });

  test('that is imported later brings what it needs at once, below a base path too', async () => {
    const { window, fetched, imported } = run('/abs/', {}, '/abs/');
    await window.earmarkImport?.('dialog-4');
    expect(fetched).toEqual(['/abs/assets/dialog-4.js', '/abs/assets/kit-2.js']);
    expect(imported).toEqual(['/abs/assets/dialog-4.js']);
  });

  test('that has loaded is only imported', async () => {
    const { window, fetched, imported } = run('/library/l1', signedIn);
    for (const file of ['session-3', 'alone-5', 'alone-5']) await window.earmarkImport?.(file);
    expect(fetched).toEqual(['/assets/alone-5.js']);
    expect(imported).toEqual(['session-3', 'alone-5', 'alone-5'].map((file) => `/assets/${file}.js`));
  });

  test('that failed to load is loaded again by the next import, and imported only then', async () => {
    let isDown = true;
    const { window, fetched, imported } = run('/', {}, '/', {}, undefined, () => isDown);
    await expect(window.earmarkImport?.('dialog-4')).rejects.toThrow('Failed to fetch');
    expect(imported).toEqual([]);
    isDown = false;
    await window.earmarkImport?.('dialog-4');
    expect(fetched).toHaveLength(4);
    expect(imported).toEqual(['/assets/dialog-4.js']);
  });
});

const kept = (language: string, direction: string) => ({ 'earmark.locale': { language, direction, server: null } });

test('language and direction are on the page before anything is painted', () => {
  expect(run('/login').root).toMatchObject({ lang: 'en-us' });
  expect(run('/login', kept('ar', 'rtl')).root).toMatchObject({ lang: 'ar', dir: 'rtl' });
});

test('texts of the kept language are requested with their code; English is a part of it (I18-003)', async () => {
  expect(run('/library/l1', signedIn).fetched).toEqual([]);
  const { window, fetched } = run('/login', kept('de', 'ltr'), '/abs/');
  expect(fetched).toEqual(['/abs/assets/texts/de/start.h1.json']);
  await window.earmarkImport?.('dialog-4');
  expect(fetched).toContain('/abs/assets/texts/de/account.h1.json');
});
