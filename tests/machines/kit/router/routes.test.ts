import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hrefTo, inLibrary, parseRoute, safeRedirect, type Route } from '../../../../src/machines/kit/router/routes.ts';

test.each([
  ['/', 'RTE-001', { name: 'index' }],
  [
    '/login?redirect=%2Fitem%2F1&autoLaunch=0',
    'RTE-002, RTE-004',
    { name: 'login', redirect: '/item/1', autoLaunch: '0' },
  ],
  ['/library/a', 'RTE-005', { name: 'library', libraryId: 'a' }],
  ['/library/a/', 'RTE-005', { name: 'library', libraryId: 'a' }],
  ['/library/a/bookshelf?filter=issues', 'RTE-007, RTE-008', { name: 'bookshelf', libraryId: 'a', filter: 'issues' }],
  [
    '/library/a/bookshelf?filter=tags.U2NpLUZpPw%3D%3D',
    'RTE-009',
    { name: 'bookshelf', libraryId: 'a', filter: 'tags.U2NpLUZpPw==' },
  ],
  [
    '/library/a/bookshelf?filter=genres.U2NpLUZpPw%3D%3D',
    'RTE-010',
    { name: 'bookshelf', libraryId: 'a', filter: 'genres.U2NpLUZpPw==' },
  ],
  [
    '/library/a/bookshelf?filter=narrators.U2NpLUZpPw%3D%3D',
    'RTE-011',
    { name: 'bookshelf', libraryId: 'a', filter: 'narrators.U2NpLUZpPw==' },
  ],
  ['/library/a/bookshelf/series', 'RTE-012', { name: 'librarySeries', libraryId: 'a' }],
  ['/library/a/bookshelf/collections', 'RTE-013', { name: 'libraryCollections', libraryId: 'a' }],
  ['/library/a/bookshelf/playlists', 'RTE-014', { name: 'libraryPlaylists', libraryId: 'a' }],
  ['/library/a/bookshelf/authors', 'RTE-015', { name: 'libraryAuthors', libraryId: 'a' }],
  ['/library/a/narrators', 'RTE-016', { name: 'libraryNarrators', libraryId: 'a' }],
  ['/library/a/stats', 'RTE-017', { name: 'libraryStats', libraryId: 'a' }],
  ['/library/a/podcast/latest', 'RTE-018', { name: 'libraryLatest', libraryId: 'a' }],
  ['/library/a/podcast/search', 'RTE-019', { name: 'libraryPodcastSearch', libraryId: 'a' }],
  ['/library/a/podcast/download-queue', 'RTE-020', { name: 'libraryDownloadQueue', libraryId: 'a' }],
  ['/library/a/search?q=x%20y', 'RTE-021', { name: 'librarySearch', libraryId: 'a', q: 'x y' }],
  ['/library/a/series/s', 'RTE-022', { name: 'series', libraryId: 'a', seriesId: 's' }],
  ['/item/1', 'RTE-023', { name: 'item', id: '1' }],
  ['/author/1', 'RTE-024', { name: 'author', id: '1' }],
  ['/collection/1', 'RTE-025', { name: 'collection', id: '1' }],
  ['/playlist/1', 'RTE-026', { name: 'playlist', id: '1' }],
  ['/batch', 'RTE-027', { name: 'batch' }],
  ['/config', 'RTE-028', { name: 'config' }],
  ['/config/users/u/sessions', 'areas', { name: 'configUserSessions', id: 'u' }],
  ['/config/stats', 'RTE-029', { name: 'configStats' }],
  ['/upload', 'RTE-030', { name: 'upload' }],
  ['/account', 'RTE-031', { name: 'account' }],
  ['/account/sessions', 'areas', { name: 'accountSessions' }],
  ['/audiobook/1/manage?tool=m4b', 'RTE-032', { name: 'manage', id: '1', tool: 'm4b' }],
  ['/audiobook/1/manage?tool=embed', 'RTE-033', { name: 'manage', id: '1', tool: 'embed' }],
  ['/share/slug?t=30', 'areas', { name: 'share', slug: 'slug', t: '30' }],
])('%s (%s) is the route %o', (address, _rows, route) => {
  const [pathname = '', query] = address.split('?');
  const search = query === undefined ? '' : `?${query}`;
  expect(parseRoute(pathname, search)).toEqual(route);
  expect(parseRoute(...splitHref(hrefTo(route as Route)))).toEqual(route);
});

test.each(['/nowhere', '/item', '/item/1/2', '/library/%E0%A4%A', '/audiobook/1/manage?tool=other'])(
  '%s is no route',
  (address) => {
    const [pathname = '', query] = address.split('?');
    const search = query === undefined ? '' : `?${query}`;
    expect(parseRoute(pathname, search)).toEqual({ name: 'unknown', path: address });
  },
);

test('any id and any search text come back from the address they were put into', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (libraryId, q) => {
      fc.pre(libraryId !== '.' && libraryId !== '..');
      const route = { name: 'librarySearch', libraryId, q } as const;
      expect(parseRoute(...splitHref(hrefTo(route)))).toEqual(route);
    }),
  );
});

test.each([
  ['/item/1?x=2#y', '/item/1?x=2#y'],
  ['https://evil.test/', null],
  ['//evil.test/', null],
  ['/\\evil.test', null],
  ['javascript:alert(1)', null],
  ['/login?redirect=/', null],
  ['', null],
  [undefined, null],
])('a redirect to %s goes to %s', (redirect, expected) => {
  expect(safeRedirect(redirect)).toBe(expected);
});

test('another library keeps the kind of page where it has it, but not one thing of the old library (LIB-005, LIB-006)', () => {
  const book = { id: 'b', mediaType: 'book' } as const;
  expect(inLibrary({ name: 'libraryAuthors', libraryId: 'a' }, book)).toEqual({
    name: 'libraryAuthors',
    libraryId: 'b',
  });
  expect(inLibrary({ name: 'bookshelf', libraryId: 'a', filter: 'issues' }, book)).toEqual({
    name: 'bookshelf',
    libraryId: 'b',
  });
  expect(inLibrary({ name: 'series', libraryId: 'a', seriesId: 's' }, book)).toEqual({
    name: 'library',
    libraryId: 'b',
  });
  expect(inLibrary({ name: 'item', id: '1' }, book)).toEqual({ name: 'library', libraryId: 'b' });
  expect(inLibrary({ name: 'libraryAuthors', libraryId: 'a' }, { id: 'b', mediaType: 'podcast' })).toEqual({
    name: 'library',
    libraryId: 'b',
  });
});

function splitHref(href: string): [string, string] {
  const at = href.indexOf('?');
  return at < 0 ? [href, ''] : [href.slice(0, at), href.slice(at)];
}
