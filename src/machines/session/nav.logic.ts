import type { Library } from '../../schemas/api/library.ts';
import type { User } from '../../schemas/api/user.ts';
import type { AnyRoute, Route } from '../router/routes.ts';
import { isAdmin } from './destinations.ts';

/** The main navigation of a library, as the side rail and the bar at the foot of phones show them. */
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
  /** Number beside the icon: open issues. */
  readonly count: number | null;
}

export interface NavItemsInput {
  readonly library: Pick<Library, 'id' | 'mediaType'>;
  readonly user: Pick<User, 'type'>;
  readonly issues: number;
  readonly numUserPlaylists: number;
}

/**
 * The navigation of a library in their order, by its kind and the rights of the account (BAR-015 to BAR-028). What is
 * known only after a while stands last, so that no place moves under the pointer.
 */
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

/** The place that a page belongs to: routes of one group share it (BAR-029, RTE-037). */
export function activeNavItem(route: AnyRoute): NavItemName | null {
  if (route.name === 'bookshelf' && route.filter === 'issues') return 'issues';
  return ACTIVE[route.name] ?? null;
}

/** The five items of the bar at the foot of phones. The others are in the account menu there. */
export function mainNavItems(navItems: readonly NavItem[]): readonly NavItem[] {
  return navItems.filter(({ name }) => name !== 'issues' && name !== 'stats').slice(0, 5);
}

/** The side rail stands beside every page but the settings, once a library is chosen (BAR-013, BAR-014). */
export function hasRail(route: AnyRoute, libraryId: string | null): boolean {
  return libraryId !== null && !route.name.startsWith('config');
}
