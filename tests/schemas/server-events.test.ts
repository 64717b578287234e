import { describe, expect, test } from 'vitest';
import { parseServerEvent, serverEventTypes } from '../../src/schemas/socket/server-events.ts';
import { socketRecording } from '../support/recordings.ts';

function recordedPayload(recordingName: string, event: string): unknown {
  const found = socketRecording(recordingName).events.find((entry) => entry.event === event && entry.dir === 'in');
  if (!found) throw new Error(`${recordingName} has no ${event}`);
  return found.payload;
}

test('every event of the server has a type of three parts', () => {
  expect(Object.fromEntries(serverEventTypes)).toEqual({
    init: 'server.socket.authenticated',
    auth_failed: 'server.socket.refused',
    pong: 'server.socket.ponged',
    user_online: 'server.user.online',
    user_offline: 'server.user.offline',
    user_stream_update: 'server.user.streamUpdated',
    user_added: 'server.user.added',
    user_updated: 'server.user.updated',
    user_removed: 'server.user.removed',
    user_item_progress_updated: 'server.progress.updated',
    user_session_closed: 'server.session.closed',
    library_added: 'server.library.added',
    library_updated: 'server.library.updated',
    library_removed: 'server.library.removed',
    item_added: 'server.item.added',
    item_updated: 'server.item.updated',
    item_removed: 'server.item.removed',
    items_added: 'server.items.added',
    items_updated: 'server.items.updated',
    author_added: 'server.author.added',
    author_updated: 'server.author.updated',
    author_removed: 'server.author.removed',
    authors_num_books_updated: 'server.authors.counted',
    series_added: 'server.series.added',
    series_updated: 'server.series.updated',
    series_removed: 'server.series.removed',
    collection_added: 'server.collection.added',
    collection_updated: 'server.collection.updated',
    collection_removed: 'server.collection.removed',
    playlist_added: 'server.playlist.added',
    playlist_updated: 'server.playlist.updated',
    playlist_removed: 'server.playlist.removed',
    episode_added: 'server.episode.added',
    episode_download_queued: 'server.episodeDownload.queued',
    episode_download_started: 'server.episodeDownload.started',
    episode_download_finished: 'server.episodeDownload.finished',
    episode_download_queue_cleared: 'server.episodeDownload.queueCleared',
    task_started: 'server.task.started',
    task_finished: 'server.task.finished',
    task_progress: 'server.task.progressed',
    track_started: 'server.track.started',
    track_progress: 'server.track.progressed',
    track_finished: 'server.track.finished',
    metadata_embed_queue_update: 'server.embedQueue.updated',
    batch_quickmatch_complete: 'server.quickMatch.completed',
    stream_open: 'server.stream.opened',
    stream_progress: 'server.stream.progressed',
    stream_ready: 'server.stream.ready',
    stream_closed: 'server.stream.closed',
    stream_reset: 'server.stream.reset',
    stream_error: 'server.stream.failed',
    rss_feed_open: 'server.rssFeed.opened',
    rss_feed_closed: 'server.rssFeed.closed',
    share_open: 'server.share.opened',
    share_closed: 'server.share.closed',
    backup_applied: 'server.backup.applied',
    notifications_updated: 'server.notifications.updated',
    'ereader-devices-updated': 'server.ereaderDevices.updated',
    custom_metadata_provider_added: 'server.customProvider.added',
    custom_metadata_provider_removed: 'server.customProvider.removed',
    admin_message: 'server.adminMessage.received',
    log: 'server.log.written',
  });
});

