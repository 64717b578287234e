import { z } from '../zod.ts';
import * as accounts from './accounts.ts';
import type { Sent } from './fields.ts';
import * as items from './items.ts';
import * as libraries from './libraries.ts';
import * as lists from './lists.ts';
import * as listening from './listening.ts';
import * as podcasts from './podcasts.ts';
import * as server from './server.ts';

/**
 * The JSON body of every call that has one, by the name of its endpoint. The embedded server reads with these schemas;
 * the client takes only their types (`Body<'me.updateProgress'>`), so that they weigh nothing there.
 */
export const requestBodies = {
  'account.changePassword': accounts.passwordChange,
  'account.createBookmark': listening.bookmark,
  'account.sendEbook': server.ebookToSend,
  'account.updateBookmark': listening.bookmark,
  'account.updateEreaderDevices': server.ereaderDevices,
  'apiKeys.create': accounts.newApiKey,
  'apiKeys.update': accounts.apiKeyChange,
  'auth.init': accounts.newRoot,
  'auth.login': accounts.credentials,
  'authSettings.update': accounts.authSettingsChange,
  'authors.match': items.authorMatch,
  'authors.setImage': items.authorImage,
  'authors.update': items.authorChange,
  'backups.updatePath': server.backupPath,
  'collections.addBook': lists.collectionBook,
  'collections.batchAdd': lists.collectionBooks,
  'collections.batchRemove': lists.collectionBooks,
  'collections.create': lists.newCollection,
  'collections.update': lists.collectionChange,
  'customProviders.create': server.newCustomProvider,
  'emails.update': server.emailSettingsChange,
  'emails.updateDevices': server.ereaderDevices,
  'feeds.open': server.feedToOpen,
  'genres.rename': items.genreRename,
  'items.batchDelete': items.itemsToDelete,
  'items.batchGet': items.wantedItems,
  'items.batchQuickMatch': items.quickMatch,
  'items.batchScan': items.itemsToScan,
  'items.batchUpdate': items.mediaChanges,
  'items.coverFromFile': items.coverPath,
  'items.coverFromUrl': items.coverAddress,
  'items.match': items.match,
  'items.update': items.mediaChange,
  'items.updateChapters': items.bookChapters,
  'items.updateTracks': items.trackOrder,
  'libraries.create': z.union([libraries.newLibrary.book, libraries.newLibrary.podcast]),
  'libraries.order': libraries.libraryOrder,
  'libraries.renameNarrator': items.narratorRename,
  'libraries.update': z.union([libraries.libraryChange.book, libraries.libraryChange.podcast]),
  'me.updateProgress': listening.progressChange,
  'me.updateProgressBatch': listening.progressChanges,
  'notifications.create': server.newNotification,
  'notifications.update': server.notificationSettings,
  'notifications.updateOne': server.notificationChange,
  'playback.close': listening.listened,
  'playback.play': listening.play,
  'playback.playEpisode': listening.play,
  'playback.sync': listening.listened,
  'playlists.addItem': lists.playlistItem,
  'playlists.batchAdd': lists.playlistItems,
  'playlists.batchRemove': lists.playlistItems,
  'playlists.create': lists.newPlaylist,
  'playlists.update': lists.playlistChange,
  'podcasts.create': podcasts.newPodcast,
  'podcasts.createFromOpml': podcasts.opmlFeeds,
  'podcasts.downloadEpisodes': podcasts.episodesToDownload,
  'podcasts.parseOpml': podcasts.opmlText,
  'podcasts.readFeed': podcasts.feedAddress,
  'podcasts.updateEpisode': podcasts.episodeChange,
  'series.update': items.seriesChange,
  'server.validateCron': server.cronExpression,
  'sessions.batchDelete': listening.sessionIds,
  'sessions.saveAllLocal': listening.localSessions,
  'sessions.saveLocal': listening.localSession,
  'settings.sortingPrefixes': server.sortingPrefixes,
  'settings.update': server.settingsChange,
  'shares.create': server.newShare,
  'shares.saveProgress': listening.shareProgress,
  'tags.rename': items.tagRename,
  'tools.embedBatch': items.itemsToEmbed,
  'uploads.checkPath': libraries.folderToCheck,
  'users.create': accounts.newAccount,
  'users.update': accounts.accountChange,
} as const;
export type RequestBodies = typeof requestBodies;

/** The body that an endpoint sends. */
export type Body<Name extends keyof RequestBodies> = Sent<RequestBodies[Name]>;
