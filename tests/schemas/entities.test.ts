import { expect, test } from 'vitest';
import type { $ZodType } from 'zod/v4/core';
import { apiKeyCreated } from '../../src/schemas/api/account.ts';
import { signedIn } from '../../src/schemas/api/auth.ts';
import { authorDetail } from '../../src/schemas/api/author.ts';
import { backupOverview, backupList } from '../../src/schemas/api/backup.ts';
import { collection, playlist } from '../../src/schemas/api/media-lists.ts';
import { customMetadataProviderList } from '../../src/schemas/api/metadata-utils.ts';
import { libraryWithFilterData } from '../../src/schemas/api/filter-data.ts';
import { itemsPage } from '../../src/schemas/api/shelf.ts';
import { libraryItemExpanded } from '../../src/schemas/api/library-item-expanded.ts';
import { listeningSessionsPage } from '../../src/schemas/api/listening-session.ts';
import { mediaItemShare } from '../../src/schemas/api/share.ts';
import { notificationOverview } from '../../src/schemas/api/notification.ts';
import { playbackSession } from '../../src/schemas/api/playback-session.ts';
import { rssFeedOpened } from '../../src/schemas/api/rss-feed.ts';
import { series } from '../../src/schemas/api/series.ts';
import { user } from '../../src/schemas/api/user.ts';
import { parseServerEvent } from '../../src/schemas/socket/server-events.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording, socketRecording } from '../support/recordings.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
/** A list that survives bad entries reads as the list. */
const listOf = (value: unknown): unknown =>
  isObject(value) && Array.isArray(value['items']) && Array.isArray(value['dropped']) ? value['items'] : value;
/** The value at a path: `media.metadata.title`, `books.0.id`. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => {
    const list = listOf(found);
    return isObject(list) ? list[key] : undefined;
  }, value);
/** Lists by their length, objects by their presence, all else unchanged. */
function shape(value: unknown): unknown {
  const list = listOf(value);
  if (Array.isArray(list)) return `${list.length} entries`;
  return isObject(list) ? 'an object' : list;
}
const read = (value: unknown, paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, shape(at(value, path))]));

