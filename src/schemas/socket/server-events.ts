import type { $ZodShape, $ZodType, output } from 'zod/v4/core';
import { account, onlineUser } from '../api/account.ts';
import { author } from '../api/author.ts';
import { collection, playlist } from '../api/media-lists.ts';
import { ereaderDeviceList } from '../api/email-settings.ts';
import { customMetadataProvider } from '../api/filter-data.ts';
import { libraryItemReduced, reportedItem } from '../api/library-item-reduced.ts';
import { library } from '../api/library.ts';
import { mediaItemShare } from '../api/share.ts';
import { mediaProgress } from '../api/progress.ts';
import { notificationSettings } from '../api/notification.ts';
import { podcastEpisode, episodeDownload } from '../api/podcast-episode.ts';
import { rssFeedMinified } from '../api/rss-feed.ts';
import { series } from '../api/series.ts';
import { logLine } from '../api/server-admin.ts';
import { task } from '../api/task.ts';
import { user } from '../api/user.ts';
import type { ContractIssue } from '../app-error.ts';
import { contractIssues } from '../contract-issues.ts';
import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

/** A machine event for a socket event: a type of three parts and at most one field with its argument. */
function event<const Type extends string, const Shape extends $ZodShape>(type: Type, shape: Shape) {
  return { type, field: Object.keys(shape)[0] ?? null, schema: z.object({ type: z.literal(type), ...shape }) };
}

const removed = z.object({ id: z.string(), libraryId: z.optional(z.string()) });
const eventAuthor = z.extend(author, {
  asin: z.nullish(z.string()),
  description: z.nullish(z.string()),
  imagePath: z.nullish(z.string()),
});
/** `progress` 0..100. */
const track = z.object({ libraryItemId: z.string(), ino: z.string(), progress: z.optional(z.number()) });

