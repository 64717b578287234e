import type { ComponentType, ReactElement } from 'react';
import type { ViewCode } from '../../machines/app/ports.ts';
import type { RouteName } from '../../machines/router/routes.ts';
import { loadModalView } from '../modals/modal-views.ts';
import { loadModals } from './overlays.tsx';
import { GridShape, HomeShape, ItemShape, RowsShape } from './page-skeleton.tsx';

export interface PageView {
  readonly Page: ComponentType;
  readonly Toolbar?: ComponentType;
  /** Preloads code for podcasts. Never rejects. */
  readonly loadPodcast?: () => Promise<void>;
}

interface ViewDeclaration {
  readonly load: () => Promise<PageView>;
  /** Shown while code or machine loads. A heading and rows when absent. */
  readonly shape?: ReactElement;
  /** Its list restores its own scroll position: items out of view are not in the document. */
  readonly keepsOwnPlace?: true;
}

/** Route → view. `src/machines/page-host/pages.ts` has the machine of each row under the same name. */
const VIEWS: Partial<Record<RouteName, ViewDeclaration>> = {
  library: { load: () => import('../home/home-page.tsx'), shape: <HomeShape /> },
  bookshelf: {
    load: () => import('../bookshelf/bookshelf-page.tsx'),
    shape: <GridShape hasToolbar />,
    keepsOwnPlace: true,
  },
  librarySeries: {
    load: () => import('../series/series-list-page.tsx'),
    shape: <GridShape hasToolbar covers={2} />,
    keepsOwnPlace: true,
  },
  series: { load: () => import('../series/series-page.tsx'), shape: <GridShape hasToolbar />, keepsOwnPlace: true },
  libraryCollections: {
    load: () => import('../collections/collections-page.tsx'),
    shape: <GridShape hasToolbar covers={2} />,
    keepsOwnPlace: true,
  },
  libraryLatest: { load: () => import('../episodes/latest-page.tsx'), keepsOwnPlace: true },
  libraryDownloadQueue: { load: () => import('../podcasts/download-queue-page.tsx') },
  libraryNarrators: { load: () => import('../narrators/narrators-page.tsx') },
  libraryPodcastSearch: { load: () => import('../podcasts/add-podcast-page.tsx') },
  librarySearch: { load: () => import('../search/search-results-page.tsx'), shape: <GridShape hasToolbar /> },
  libraryPlaylists: {
    load: () => import('../collections/playlists-page.tsx'),
    shape: <GridShape hasToolbar />,
    keepsOwnPlace: true,
  },
  libraryStats: { load: () => import('../library-stats/library-stats-page.tsx') },
  manage: { load: () => import('../book-tools/book-tools-page.tsx') },
  batch: { load: () => import('../batch-edit/batch-page.tsx') },
  tracks: { load: () => import('../track-order/track-order-page.tsx') },
  chapters: { load: () => import('../chapters-editor/chapters-page.tsx') },
  config: { load: () => import('../settings/general-page.tsx') },
  configLibraries: { load: () => import('../library-settings/library-list-page.tsx') },
  configEmail: { load: () => import('../email/email-page.tsx') },
  configUsers: { load: () => import('../users/users-page.tsx') },
  configBackups: { load: () => import('../backups/backups-page.tsx') },
  configLogs: { load: () => import('../logs/logs-page.tsx') },
  configFeeds: { load: () => import('../feeds/feeds-page.tsx') },
  configSessions: { load: () => import('../sessions/sessions-page.tsx') },
  configUserSessions: { load: () => import('../sessions/sessions-page.tsx') },
  accountSessions: { load: () => import('../sessions/sessions-page.tsx') },
  configNotifications: { load: () => import('../notifications/notifications-page.tsx') },
  configMetadataUtils: { load: () => import('../metadata-utils/hub-page.tsx') },
  configTags: { load: () => import('../metadata-utils/names-page.tsx') },
  configGenres: { load: () => import('../metadata-utils/names-page.tsx') },
  configProviders: { load: () => import('../metadata-utils/providers-page.tsx') },
  configApiKeys: { load: () => import('../api-keys/api-keys-page.tsx') },
  configUser: { load: () => import('../users/user-page.tsx') },
  account: { load: () => import('../account/account-page.tsx') },
  configAuthentication: { load: () => import('../authentication/authentication-page.tsx') },
  configStats: { load: () => import('../own-stats/own-stats-page.tsx') },
  upload: { load: () => import('../upload/upload-page.tsx') },
  collection: { load: () => import('../media-lists/media-list-page.tsx'), shape: <ItemShape /> },
  playlist: { load: () => import('../media-lists/media-list-page.tsx'), shape: <ItemShape /> },
  libraryAuthors: {
    load: () => import('../authors/authors-page.tsx'),
    shape: <GridShape hasToolbar />,
    keepsOwnPlace: true,
  },
  author: { load: () => import('../authors/author-page.tsx'), shape: <ItemShape /> },
  item: { load: () => import('../item/item-page.tsx'), shape: <ItemShape /> },
};

const isPage = (route: string): route is keyof typeof VIEWS => Object.hasOwn(VIEWS, route);
const viewOf = (route: string): ViewDeclaration | undefined => (isPage(route) ? VIEWS[route] : undefined);

export const keepsOwnPlace = (route: string) => viewOf(route)?.keepsOwnPlace === true;

export function PageSkeleton({ name }: { name: string }) {
  return viewOf(name === 'index' || name === 'login' ? 'library' : name)?.shape ?? <RowsShape />;
}

const loaded = new Map<string, PageView>();

/** A page or modal opens with its machine and view at once (see `ViewCode`). */
export const viewCode: ViewCode = {
  async load(route, media) {
    const view = loaded.get(route) ?? (await viewOf(route)?.load());
    if (view) loaded.set(route, view);
    if (media === 'podcast') await view?.loadPodcast?.();
  },
  async loadModal(name) {
    await Promise.all([loadModalView(name), loadModals()]);
  },
};

export function pageView(route: string): PageView | undefined {
  return loaded.get(route);
}