/** Rows, the recorded answer of a real server, its schema, and the path of the row's value. */
const answers: readonly [string, string, $ZodType, readonly string[]][] = [
  [
    'a library with its settings and filter data (ENT-001, ENT-002, ENT-003)',
    'libraries/one-filterdata',
    libraryWithFilterData,
    [
      ...['id', 'name', 'mediaType', 'icon', 'displayOrder', 'provider'].map((name) => `library.${name}`),
      ...['coverAspectRatio', 'audiobooksOnly', 'epubsAllowScriptedContent'].map((name) => `library.settings.${name}`),
      ...['authors.0.id', 'authors.0.name', 'series.0.id', 'series.0.name', 'genres', 'tags', 'narrators'].map(
        (name) => `filterdata.${name}`,
      ),
      ...['publishers', 'publishedDecades', 'languages'].map((name) => `filterdata.${name}`),
    ],
  ],
  [
    'a book with files, media and metadata (ENT-005, ENT-008, ENT-009)',
    'items/expanded-two-authors-three-series',
    libraryItemExpanded,
    [
      'libraryFiles.0.ino',
      'libraryFiles.0.metadata.ext',
      ...['title', 'subtitle', 'authors', 'authors.0.id', 'authors.0.name', 'authorName', 'narrators', 'series'].map(
        (name) => `media.metadata.${name}`,
      ),
      ...['seriesName', 'genres', 'publisher', 'publishedYear', 'language', 'explicit'].map(
        (name) => `media.metadata.${name}`,
      ),
    ],
  ],
  [
    'the media of a book (ENT-006)',
    'items/expanded',
    libraryItemExpanded,
    ['id', 'coverPath', 'duration', 'tags', 'chapters', 'tracks'].map((name) => `media.${name}`),
  ],
  [
    'the media of a book in a list (ENT-006)',
    'libraries/items-filter-authors',
    itemsPage,
    ['id', 'coverPath', 'duration', 'numTracks', 'tags'].map((name) => `results.0.media.${name}`),
  ],
  [
    'the media of a podcast (ENT-006)',
    'items/expanded-podcast',
    libraryItemExpanded,
    ['id', 'coverPath', 'tags', 'episodes'].map((name) => `media.${name}`),
  ],
  [
    'the ebook of a book (ENT-007)',
    'items/expanded-ebook-epub',
    libraryItemExpanded,
    ['media.ebookFile.ebookFormat', 'media.ebookFile.metadata.ext'],
  ],
  [
    'a podcast and its author (ENT-010)',
    'items/expanded-podcast',
    libraryItemExpanded,
    ['media.metadata.author', 'media.episodes'],
  ],
  [
    'an episode (ENT-012)',
    'items/expanded-podcast',
    libraryItemExpanded,
    'id title subtitle description season episode episodeType pubDate duration chapters audioFile'
      .split(' ')
      .map((name) => `media.episodes.0.${name}`),
  ],
  [
    'an item (ENT-004)',
    'items/expanded',
    libraryItemExpanded,
    ['id', 'libraryId', 'folderId', 'mediaType', 'updatedAt', 'isMissing', 'media.tracks'],
  ],
  [
    'an episode with its file (ENT-013)',
    'items/expanded-podcast',
    libraryItemExpanded,
    ['media.episodes.0.audioFile.metadata.filename', 'media.episodes.0.audioFile.metadata.size'],
  ],
  [
    'the tracks of a session (ENT-011)',
    'items/play-multi-file',
    playbackSession,
    ['index', 'startOffset', 'duration', 'title', 'contentUrl', 'mimeType', 'metadata.filename'].map(
      (name) => `audioTracks.1.${name}`,
    ),
  ],
  [
    'a chapter (ENT-014)',
    'items/expanded',
    libraryItemExpanded,
    ['id', 'title', 'start', 'end'].map((name) => `media.chapters.0.${name}`),
  ],
  [
    'a playback session (ENT-042)',
    'items/play-episode',
    playbackSession,
    ['id', 'currentTime', 'displayTitle', 'displayAuthor', 'playMethod', 'audioTracks', 'libraryItem', 'episodeId'],
  ],
  [
    'a collection (ENT-016)',
    'collections/one',
    collection,
    ['id', 'libraryId', 'name', 'description', 'books', 'books.0.id'],
  ],
  [
    'a playlist (ENT-017)',
    'playlists/one-podcast',
    playlist,
    ['id', 'libraryId', 'userId', 'name', 'description', 'items.0.libraryItemId', 'items.0.episodeId'],
  ],
  ['a series (ENT-018)', 'series/one', series, ['id', 'libraryId']],
  ['an author (ENT-019)', 'authors/one', authorDetail, ['id', 'name', 'asin', 'description', 'imagePath', 'updatedAt']],
  [
    'the rights of an account (ENT-021)',
    'me/me',
    user,
    [
      ...['update', 'delete', 'download', 'upload', 'accessAllLibraries', 'accessAllTags'].map(
        (name) => `permissions.${name}`,
      ),
      'permissions.accessExplicitContent',
      'permissions.createEreader',
    ],
  ],
  ['the libraries and tags of an account (ENT-022)', 'me/me', user, ['librariesAccessible', 'itemTagsSelected']],
  [
    'the places of an account (ENT-023)',
    'me/me',
    user,
    ['id', 'libraryItemId', 'episodeId', 'currentTime', 'isFinished'].map((name) => `mediaProgress.0.${name}`),
  ],
  [
    'the bookmarks of an account (ENT-015, ENT-024)',
    'me/me',
    user,
    ['title', 'time', 'libraryItemId'].map((name) => `bookmarks.0.${name}`),
  ],
  ['the hidden series of an account (ENT-025)', 'me/me', user, ['seriesHideFromContinueListening']],
  [
    'the settings of the server (ENT-053)',
    'auth/login-root',
    signedIn,
    ['dateFormat', 'timeFormat', 'bookshelfView', 'homeBookshelfView', 'chromecastEnabled'].map(
      (name) => `serverSettings.${name}`,
    ),
  ],
  ['the access token of a sign-in (ENT-026)', 'auth/login-root', signedIn, ['user.accessToken', 'user.type']],
  ['backups (ENT-027)', 'backups/list', z.union([backupOverview, backupList]), ['backups']],
  [
    'a listening session (ENT-028)',
    'me/listening-sessions-default',
    listeningSessionsPage,
    ['sessions.0.id', 'sessions.0.displayTitle', 'sessions.0.timeListening'],
  ],
  [
    'a notification (ENT-029)',
    'notifications/get',
    notificationOverview,
    ['eventName', 'titleTemplate', 'bodyTemplate', 'urls'].map((name) => `settings.notifications.0.${name}`),
  ],
  ['an API key and the user it acts for (ENT-031)', 'api-keys/create', apiKeyCreated, ['apiKey.userId', 'apiKey.name']],
  [
    'a custom metadata provider (ENT-032)',
    'custom-metadata-providers/list',
    customMetadataProviderList,
    ['id', 'name', 'mediaType', 'url', 'authHeaderValue'].map((name) => `providers.0.${name}`),
  ],
  [
    'a feed (ENT-034)',
    'feeds/open-item',
    rssFeedOpened,
    ['feed.id', 'feed.feedUrl', 'feed.meta.preventIndexing', 'feed.meta.ownerName', 'feed.meta.ownerEmail'],
  ],
  [
    'a share (ENT-035)',
    'share/create',
    mediaItemShare,
    ['id', 'slug', 'mediaItemType', 'mediaItemId', 'expiresAt', 'isDownloadable'],
  ],
];

