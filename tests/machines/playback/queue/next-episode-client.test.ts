import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { QueueRef } from '../../../../src/machines/playback/queue/queue.machine.ts';
import type { ToastsRef } from '../../../../src/machines/app/toasts.machine.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { playEpisode, playItem } from '../../../../src/services/endpoints/playback.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { bookSession } from '../../../support/player-fixtures.ts';
import { queued } from '../../../support/queue-fixtures.ts';
import { startClient } from '../../../support/whole-client.ts';
import { transportOf } from '../../../support/state-values.ts';

// Its code is a chunk.
beforeAll(() => import('../../../../src/machines/playback/queue/following.ts'));

const [sample] = podcastBody.media.episodes;
const { title } = podcastBody.media.metadata;

/** A podcast with these episodes, a day between each two, newest first as the server may have them. */
function podcastOf(type: string, ids: readonly string[]) {
  const episodes = ids.map((id, index) => ({
    ...sample,
    id,
    title: `Title ${id}`,
    season: '1',
    episode: String(ids.length - index),
    publishedAt: Date.UTC(2026, 0, 20) - index * 86_400_000,
  }));
  const metadata = { ...podcastBody.media.metadata, type };
  return { ...podcastBody, media: { ...podcastBody.media, metadata, episodes } };
}

function shortEpisode({ itemId, episodeId }: { itemId: string; episodeId: string }) {
  const { audioTracks } = bookSession() as { audioTracks: object[] };
  return bookSession({
    id: `session-${episodeId}`,
    libraryItemId: itemId,
    episodeId,
    duration: 60,
    currentTime: 0,
    startTime: 0,
    chapters: [],
    audioTracks: [{ ...audioTracks[0], duration: 60 }],
  });
}