/** By name on the wire. The contract (Socket) lists their receivers. */
const EVENTS = {
  init: event('server.socket.authenticated', {
    /** `usersOnline` only for administrators. */
    account: z.object({ userId: z.string(), username: z.string(), usersOnline: z.optional(tolerantList(onlineUser)) }),
  }),
  auth_failed: event('server.socket.refused', { reason: z.object({ message: z.nullish(z.string()) }) }),
  pong: event('server.socket.ponged', {}),

  user_online: event('server.user.online', { user: onlineUser }),
  user_offline: event('server.user.offline', { user: onlineUser }),
  user_stream_update: event('server.user.streamUpdated', { user: onlineUser }),
  user_added: event('server.user.added', { user: account }),
  /** Administrators get this for other accounts too: compare the id. */
  user_updated: event('server.user.updated', { user }),
  user_removed: event('server.user.removed', { user: removed }),
  /** Syncs of the own player come back here: compare `sessionId`. */
  user_item_progress_updated: event('server.progress.updated', {
    progress: z.object({
      id: z.string(),
      sessionId: z.nullish(z.string()),
      deviceDescription: z.nullish(z.string()),
      data: mediaProgress,
    }),
  }),
  user_session_closed: event('server.session.closed', { sessionId: z.string() }),

  library_added: event('server.library.added', { library }),
  library_updated: event('server.library.updated', { library }),
  library_removed: event('server.library.removed', { library: removed }),

  /** Items become minified ones (server fact 20). */
  item_added: event('server.item.added', { item: reportedItem }),
  item_updated: event('server.item.updated', { item: reportedItem }),
  item_removed: event('server.item.removed', { item: removed }),
  items_added: event('server.items.added', { items: tolerantList(reportedItem) }),
  items_updated: event('server.items.updated', { items: tolerantList(reportedItem) }),

  author_added: event('server.author.added', { author: eventAuthor }),
  author_updated: event('server.author.updated', { author: eventAuthor }),
  author_removed: event('server.author.removed', { author: removed }),
  /** Servers from 2.36. */
  authors_num_books_updated: event('server.authors.counted', {
    counts: z.object({ libraryId: z.string(), authors: z.array(z.object({ id: z.string(), numBooks: z.number() })) }),
  }),
  series_added: event('server.series.added', { series }),
  series_updated: event('server.series.updated', { series }),
  series_removed: event('server.series.removed', { series: removed }),

  /** Sent to all accounts, whatever libraries they may see. */
  collection_added: event('server.collection.added', { collection }),
  collection_updated: event('server.collection.updated', { collection }),
  collection_removed: event('server.collection.removed', { collection: removed }),
  playlist_added: event('server.playlist.added', { playlist }),
  playlist_updated: event('server.playlist.updated', { playlist }),
  playlist_removed: event('server.playlist.removed', {
    playlist: z.extend(removed, { userId: z.optional(z.string()) }),
  }),

  episode_added: event('server.episode.added', {
    episode: z.extend(podcastEpisode, { libraryItem: libraryItemReduced }),
  }),
  episode_download_queued: event('server.episodeDownload.queued', { download: episodeDownload }),
  episode_download_started: event('server.episodeDownload.started', { download: episodeDownload }),
  episode_download_finished: event('server.episodeDownload.finished', { download: episodeDownload }),
  episode_download_queue_cleared: event('server.episodeDownload.queueCleared', { libraryItemId: z.string() }),

  task_started: event('server.task.started', { task }),
  task_finished: event('server.task.finished', { task }),
  /** 0..100. */
  task_progress: event('server.task.progressed', {
    progress: z.object({ libraryItemId: z.string(), progress: z.number() }),
  }),
  track_started: event('server.track.started', { track }),
  track_progress: event('server.track.progressed', { track }),
  track_finished: event('server.track.finished', { track }),
  metadata_embed_queue_update: event('server.embedQueue.updated', {
    entry: z.object({ libraryItemId: z.string(), queued: z.boolean() }),
  }),
  batch_quickmatch_complete: event('server.quickMatch.completed', {
    result: z.object({ success: z.boolean(), updates: z.number(), unmatched: z.optional(z.number()) }),
  }),

  stream_open: event('server.stream.opened', {
    stream: z.object({
      id: z.string(),
      clientPlaylistUri: z.string(),
      startTime: z.number(),
      segmentLength: z.number(),
    }),
  }),
  /** `percent` as text (`27.27%`), `chunks` as ranges of segments (`0-14`). */
  stream_progress: event('server.stream.progressed', {
    progress: z.object({
      stream: z.string(),
      percent: z.string(),
      chunks: z.array(z.string()),
      numSegments: z.number(),
    }),
  }),
  stream_ready: event('server.stream.ready', {}),
  stream_closed: event('server.stream.closed', { streamId: z.string() }),
  /** Sent to all accounts: compare `streamId` with the own session. */
  stream_reset: event('server.stream.reset', { reset: z.object({ streamId: z.string(), startTime: z.number() }) }),
  /** The text is in `error` or `errorMessage` (server fact 19). */
  stream_error: event('server.stream.failed', {
    failure: z.pipe(
      z.object({ id: z.string(), error: z.nullish(z.string()), errorMessage: z.nullish(z.string()) }),
      z.transform(({ id, error, errorMessage }) => ({ id, message: error ?? errorMessage ?? '' })),
    ),
  }),

  rss_feed_open: event('server.rssFeed.opened', { feed: rssFeedMinified }),
  rss_feed_closed: event('server.rssFeed.closed', { feed: rssFeedMinified }),
  share_open: event('server.share.opened', { share: mediaItemShare }),
  share_closed: event('server.share.closed', { share: mediaItemShare }),
  backup_applied: event('server.backup.applied', {}),
  notifications_updated: event('server.notifications.updated', { settings: notificationSettings }),
  /** All devices, not only those of the account. */
  'ereader-devices-updated': event('server.ereaderDevices.updated', { list: ereaderDeviceList }),
  custom_metadata_provider_added: event('server.customProvider.added', { provider: customMetadataProvider }),
  custom_metadata_provider_removed: event('server.customProvider.removed', { provider: customMetadataProvider }),
  admin_message: event('server.adminMessage.received', { message: z.string() }),
  log: event('server.log.written', { line: logLine }),
};

export type ServerEventName = keyof typeof EVENTS;

export type ServerEvent = output<(typeof EVENTS)[ServerEventName]['schema']>;

export type ServerEventOf<Type extends ServerEvent['type']> = Extract<ServerEvent, { type: Type }>;

export type ParsedServerEvent =
  | { readonly kind: 'event'; readonly event: ServerEvent }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'malformed'; readonly name: string; readonly issues: readonly ContractIssue[] };

const isKnown = (name: string): name is ServerEventName => Object.hasOwn(EVENTS, name);

export const serverEventTypes: readonly (readonly [ServerEventName, ServerEvent['type']])[] = Object.keys(EVENTS)
  .filter(isKnown)
  .map((name) => [name, EVENTS[name].type]);

/** The schema of an event for machines; null: its type alone; undefined: an unknown event. */
export function schemaOfServerEvent(type: string): $ZodType | null | undefined {
  const name = serverEventTypes.find(([, other]) => other === type)?.[0];
  if (name === undefined) return undefined;
  return EVENTS[name].field === null ? null : EVENTS[name].schema;
}

/** Parses a socket event by its name on the wire. Never throws. */
export function parseServerEvent(name: string, args: readonly unknown[]): ParsedServerEvent {
  if (!isKnown(name)) return { kind: 'unknown', name };
  const { type, field, schema } = EVENTS[name];
  const parsed = z.safeParse(schema, field === null ? { type } : { type, [field]: args[0] });
  if (parsed.success) return { kind: 'event', event: parsed.data };
  return { kind: 'malformed', name, issues: contractIssues(parsed.error.issues) };
}
