import type { AnyActorLogic } from 'xstate';
import { getCollection, getPlaylist } from '../../../services/endpoints/media-lists.ts';
import { getAuthor } from '../../../services/endpoints/authors.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { listShelves } from '../../../services/endpoints/libraries.ts';
import {
  getLibrarySeries,
  getLibraryStats,
  listLibraryCollections,
  listLibraryPlaylists,
  listNarrators,
} from '../../../services/endpoints/library-lists.ts';
import { listLibrariesWithStats } from '../../../services/endpoints/library-admin.ts';
import { getDownloadQueue, listLatestEpisodes } from '../../../services/endpoints/podcasts.ts';
import { listCustomProviders, listGenres, listTags } from '../../../services/endpoints/metadata-utils.ts';
import type { Api } from '../../../services/api.ts';
import type { AnyRoute, RouteName } from '../../kit/router/routes.ts';
import { PAGE_SIZE } from '../../kit/windowed-list/window.logic.ts';

export interface PageDeclaration<Name extends RouteName = RouteName> {
  readonly load: () => Promise<AnyActorLogic>;
  /** Requests the first data if the URL has all params. Must not change anything. */
  prefetch?(api: Pick<Api, 'prefetch'>, route: Extract<AnyRoute, { name: Name }>): void;
}