describe('a known event', () => {
  test('without an argument has only its type', () => {
    expect(parseServerEvent('backup_applied', [null])).toEqual({
      kind: 'event',
      event: { type: 'server.backup.applied' },
    });
    expect(parseServerEvent('pong', [])).toEqual({ kind: 'event', event: { type: 'server.socket.ponged' } });
  });

  test('with a plain argument has it under a name', () => {
    expect(parseServerEvent('stream_closed', ['session-1'])).toEqual({
      kind: 'event',
      event: { type: 'server.stream.closed', streamId: 'session-1' },
    });
  });

  test.each([
    ['error', { id: 's', error: 'no encoder' }, 'no encoder'],
    ['errorMessage', { id: 's', errorMessage: 'no encoder' }, 'no encoder'],
    ['neither', { id: 's' }, ''],
  ])('stream_error takes its text from %s', (_, payload, message) => {
    expect(parseServerEvent('stream_error', [payload])).toEqual({
      kind: 'event',
      event: { type: 'server.stream.failed', failure: { id: 's', message } },
    });
  });

  test('an item is kept as a minified one', () => {
    const parsed = parseServerEvent('item_updated', [recordedPayload('item-updated-media', 'item_updated')]);
    expect(parsed).toEqual({
      kind: 'event',
      event: {
        type: 'server.item.updated',
        item: {
          id: expect.any(String),
          libraryId: expect.any(String),
          addedAt: expect.any(Number),
          updatedAt: expect.any(Number),
          mtimeMs: expect.any(Number),
          birthtimeMs: expect.any(Number),
          relPath: 'Anton Chekhov/The Bet',
          isMissing: false,
          isInvalid: false,
          mediaType: 'book',
          size: expect.any(Number),
          numFiles: expect.any(Number),
          media: {
            id: expect.any(String),
            metadata: {
              title: 'The Bet',
              titleIgnorePrefix: 'Bet, The',
              subtitle: 'A Story',
              authorName: 'Anton Chekhov',
              authorNameLF: 'Chekhov, Anton',
              narratorName: 'Dan Deep, Ann Elk',
              seriesName: 'Chekhov Stories #1',
              publishedYear: '1889',
              explicit: false,
            },
            coverPath: expect.any(String),
            tags: ['russian'],
            duration: 12.8,
            numTracks: 1,
            numAudioFiles: 1,
            numChapters: 0,
            ebookFormat: null,
          },
        },
      },
    });
  });

  test('of the own account never has the permanent token', () => {
    const parsed = parseServerEvent('user_updated', [recordedPayload('bookmark-created', 'user_updated')]);
    expect(parsed.kind).toBe('event');
    expect(JSON.stringify(parsed)).not.toContain('legacyToken');
  });

  test('a list continues without a bad entry and says so', () => {
    const items = recordedPayload('scan-small-library', 'items_added');
    const parsed = parseServerEvent('items_added', [[...(items as unknown[]), { id: 7 }]]);
    expect(parsed).toMatchObject({
      kind: 'event',
      event: { type: 'server.items.added', items: { dropped: [{ path: `${(items as unknown[]).length}.mediaType` }] } },
    });
  });
});

describe('anything else', () => {
  test.each(['item_renamed', 'toString', '__proto__', ''])('an event named %j is unknown', (name) => {
    expect(parseServerEvent(name, [{}])).toEqual({ kind: 'unknown', name });
  });

  test('an event without its required data is malformed, with the path', () => {
    expect(parseServerEvent('item_removed', [{ libraryId: 'a' }])).toEqual({
      kind: 'malformed',
      name: 'item_removed',
      issues: [{ path: 'item.id', message: 'expected string' }],
    });
  });

  test('an event without its argument is malformed', () => {
    expect(parseServerEvent('task_progress', [])).toEqual({
      kind: 'malformed',
      name: 'task_progress',
      issues: [{ path: 'progress', message: 'expected object' }],
    });
  });
});

test('a changed podcast lists its episodes, and nothing else of them', () => {
  const payload = recordedPayload('episode-removed', 'item_updated') as { media: { episodes: { id: string }[] } };
  const parsed = parseServerEvent('item_updated', [payload]);
  const item = parsed.kind === 'event' && parsed.event.type === 'server.item.updated' ? parsed.event.item : null;
  if (item?.mediaType !== 'podcast') throw new Error('That is no podcast');
  expect(item.episodeIds).toEqual(payload.media.episodes.map(({ id }) => id));
  expect(item.media).not.toHaveProperty('episodes');
});
