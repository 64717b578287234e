import type { Library } from '../../../schemas/api/library.ts';
import type { User } from '../../../schemas/api/user.ts';
import type { AnyRoute, Route } from '../../kit/router/routes.ts';
import { isAdmin } from '../../kit/destinations.ts';

export type NavItemName =
  | 'home'
  | 'latest'
  | 'library'
  | 'series'
  | 'collections'
  | 'playlists'
  | 'authors'
  | 'narrators'
  | 'stats'
  | 'addPodcast'
  | 'downloadQueue'
  | 'issues';

export interface NavItem {
  readonly name: NavItemName;
  readonly route: Route;
  readonly count: number | null;
}

export interface NavItemsInput {
  readonly library: Pick<Library, 'id' | 'mediaType'>;
  readonly user: Pick<User, 'type'>;
  readonly issues: number;
  readonly numUserPlaylists: number;
}

/** By media type and permissions. Late entries come last, so that no entry moves under the pointer. */
export function navItemsOf({ library, user, issues, numUserPlaylists }: NavItemsInput): readonly NavItem[] {
  const libraryId = library.id;
  const isBook = library.mediaType === 'book';
  const admin = isAdmin(user);
  const place = (name: NavItemName, route: Route, shown = true, count: number | null = null) =>
    shown ? [{ name, route, count }] : [];
  return [
    ...place('home', { name: 'library', libraryId }),
    ...place('latest', { name: 'libraryLatest', libraryId }, !isBook),
    ...place('library', { name: 'bookshelf', libraryId }),
    ...place('series', { name: 'librarySeries', libraryId }, isBook),
    ...place('collections', { name: 'libraryCollections', libraryId }, isBook),
    ...place('authors', { name: 'libraryAuthors', libraryId }, isBook),
    ...place('narrators', { name: 'libraryNarrators', libraryId }, isBook),
    ...place('stats', { name: 'libraryStats', libraryId }, isBook && admin),
    ...place('addPodcast', { name: 'libraryPodcastSearch', libraryId }, !isBook && admin),
    ...place('downloadQueue', { name: 'libraryDownloadQueue', libraryId }, !isBook && admin),
    ...place('playlists', { name: 'libraryPlaylists', libraryId }, numUserPlaylists > 0),
    ...place('issues', { name: 'bookshelf', libraryId, filter: 'issues' }, issues > 0, issues),
  ];
}

const ACTIVE: Partial<Record<AnyRoute['name'], NavItemName>> = {
  library: 'home',
  libraryLatest: 'latest',
  bookshelf: 'library',
  item: 'library',
  librarySeries: 'series',
  series: 'series',
  libraryCollections: 'collections',
  collection: 'collections',
  libraryPlaylists: 'playlists',
  playlist: 'playlists',
  libraryAuthors: 'authors',
  author: 'authors',
  libraryNarrators: 'narrators',
  libraryStats: 'stats',
  libraryPodcastSearch: 'addPodcast',
  libraryDownloadQueue: 'downloadQueue',
};

/** Pages of one group share an entry. */
export function activeNavItem(route: AnyRoute): NavItemName | null {
  if (route.name === 'bookshelf' && route.filter === 'issues') return 'issues';
  return ACTIVE[route.name] ?? null;
}

/** The five entries of the bottom bar; the others are in the account menu. */
export function mainNavItems(navItems: readonly NavItem[]): readonly NavItem[] {
  return navItems.filter(({ name }) => name !== 'issues' && name !== 'stats').slice(0, 5);
}

export function hasRail(route: AnyRoute, libraryId: string | null): boolean {
  return libraryId !== null && !route.name.startsWith('config');
}