/** `views/app/pages.tsx` has the views. A route without a row has no page yet. */
export const pages: { [Name in RouteName]?: PageDeclaration<Name> } = {
  library: {
    load: async () => (await import('../../browse/home/home.machine.ts')).homeMachine,
    prefetch: (api, { libraryId }) => api.prefetch(listShelves, { libraryId }),
  },
  chapters: {
    load: async () => (await import('../../edit/chapters-editor/chapters-editor.machine.ts')).chaptersEditorMachine,
    prefetch: (api, { id }) => api.prefetch(getItem, { id }),
  },
  manage: {
    load: async () => (await import('../../edit/book-tools/book-tools.machine.ts')).bookToolsMachine,
    prefetch: (api, { id }) => api.prefetch(getItem, { id }),
  },
  upload: { load: async () => (await import('../../edit/upload/upload.machine.ts')).uploadMachine },
  batch: { load: async () => (await import('../../edit/batch-edit/batch-edit.machine.ts')).batchEditMachine },
  config: {
    load: async () => (await import('../../admin/settings/general-settings.machine.ts')).generalSettingsMachine,
  },
  configLibraries: {
    load: async () => (await import('../../admin/library-settings/library-list.machine.ts')).libraryListMachine,
    prefetch: (api) => api.prefetch(listLibrariesWithStats, undefined),
  },
  configEmail: { load: async () => (await import('../../admin/email/email.machine.ts')).emailMachine },
  configUsers: { load: async () => (await import('../../admin/users/users.machine.ts')).usersMachine },
  configBackups: { load: async () => (await import('../../admin/backups/backups.machine.ts')).backupsMachine },
  configLogs: { load: async () => (await import('../../admin/logs/logs.machine.ts')).logsMachine },
  configFeeds: { load: async () => (await import('../../admin/feeds/feeds.machine.ts')).feedsMachine },
  configSessions: { load: async () => (await import('../../admin/sessions/sessions.machine.ts')).sessionsMachine },
  configUserSessions: { load: async () => (await import('../../admin/sessions/sessions.machine.ts')).sessionsMachine },
  accountSessions: { load: async () => (await import('../../admin/sessions/sessions.machine.ts')).sessionsMachine },
  configNotifications: {
    load: async () => (await import('../../admin/notifications/notifications.machine.ts')).notificationsMachine,
  },
  configMetadataUtils: { load: async () => (await import('../../edit/metadata-utils/hub.machine.ts')).hubMachine },
  configTags: {
    load: async () => (await import('../../edit/metadata-utils/names.machine.ts')).namesMachine,
    prefetch: (api) => api.prefetch(listTags, undefined),
  },
  configGenres: {
    load: async () => (await import('../../edit/metadata-utils/names.machine.ts')).namesMachine,
    prefetch: (api) => api.prefetch(listGenres, undefined),
  },
  configProviders: {
    load: async () => (await import('../../edit/metadata-utils/providers.machine.ts')).providersMachine,
    prefetch: (api) => api.prefetch(listCustomProviders, undefined),
  },
  configApiKeys: { load: async () => (await import('../../admin/api-keys/api-keys.machine.ts')).apiKeysMachine },
  configUser: { load: async () => (await import('../../admin/users/user-page.machine.ts')).userPageMachine },
  account: { load: async () => (await import('../../admin/account/account.machine.ts')).accountMachine },
  configAuthentication: {
    load: async () => (await import('../../admin/authentication/authentication.machine.ts')).authenticationMachine,
  },
  configStats: { load: async () => (await import('../../admin/own-stats/own-stats.machine.ts')).ownStatsMachine },
  tracks: {
    load: async () => (await import('../../edit/track-order/track-order.machine.ts')).trackOrderMachine,
    prefetch: (api, { id }) => api.prefetch(getItem, { id }),
  },
  libraryCollections: {
    load: async () => (await import('../../browse/collections/collections.machine.ts')).collectionsMachine,
    prefetch: (api, { libraryId }) => api.prefetch(listLibraryCollections, { libraryId, limit: PAGE_SIZE, page: 0 }),
  },
  libraryLatest: {
    load: async () => (await import('../../browse/episodes/latest.machine.ts')).latestMachine,
    prefetch: (api, { libraryId }) => api.prefetch(listLatestEpisodes, { libraryId, limit: PAGE_SIZE, page: 0 }),
  },
  libraryDownloadQueue: {
    load: async () => (await import('../../browse/episodes/downloads.machine.ts')).downloadsMachine,
    prefetch: (api, { libraryId }) => api.prefetch(getDownloadQueue, { libraryId }),
  },
  libraryNarrators: {
    load: async () => (await import('../../browse/narrators/narrators.machine.ts')).narratorsMachine,
    prefetch: (api, { libraryId }) => api.prefetch(listNarrators, { libraryId }),
  },
  libraryPodcastSearch: {
    load: async () => (await import('../../edit/podcasts/add-podcast.machine.ts')).addPodcastMachine,
  },
  librarySearch: { load: async () => (await import('../../browse/search/search-page.machine.ts')).searchPageMachine },
  libraryStats: {
    load: async () => (await import('../../admin/library-stats/library-stats.machine.ts')).libraryStatsMachine,
    prefetch: (api, { libraryId }) => api.prefetch(getLibraryStats, { libraryId }),
  },
  libraryPlaylists: {
    load: async () => (await import('../../browse/collections/playlists.machine.ts')).playlistsMachine,
    prefetch: (api, { libraryId }) => api.prefetch(listLibraryPlaylists, { libraryId, limit: PAGE_SIZE, page: 0 }),
  },
  collection: {
    load: async () => (await import('../../browse/media-lists/media-list.machine.ts')).mediaListMachine,
    prefetch: (api, { id }) => api.prefetch(getCollection, { id }),
  },
  playlist: {
    load: async () => (await import('../../browse/media-lists/media-list.machine.ts')).mediaListMachine,
    prefetch: (api, { id }) => api.prefetch(getPlaylist, { id }),
  },
  librarySeries: { load: async () => (await import('../../browse/series/series-list.machine.ts')).seriesListMachine },
  series: {
    load: async () => (await import('../../browse/series/series.machine.ts')).seriesMachine,
    prefetch: (api, { libraryId, seriesId }) => api.prefetch(getLibrarySeries, { libraryId, seriesId }),
  },
  libraryAuthors: { load: async () => (await import('../../browse/authors/authors.machine.ts')).authorsMachine },
  author: {
    load: async () => (await import('../../browse/authors/author.machine.ts')).authorMachine,
    prefetch: (api, { id }) => api.prefetch(getAuthor, { id }),
  },
  bookshelf: { load: async () => (await import('../../browse/bookshelf/bookshelf.machine.ts')).bookshelfMachine },
  item: {
    load: async () => (await import('../../browse/item/item.machine.ts')).itemMachine,
    prefetch: (api, { id }) => api.prefetch(getItem, { id }),
  },
};

export function pageOf(route: AnyRoute): PageDeclaration | undefined {
  return route.name === 'unknown' ? undefined : (pages[route.name] as PageDeclaration | undefined);
}
