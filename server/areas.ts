import { registerAuth } from './auth/auth.routes.ts';
import { registerOpenid } from './auth/openid/openid.routes.ts';
import { registerStatus } from './auth/status.routes.ts';
import { registerBackups } from './backups/backups.routes.ts';
import { registerClient } from './client/client.routes.ts';
import { registerEmails } from './emails/emails.routes.ts';
import { registerFeeds } from './feeds/feeds.routes.ts';
import { registerAuthors } from './library/author.routes.ts';
import { registerCoverEdits } from './library/cover-edit.routes.ts';
import { registerDownloads } from './library/download.routes.ts';
import { registerFfprobe } from './library/ffprobe.routes.ts';
import { registerItemEdits } from './library/item-edit.routes.ts';
import { registerItems } from './library/item.routes.ts';
import { registerLibraryEdits } from './library/library-edit.routes.ts';
import { registerLibraries } from './library/library.routes.ts';
import { registerSeries } from './library/series.routes.ts';
import { registerValues } from './library/values.routes.ts';
import { registerCollections } from './lists/collections.routes.ts';
import { registerPlaylists } from './lists/playlists.routes.ts';
import { registerBookmarks } from './me/bookmarks.routes.ts';
import { registerMe } from './me/me.routes.ts';
import { registerProgress } from './me/progress.routes.ts';
import { registerNotifications } from './notifications/notifications.routes.ts';
import { registerHls } from './playback/hls/hls.routes.ts';
import { registerLocalSessions } from './playback/local-sessions.routes.ts';
import { registerPlayback } from './playback/playback.routes.ts';
import { registerSessions } from './playback/sessions.routes.ts';
import { registerPodcastEpisodes } from './podcasts/episodes.routes.ts';
import { registerPodcasts } from './podcasts/podcasts.routes.ts';
import { registerAuthorMatch } from './search/author-match.routes.ts';
import { registerMatch } from './search/match.routes.ts';
import { registerSearch } from './search/search.routes.ts';
import { registerAuthSettings } from './settings/auth-settings.routes.ts';
import { registerSettings } from './settings/settings.routes.ts';
import { registerShare } from './share/share.routes.ts';
import { registerSocket } from './socket/socket.ts';
import { registerCustomProviders } from './system/custom-providers.routes.ts';
import { registerFilesystem } from './system/filesystem.routes.ts';
import { registerMaintenance } from './system/maintenance.routes.ts';
import { registerTools } from './tools/tools.routes.ts';
import { registerUpload } from './upload/upload.routes.ts';
import { registerApiKeys } from './users/api-keys.routes.ts';
import { registerUsers } from './users/users.routes.ts';
import type { Area } from './context.ts';

/** Every area of the API, in the order of registration. */
export const areas: readonly Area[] = [
  registerClient,
  registerStatus,
  registerAuth,
  registerOpenid,
  registerLibraries,
  registerLibraryEdits,
  registerItems,
  registerItemEdits,
  registerCoverEdits,
  registerDownloads,
  registerAuthors,
  registerSeries,
  registerValues,
  registerMe,
  registerProgress,
  registerBookmarks,
  registerPlayback,
  registerHls,
  registerLocalSessions,
  registerSessions,
  registerUsers,
  registerApiKeys,
  registerSettings,
  registerSocket,
  registerCollections,
  registerPlaylists,
  registerFeeds,
  registerShare,
  registerAuthSettings,
  registerFilesystem,
  registerMaintenance,
  registerCustomProviders,
  registerNotifications,
  registerBackups,
  registerEmails,
  registerTools,
  registerPodcasts,
  registerPodcastEpisodes,
  registerUpload,
  registerSearch,
  registerMatch,
  registerAuthorMatch,
  registerFfprobe,
];
