import { describe, expect, test, vi } from 'vitest';
import type { PlayerEvent } from '../../../../src/machines/playback/player/player.context.ts';
import { playItem } from '../../../../src/services/endpoints/playback.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { BOOK, bookSession, openedStream } from '../../../support/player-fixtures.ts';
import { startPlayer } from '../../../support/player-host.ts';

type Player = ReturnType<typeof startPlayer>;
const engineOf = ({ subject }: Player) => subject.getSnapshot().value.engine;
const heard = ({ audio }: Player) => [audio.src, audio.paused];

async function playing(): Promise<Player> {
  const player = startPlayer();
  await player.play();
  return player;
}

describe('what sounds', () => {
  test.each<[string, PlayerEvent]>([
    ['another item is played', { type: 'player.play', libraryItemId: 'other' }],
    ['it is closed', { type: 'player.close' }],
    ['the account ends', { type: 'player.shutDown' }],
  ])('is silent at once when %s, whatever the server says', async (_when, event) => {
    const player = await playing();
    player.send(event);
    expect([engineOf(player), player.subject.getSnapshot().children.engine, player.audio.src]).toEqual([
      'prepared',
      undefined,
      '',
    ]);
  });

  test('continues when the open item is played', async () => {
    const player = await playing();
    const before = heard(player);
    player.send({ type: 'player.play', ...BOOK });
    expect([engineOf(player), heard(player)]).toEqual([{ running: { html5: 'loaded' } }, before]);
  });

  test('that has failed is let go of with the next try', async () => {
    const player = await playing();
    player.send({ type: 'playback.failed', error: { kind: 'network' } });
    expect([player.transport(), engineOf(player), player.audio.paused]).toEqual([
      'failed',
      { running: { html5: 'loaded' } },
      true,
    ]);
    player.send({ type: 'player.retry' });
    expect([player.transport(), engineOf(player), player.audio.src]).toEqual(['opening', 'prepared', '']);
  });

  test('is as loud as the sleep timer lets it be, and as fast and loud as the settings say', async () => {
    const player = await playing();
    player.send({ type: 'player.setGain', gain: 0.5 });
    expect(player.audio.volume).toBe(0.5);
    const preferences = { ...player.context().preferences, playbackRate: 1.5, volume: 0.4 };
    player.send({ type: 'preferences.changed', preferences });
    expect([player.audio.playbackRate, player.audio.volume, player.context().preferences]).toEqual([
      1.5,
      0.2,
      preferences,
    ]);
  });

  test('starts with settings that changed before it was created', () => {
    const player = startPlayer();
    const preferences = { ...player.context().preferences, playbackRate: 1.5, jumpForwardAmount: 60 };
    player.send({ type: 'preferences.changed', preferences });
    expect(player.context().preferences).toEqual(preferences);
  });

  test('of a stream goes silent and is as fast as the settings say, too', async () => {
    const player = startPlayer();
    const { session } = openedStream({ id: 'one' });
    player.api.answer(playItem, { ...bookSession({ id: 'one' }), playMethod: 2, audioTracks: session.audioTracks });
    player.send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(engineOf(player)).toEqual({ running: { hls: 'loaded' } }));
    player.send({ type: 'preferences.changed', preferences: { ...player.context().preferences, playbackRate: 1.5 } });
    expect(player.audio.playbackRate).toBe(1.5);
    player.send({ type: 'player.shutDown' });
    expect([engineOf(player), player.ports.media.streams.size]).toEqual(['prepared', 0]);
  });
});

describe('a press lets the browser make sound later, when the server has answered', () => {
  test.each<[string, readonly PlayerEvent[], number]>([
    ['on Play', [{ type: 'player.play', ...BOOK }], 1],
    ['on the pointer over it, before', [{ type: 'player.prefetch' }, { type: 'player.play', ...BOOK }], 2],
    [
      'on Play once more',
      [
        { type: 'player.play', ...BOOK },
        { type: 'player.play', ...BOOK },
      ],
      2,
    ],
  ])('%s', (_where, events, times) => {
    const ports = createFakePorts();
    const prepare = vi.spyOn(ports.media, 'prepare');
    const player = startPlayer({ ports });
    for (const event of events) player.send(event);
    expect([engineOf(player), prepare.mock.calls.length]).toEqual(['prepared', times]);
  });
});

describe('a press of Play ends its sleep, an automatic next item does not', () => {
  const fading = async () => {
    const player = await playing();
    const { sleepTimer } = player.subject.getSnapshot().children;
    sleepTimer?.send({ type: 'sleepTimer.set', timer: { type: 'countdown', seconds: 20 } });
    return { ...player, left: () => sleepTimer?.getSnapshot().context.left };
  };

  test.each<[string, readonly PlayerEvent[], number]>([
    ['resume', [{ type: 'player.resume' }], 320],
    ['a pause', [{ type: 'player.pause' }], 20],
    ['a pause and a press', [{ type: 'player.pause' }, { type: 'player.toggle' }], 320],
    ['another item', [{ type: 'player.play', libraryItemId: 'other' }], 320],
    ['the next of the queue', [{ type: 'player.play', libraryItemId: 'other', isAutomatic: true }], 20],
  ])('after %s', async (_what, events, seconds) => {
    const { left, send } = await fading();
    for (const event of events) send(event);
    expect(left()).toBe(seconds);
  });
});