/** The whole client, playing the oldest of three episodes. */
async function listen(type = 'episodic', ids: readonly string[] = ['new', 'mid', 'old'], first = 'old') {
  const client = await startClient('/account', ({ api }) => {
    api.answer(playEpisode, shortEpisode);
    api.answer(playItem, bookSession());
    api.answer(getItem, podcastOf(type, ids));
  });
  const { app, player, ports } = client;
  const queue = app.system.get('queue') as QueueRef;
  const toasts = () => (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  const sounding = (id: string) =>
    vi.waitFor(() => {
      expect(player.getSnapshot().context.opened?.session.episodeId ?? null).toBe(id);
      if (transportOf(player) !== 'playing') ports.media.audio.becomeReady(60);
      expect(transportOf(player)).toBe('playing');
    });
  player.send({ type: 'player.play', libraryItemId: podcastBody.id, episodeId: first });
  await sounding(first);
  ports.media.audio.duration = 60;
  return {
    ...client,
    queue,
    sounding,
    end: () => ports.media.audio.end(),
    rested: () => vi.waitFor(() => expect(queue.getSnapshot().value).toBe('waiting')),
    requested: () => ports.api.inputsOf(getItem).length,
    toasts: () => toasts().map(({ ref }) => ref.getSnapshot().context.message),
    pressToast: () => toasts().at(-1)?.ref.send({ type: 'toast.act' }),
    transport: () => transportOf(player),
  };
}

describe('a podcast, when an episode ends and nothing waits', () => {
  test.each(['episodic', 'serial'])(
    'of the type %s continues with the next one, and says so (ENU-011)',
    async (type) => {
      const client = await listen(type);
      client.end();
      await client.sounding('mid');
      expect(client.toasts()).toEqual([{ key: 'queue.followed', values: { group: title, title: 'Title mid' } }]);
      client.pressToast();
      expect(client.transport()).toBe('paused');
    },
  );

  test('skips finished ones', async () => {
    const client = await listen();
    const media = { libraryItemId: podcastBody.id, episodeId: 'mid' };
    client.app.system.get('progress').send({ type: 'progress.editMany', edits: [{ media, edit: { kind: 'finish' } }] });
    client.end();
    await client.sounding('new');
    expect(client.toasts()).toContainEqual({ key: 'queue.followed', values: { group: title, title: 'Title new' } });
  });

  test('goes by number where it is a serial, by day where it is not', async () => {
    const upsideDown = (type: string) => {
      const podcast = podcastOf(type, ['a', 'b', 'c']);
      const days = podcast.media.episodes.map(({ publishedAt }) => publishedAt).toReversed();
      const episodes = podcast.media.episodes.map((one, index) => ({ ...one, publishedAt: days[index] }));
      return { ...podcast, media: { ...podcast.media, episodes } };
    };
    for (const [type, next] of [
      ['serial', 'a'],
      ['episodic', 'c'],
    ] as const) {
      const client = await listen(type, ['a', 'b', 'c'], 'b');
      client.ports.api.answer(getItem, upsideDown(type));
      client.end();
      await client.sounding(next);
      expect(client.toasts()).toContainEqual({
        key: 'queue.followed',
        values: { group: title, title: `Title ${next}` },
      });
    }
  });

  test('stops where its files are missing', async () => {
    const client = await listen();
    client.ports.api.answer(getItem, { ...podcastOf('episodic', ['new', 'mid', 'old']), isMissing: true });
    client.end();
    await client.rested();
    expect([client.transport(), client.toasts()]).toEqual(['ended', []]);
  });

  test('stops after the last', async () => {
    const client = await listen('episodic', ['new', 'mid', 'old'], 'new');
    client.end();
    await client.rested();
    expect([client.transport(), client.toasts()]).toEqual(['ended', []]);
  });

  test('follows the queue', async () => {
    const client = await listen();
    const before = client.requested();
    client.queue.send({ type: 'queue.add', items: [queued('a')], place: 'last' });
    client.end();
    await vi.waitFor(() => expect(client.player.getSnapshot().context.request?.media.libraryItemId).toBe('a'));
    expect(client.requested()).toBe(before);
  });

  test('does not go on with autoplay off, nor when that is turned off while it is looked for', async () => {
    const client = await listen();
    const before = client.requested();
    client.queue.send({ type: 'queue.setAutoplay', isOn: false });
    client.end();
    expect([client.queue.getSnapshot().value, client.requested()]).toEqual(['waiting', before]);

    const other = await listen();
    const answer = other.ports.api.defer(getItem);
    other.end();
    expect(other.queue.getSnapshot().value).toBe('searching');
    other.queue.send({ type: 'queue.setAutoplay', isOn: false });
    await vi.waitFor(() => expect(other.requested()).toBeGreaterThan(0));
    answer.resolve(podcastOf('episodic', ['new', 'mid', 'old']));
    await other.rested();
    expect([other.transport(), other.toasts()]).toEqual(['ended', []]);
  });

  test('stays where the sleep timer ends with it', async () => {
    const client = await listen();
    client.player
      .getSnapshot()
      .children.sleepTimer?.send({ type: 'sleepTimer.set', timer: { type: 'chapter', count: 1 } });
    const before = client.requested();
    client.end();
    expect([client.queue.getSnapshot().value, client.requested()]).toEqual(['waiting', before]);
  });

  test('gives way to a listener who plays on meanwhile', async () => {
    const client = await listen();
    client.ports.api.defer(getItem);
    client.end();
    expect(client.queue.getSnapshot().value).toBe('searching');
    client.player.send({ type: 'player.toggle' });
    client.ports.media.audio.becomeReady(60);
    expect([client.queue.getSnapshot().value, client.transport()]).toEqual(['waiting', 'playing']);
  });

  test('that failed to load says so', async () => {
    const client = await listen();
    client.ports.api.refuse(getItem, { kind: 'network' });
    client.end();
    await vi.waitFor(() => expect(client.toasts()).toEqual([{ key: 'queue.noNextEpisode' }]));
    expect(client.transport()).toBe('ended');
  });
});
