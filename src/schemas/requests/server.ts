import { LARGEST } from '../limits.ts';
import { z } from '../zod.ts';
import {
  amount,
  body,
  description,
  everyOf,
  fields,
  filledText,
  flag,
  ifValid,
  listOf,
  MOST_NAMES,
  names,
  number,
  orElse,
  text,
  texts,
  webAddress,
} from './fields.ts';

const setting = ifValid(number());
const words = ifValid(text());
const onOff = ifValid(flag);

/** Without sign-in and the backup folder: they have calls of their own. */
export const settingsChange = body({
  scannerFindCovers: onOff,
  scannerCoverProvider: words,
  scannerParseSubtitle: onOff,
  scannerPreferMatchedMetadata: onOff,
  scannerDisableWatcher: onOff,
  storeCoverWithItem: onOff,
  storeMetadataWithItem: onOff,
  metadataFileFormat: words,
  rateLimitLoginRequests: setting,
  /** Milliseconds. */
  rateLimitLoginWindow: setting,
  allowIframe: onOff,
  backupSchedule: ifValid(z.union([z.literal(false), text()])),
  backupsToKeep: setting,
  /** GB. */
  maxBackupSize: setting,
  loggerDailyLogsToKeep: setting,
  loggerScannerLogsToKeep: setting,
  homeBookshelfView: setting,
  bookshelfView: setting,
  podcastEpisodeSchedule: words,
  sortingIgnorePrefix: onOff,
  sortingPrefixes: ifValid(texts()),
  chromecastEnabled: onOff,
  dateFormat: words,
  timeFormat: words,
  language: words,
  logLevel: setting,
});

const NO_PREFIXES = 'Invalid request body';
export const sortingPrefixes = body({
  sortingPrefixes: listOf(text(NO_PREFIXES), NO_PREFIXES, MOST_NAMES).check(
    z.refine((prefixes) => prefixes.some((prefix) => prefix.trim() !== ''), NO_PREFIXES),
  ),
});

export const cronExpression = body({ expression: filledText() });

export const backupPath = body({ path: filledText('Invalid request body. Must include path.') });

const mailText = ifValid(z.nullable(text()));
export const emailSettingsChange = body({
  host: mailText,
  port: ifValid(z.pipe(amount(), z.int().check(z.gte(1), z.lte(65_535)))),
  secure: onOff,
  rejectUnauthorized: onOff,
  user: mailText,
  pass: mailText,
  testAddress: mailText,
  fromAddress: mailText,
});

const NO_DEVICES = 'Invalid payload. ereaderDevices array required';
const NO_DEVICE = 'Invalid payload. ereaderDevices array items must have name and email';
const ereaderDevice = fields({
  name: filledText(),
  email: filledText(),
  availabilityOption: ifValid(text()),
  users: ifValid(z.nullable(texts())),
});
export const ereaderDevices = body({
  ereaderDevices: everyOf(ereaderDevice, NO_DEVICES, NO_DEVICE, MOST_NAMES),
});

export const ebookToSend = body({ libraryItemId: orElse(text(), ''), deviceName: orElse(text(), '') });

/** Always complete; a missing address is cleared. */
export const notificationSettings = body({
  appriseApiUrl: orElse(z.nullable(webAddress()), null),
  maxFailedAttempts: orElse(z.int().check(z.gte(0), z.lte(LARGEST)), 5),
  maxNotificationQueue: orElse(z.int().check(z.gte(0), z.lte(LARGEST)), 20),
});

const notificationUrls = z.pipe(
  names().check(z.refine((urls) => urls.some((url) => url.trim() !== ''))),
  z.transform((urls) => urls.map((url) => url.trim()).filter((url) => url !== '')),
);
const notificationType = z.enum(['info', 'success', 'warning', 'failure']);

export const newNotification = body({
  eventName: text(),
  libraryId: orElse(z.nullable(text()), null),
  urls: notificationUrls,
  titleTemplate: orElse(text(), ''),
  bodyTemplate: orElse(description(), ''),
  enabled: orElse(flag, false),
  type: orElse(notificationType, 'info'),
});

export const notificationChange = body({
  id: ifValid(text()),
  eventName: ifValid(text()),
  libraryId: ifValid(z.nullable(text())),
  urls: z.optional(notificationUrls),
  titleTemplate: ifValid(text()),
  bodyTemplate: ifValid(description()),
  enabled: ifValid(flag),
  type: ifValid(notificationType),
});

export const feedToOpen = body({
  serverAddress: text('Invalid request body'),
  slug: text('Invalid request body').check(z.regex(/^[\w.~-]+$/, 'Invalid request body')),
  metadataDetails: orElse(
    fields({
      preventIndexing: orElse(flag, true),
      ownerName: orElse(z.nullable(text()), null),
      ownerEmail: orElse(z.nullable(text()), null),
    }),
    { preventIndexing: true, ownerName: null, ownerEmail: null },
  ),
});

const NO_SHARE = 'Missing or invalid required fields';
const NO_END = 'Invalid expiration date';
/** `expiresAt` in ms since 1970, 0 for ever. */
export const newShare = body({
  slug: filledText(NO_SHARE),
  /** The id of the media (`item.media.id`) or episode, not of the item. */
  mediaItemId: text(NO_SHARE),
  expiresAt: z.number(NO_END).check(z.gte(0, NO_END), z.lte(8.64e15, NO_END)),
  mediaItemType: z.pipe(text(NO_SHARE), z.enum(['book', 'podcastEpisode'], 'Invalid media item type')),
  isDownloadable: orElse(flag, false),
});

/** `authHeaderValue` is a secret. */
export const newCustomProvider = body({
  name: filledText('Invalid request body'),
  mediaType: z.enum(['book', 'podcast'], 'Invalid request body'),
  url: z.pipe(text('Invalid request body'), webAddress('Invalid url')),
  authHeaderValue: ifValid(filledText()),
});