test.each(answers)('%s arrives as the server sent it', (_, name, schema, paths) => {
  const sent = recording(name).response.body;
  const expected = read(sent, paths);
  expect(Object.entries(expected).filter(([, value]) => value === undefined)).toEqual([]);
  expect(read(z.parse(schema, sent), paths)).toEqual(expected);
});

/** Rows, the recorded conversation, the event, its name here, and the path of the row's value. */
const events: readonly [string, string, string, string, readonly string[]][] = [
  [
    'the texts of a finished scan (ENT-036)',
    'scan-small-library',
    'task_finished',
    'task',
    [
      'id',
      'action',
      'title',
      'titleKey',
      'titleSubs',
      'description',
      'descriptionKey',
      'descriptionSubs',
      'error',
      'errorKey',
      'errorSubs',
    ],
  ],
  [
    'how a scan finished, and when (ENT-037)',
    'scan-small-library',
    'task_finished',
    'task',
    ['isFinished', 'isFailed', 'showSuccess', 'startedAt', 'finishedAt'],
  ],
  [
    'the library and the results of a scan (ENT-038)',
    'scan-small-library',
    'task_finished',
    'task',
    ['data.libraryId', ...['added', 'updated', 'missing'].map((name) => `data.scanResults.${name}`)],
  ],
  ['how long a scan took (ENT-039)', 'scan-small-library', 'task_finished', 'task', ['data.scanResults.elapsed']],
  ['the book of a task (ENT-037, ENT-038)', 'encode-m4b', 'task_started', 'task', ['data.libraryItemId']],
  ['how far a task is (ENT-037)', 'encode-m4b', 'task_progress', 'progress', ['libraryItemId', 'progress']],
  ['an encoded track (ENT-040)', 'encode-m4b', 'track_progress', 'track', ['libraryItemId', 'ino', 'progress']],
  [
    'the queue of embeds (ENT-041)',
    'embed-metadata-batch-queue',
    'metadata_embed_queue_update',
    'entry',
    ['libraryItemId', 'queued'],
  ],
  [
    'progress of another device (ENT-044)',
    'progress-from-other-device',
    'user_item_progress_updated',
    'progress',
    ['data.libraryItemId', 'data.episodeId', 'data.currentTime', 'sessionId', 'deviceDescription'],
  ],
  [
    'a stream that opens (EVT-003)',
    'stream-transcode',
    'stream_open',
    'stream',
    ['id', 'clientPlaylistUri', 'startTime', 'segmentLength'],
  ],
  [
    'how far a stream is (EVT-005)',
    'stream-transcode',
    'stream_progress',
    'progress',
    ['stream', 'percent', 'chunks', 'numSegments'],
  ],
  [
    'the end of a quick match (ENT-048)',
    'batch-quickmatch-complete',
    'batch_quickmatch_complete',
    'result',
    ['success', 'updates', 'unmatched'],
  ],
];

test.each(events)('the event %s arrives as the server sent it', (_, name, event, member, paths) => {
  const sent = socketRecording(name).events.find((entry) => entry.event === event && entry.dir === 'in')?.payload;
  const expected = read(sent, paths);
  expect(Object.entries(expected).filter(([, value]) => value === undefined)).toEqual([]);
  expect(read(at(parseServerEvent(event, [sent]), `event.${member}`), paths)).toEqual(expected);
});

test.each([
  ['closes (EVT-004)', 'stream-transcode', 'stream_closed', 'server.stream.closed'],
  ['is ready (EVT-006)', 'stream-ready-after-reset', 'stream_ready', 'server.stream.ready'],
])('a stream that %s is reported', (_, name, event, type) => {
  const sent = socketRecording(name).events.find((entry) => entry.event === event && entry.dir === 'in')?.payload;
  expect(parseServerEvent(event, [sent])).toMatchObject({ kind: 'event', event: { type } });
});

test('a failed stream arrives with its id and the server’s text (ENT-045)', () => {
  const { events: report } = socketRecording('stream-error');
  const sent = report.find(({ event, dir }) => event === 'stream_error' && dir === 'in')?.payload as Json;
  expect(parseServerEvent('stream_error', [sent])).toEqual({
    kind: 'event',
    event: {
      type: 'server.stream.failed',
      failure: { id: sent['id'], message: sent['error'] ?? sent['errorMessage'] },
    },
  });
  expect(parseServerEvent('stream_error', [{ id: 's', errorMessage: 'No space left' }])).toEqual({
    kind: 'event',
    event: { type: 'server.stream.failed', failure: { id: 's', message: 'No space left' } },
  });
});
