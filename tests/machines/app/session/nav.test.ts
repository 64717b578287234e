import { expect, test } from 'vitest';
import { activeNavItem, hasRail, navItemsOf } from '../../../../src/machines/app/session/nav.logic.ts';
import type { AnyRoute } from '../../../../src/machines/kit/router/routes.ts';

const libraryId = 'l';
const groups: readonly (readonly [string | null, AnyRoute])[] = [
  ['home', { name: 'library', libraryId }],
  ['library', { name: 'bookshelf', libraryId }],
  ['library', { name: 'item', id: 'i' }],
  ['series', { name: 'librarySeries', libraryId }],
  ['series', { name: 'series', libraryId, seriesId: 's' }],
  ['collections', { name: 'libraryCollections', libraryId }],
  ['collections', { name: 'collection', id: 'c' }],
  ['playlists', { name: 'libraryPlaylists', libraryId }],
  ['playlists', { name: 'playlist', id: 'p' }],
  ['authors', { name: 'author', id: 'a' }],
  ['issues', { name: 'bookshelf', libraryId, filter: 'issues' }],
  [null, { name: 'account' }],
];

test('pages of one group belong to one place of the rail (RTE-037, BAR-029, AMB-14)', () => {
  expect(groups.map(([, route]) => activeNavItem(route))).toEqual(groups.map(([name]) => name));
});

test('all routes of the settings are one group, which has no rail (RTE-037, AMB-14, AMB-18)', () => {
  const routes: readonly AnyRoute[] = [{ name: 'config' }, { name: 'configUsers' }, { name: 'configStats' }];
  expect(routes.map((route) => hasRail(route, libraryId))).toEqual([false, false, false]);
  expect([hasRail({ name: 'account' }, libraryId), hasRail({ name: 'account' }, null)]).toEqual([true, false]);
});

test.each([
  [0, []],
  [1, [{ name: 'playlists', route: { name: 'libraryPlaylists', libraryId }, count: null }]],
])('with %i playlists the rail leads to them: %j (RTE-014)', (numUserPlaylists, expected) => {
  const items = navItemsOf({
    library: { id: libraryId, mediaType: 'book' },
    user: { type: 'user' },
    issues: 0,
    numUserPlaylists,
  });
  expect(items.filter(({ name }) => name === 'playlists')).toEqual(expected);
});
