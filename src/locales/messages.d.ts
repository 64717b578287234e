import type account from './en-us/account.json';
import type accountPage from './en-us/account-page.json';
import type addPodcast from './en-us/add-podcast.json';
import type apiKeys from './en-us/api-keys.json';
import type authentication from './en-us/authentication.json';
import type bookTools from './en-us/book-tools.json';
import type backups from './en-us/backups.json';
import type batch from './en-us/batch.json';
import type batchTable from './en-us/batch-table.json';
import type broadcast from './en-us/broadcast.json';
import type chapters from './en-us/chapters.json';
import type ereaderDevices from './en-us/ereader-devices.json';
import type email from './en-us/email.json';
import type enUs from './en-us/start.json';
import type feeds from './en-us/feeds.json';
import type firstUser from './en-us/first-user.json';
import type findSetting from './en-us/find-setting.json';
import type history from './en-us/history.json';
import type inspector from './en-us/inspector.json';
import type itemEdit from './en-us/item-edit.json';
import type language from './en-us/language.json';
import type keys from './en-us/keys.json';
import type librarySettings from './en-us/library-settings.json';
import type libraryStats from './en-us/library-stats.json';
import type notifications from './en-us/notifications.json';
import type metadataUtils from './en-us/metadata-utils.json';
import type openid from './en-us/openid.json';
import type ownStats from './en-us/own-stats.json';
import type logs from './en-us/logs.json';
import type playerSettings from './en-us/player-settings.json';
import type podcast from './en-us/podcast.json';
import type reader from './en-us/reader.json';
import type related from './en-us/related.json';
import type richText from './en-us/rich-text.json';
import type schedule from './en-us/schedule.json';
import type sharing from './en-us/sharing.json';
import type sessions from './en-us/sessions.json';
import type settings from './en-us/settings.json';
import type trackOrder from './en-us/track-order.json';
import type upload from './en-us/upload.json';
import type users from './en-us/users.json';

/** Types the keys of `useTranslations` by the base language. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: string;
    Messages: typeof enUs &
      typeof account &
      typeof accountPage &
      typeof addPodcast &
      typeof apiKeys &
      typeof authentication &
      typeof bookTools &
      typeof ereaderDevices &
      typeof email &
      typeof feeds &
      typeof firstUser &
      typeof findSetting &
      typeof history &
      typeof backups &
      typeof batch &
      typeof batchTable &
      typeof broadcast &
      typeof chapters &
      typeof inspector &
      typeof itemEdit &
      typeof keys &
      typeof language &
      typeof librarySettings &
      typeof libraryStats &
      typeof notifications &
      typeof metadataUtils &
      typeof openid &
      typeof ownStats &
      typeof logs &
      typeof playerSettings &
      typeof podcast &
      typeof reader &
      typeof related &
      typeof richText &
      typeof schedule &
      typeof sessions &
      typeof settings &
      typeof sharing &
      typeof trackOrder &
      typeof upload &
      typeof users;
  }
}

declare global {
  /** Set by scripts/texts-plugin.ts: codes of the languages with texts, separated by spaces. */
  const __LANGUAGES__: string;
  const __RIGHT_TO_LEFT__: string;
  /** Hash of all texts, in the addresses of their files. */
  const __TEXTS__: string;
}
