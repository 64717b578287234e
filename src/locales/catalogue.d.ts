import type account from './account-en-us.json';
import type accountPage from './account-page-en-us.json';
import type addPodcast from './add-podcast-en-us.json';
import type apiKeys from './api-keys-en-us.json';
import type authentication from './authentication-en-us.json';
import type bookTools from './book-tools-en-us.json';
import type backups from './backups-en-us.json';
import type batch from './batch-en-us.json';
import type batchTable from './batch-table-en-us.json';
import type broadcast from './broadcast-en-us.json';
import type chapters from './chapters-en-us.json';
import type ereaderDevices from './ereader-devices-en-us.json';
import type email from './email-en-us.json';
import type enUs from './en-us.json';
import type feeds from './feeds-en-us.json';
import type findSetting from './find-setting-en-us.json';
import type history from './history-en-us.json';
import type inspector from './inspector-en-us.json';
import type itemEdit from './item-edit-en-us.json';
import type keys from './keys-en-us.json';
import type librarySettings from './library-settings-en-us.json';
import type libraryStats from './library-stats-en-us.json';
import type notifications from './notifications-en-us.json';
import type metadataUtils from './metadata-utils-en-us.json';
import type openid from './openid-en-us.json';
import type ownStats from './own-stats-en-us.json';
import type logs from './logs-en-us.json';
import type playerSettings from './player-settings-en-us.json';
import type podcast from './podcast-en-us.json';
import type reader from './reader-en-us.json';
import type related from './related-en-us.json';
import type richText from './rich-text-en-us.json';
import type schedule from './schedule-en-us.json';
import type sharing from './sharing-en-us.json';
import type sessions from './sessions-en-us.json';
import type settings from './settings-en-us.json';
import type trackOrder from './track-order-en-us.json';
import type upload from './upload-en-us.json';
import type users from './users-en-us.json';

/** Types the keys of `useTranslations` by the base language. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en-us';
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
