import type { ComponentType, ReactElement } from 'react';
import type { ViewCode } from '../../machines/kit/ports.ts';
import type { RouteName } from '../../machines/kit/router/routes.ts';
import { loadTexts, untilTexts } from '../../locales/catalogue.ts';
import { loadModalView } from './modals/modal-views.ts';
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

/** Route → view. `src/machines/app/page-host/pages.ts` has the machine of each row under the same name. */
const VIEWS: Partial<Record<RouteName, ViewDeclaration>> = {
  library: { load: () => import('../browse/home/home-page.tsx'), shape: <HomeShape /> },
  bookshelf: {
    load: () => import('../browse/bookshelf/bookshelf-page.tsx'),
    shape: <GridShape hasToolbar />,
    keepsOwnPlace: true,
  },
  librarySeries: {
    load: () => import('../browse/series/series-list-page.tsx'),
    shape: <GridShape hasToolbar covers={2} />,
    keepsOwnPlace: true,
  },
  series: {
    load: () => import('../browse/series/series-page.tsx'),
    shape: <GridShape hasToolbar />,
    keepsOwnPlace: true,
  },
  libraryCollections: {
    load: () => import('../browse/collections/collections-page.tsx'),
    shape: <GridShape hasToolbar covers={2} />,
    keepsOwnPlace: true,
  },
  libraryLatest: { load: () => import('../browse/episodes/latest-page.tsx'), keepsOwnPlace: true },
  libraryDownloadQueue: { load: () => import('../edit/podcasts/download-queue-page.tsx') },
  libraryNarrators: { load: () => import('../browse/narrators/narrators-page.tsx') },
  libraryPodcastSearch: { load: () => import('../edit/podcasts/add-podcast-page.tsx') },
  librarySearch: { load: () => import('../browse/search/search-results-page.tsx'), shape: <GridShape hasToolbar /> },
  libraryPlaylists: {
    load: () => import('../browse/collections/playlists-page.tsx'),
    shape: <GridShape hasToolbar />,
    keepsOwnPlace: true,
  },
  libraryStats: { load: () => import('../admin/library-stats/library-stats-page.tsx') },
  manage: { load: () => import('../edit/book-tools/book-tools-page.tsx') },
  batch: { load: () => import('../edit/batch-edit/batch-page.tsx') },
  tracks: { load: () => import('../edit/track-order/track-order-page.tsx') },
  chapters: { load: () => import('../edit/chapters-editor/chapters-page.tsx') },
  config: { load: () => import('../admin/settings/general-page.tsx') },
  configLibraries: { load: () => import('../admin/library-settings/library-list-page.tsx') },
  configEmail: { load: () => import('../admin/email/email-page.tsx') },
  configUsers: { load: () => import('../admin/users/users-page.tsx') },
  configBackups: { load: () => import('../admin/backups/backups-page.tsx') },
  configLogs: { load: () => import('../admin/logs/logs-page.tsx') },
  configFeeds: { load: () => import('../admin/feeds/feeds-page.tsx') },
  configSessions: { load: () => import('../admin/sessions/sessions-page.tsx') },
  configUserSessions: { load: () => import('../admin/sessions/sessions-page.tsx') },
  accountSessions: { load: () => import('../admin/sessions/sessions-page.tsx') },
  configNotifications: { load: () => import('../admin/notifications/notifications-page.tsx') },
  configMetadataUtils: { load: () => import('../edit/metadata-utils/hub-page.tsx') },
  configTags: { load: () => import('../edit/metadata-utils/names-page.tsx') },
  configGenres: { load: () => import('../edit/metadata-utils/names-page.tsx') },
  configProviders: { load: () => import('../edit/metadata-utils/providers-page.tsx') },
  configApiKeys: { load: () => import('../admin/api-keys/api-keys-page.tsx') },
  configUser: { load: () => import('../admin/users/user-page.tsx') },
  account: { load: () => import('../admin/account/account-page.tsx') },
  configAuthentication: { load: () => import('../admin/authentication/authentication-page.tsx') },
  configStats: { load: () => import('../admin/own-stats/own-stats-page.tsx') },
  upload: { load: () => import('../edit/upload/upload-page.tsx') },
  collection: { load: () => import('../browse/media-lists/media-list-page.tsx'), shape: <ItemShape /> },
  playlist: { load: () => import('../browse/media-lists/media-list-page.tsx'), shape: <ItemShape /> },
  libraryAuthors: {
    load: () => import('../browse/authors/authors-page.tsx'),
    shape: <GridShape hasToolbar />,
    keepsOwnPlace: true,
  },
  author: { load: () => import('../browse/authors/author-page.tsx'), shape: <ItemShape /> },
  item: { load: () => import('../browse/item/item-page.tsx'), shape: <ItemShape /> },
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
    await untilTexts();
  },
  async loadModal(name) {
    await Promise.all([loadModalView(name), loadModals()]);
    await untilTexts();
  },
  loadTexts,
};

export function pageView(route: string): PageView | undefined {
  return loaded.get(route);
}
