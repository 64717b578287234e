import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hrefTo, inLibrary, parseRoute, safeRedirect, type Route } from '../../../src/machines/router/routes.ts';

test.each([
  ['/', { name: 'index' }],
  ['/login?redirect=%2Fitem%2F1&autoLaunch=0', { name: 'login', redirect: '/item/1', autoLaunch: '0' }],
  ['/library/a', { name: 'library', libraryId: 'a' }],
  ['/library/a/', { name: 'library', libraryId: 'a' }],
  ['/library/a/bookshelf?filter=issues', { name: 'bookshelf', libraryId: 'a', filter: 'issues' }],
  ['/library/a/bookshelf/series', { name: 'librarySeries', libraryId: 'a' }],
  ['/library/a/bookshelf/collections', { name: 'libraryCollections', libraryId: 'a' }],
  ['/library/a/bookshelf/playlists', { name: 'libraryPlaylists', libraryId: 'a' }],
  ['/library/a/bookshelf/authors', { name: 'libraryAuthors', libraryId: 'a' }],
  ['/library/a/narrators', { name: 'libraryNarrators', libraryId: 'a' }],
  ['/library/a/stats', { name: 'libraryStats', libraryId: 'a' }],
  ['/library/a/podcast/latest', { name: 'libraryLatest', libraryId: 'a' }],
  ['/library/a/podcast/search', { name: 'libraryPodcastSearch', libraryId: 'a' }],
  ['/library/a/podcast/download-queue', { name: 'libraryDownloadQueue', libraryId: 'a' }],
  ['/library/a/search?q=x%20y', { name: 'librarySearch', libraryId: 'a', q: 'x y' }],
  ['/library/a/series/s', { name: 'series', libraryId: 'a', seriesId: 's' }],
  ['/item/1', { name: 'item', id: '1' }],
  ['/author/1', { name: 'author', id: '1' }],
  ['/collection/1', { name: 'collection', id: '1' }],
  ['/playlist/1', { name: 'playlist', id: '1' }],
  ['/batch', { name: 'batch' }],
  ['/config', { name: 'config' }],
  ['/config/users/u/sessions', { name: 'configUserSessions', id: 'u' }],
  ['/config/stats', { name: 'configStats' }],
  ['/upload', { name: 'upload' }],
  ['/account', { name: 'account' }],
  ['/account/sessions', { name: 'accountSessions' }],
  ['/audiobook/1/manage?tool=m4b', { name: 'manage', id: '1', tool: 'm4b' }],
  ['/audiobook/1/manage?tool=embed', { name: 'manage', id: '1', tool: 'embed' }],
  ['/share/slug?t=30', { name: 'share', slug: 'slug', t: '30' }],
])('%s is the route %o (RTE-001 to RTE-033)', (address, route) => {
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
