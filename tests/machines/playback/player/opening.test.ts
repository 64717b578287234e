import { describe, expect, test, vi } from 'vitest';
import type { PlayerEvent } from '../../../../src/machines/playback/player/player.context.ts';
import { playItem } from '../../../../src/services/endpoints/playback.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { BOOK, bookProgress, bookSession, openedBook } from '../../../support/player-fixtures.ts';
import { startPlayer } from '../../../support/player-host.ts';

type Player = ReturnType<typeof startPlayer>;

const seen = ({ context, notice, transport }: Player) => [transport(), context().wantsSound, notice()?.kind ?? null];
const plays = ({ audio }: Player) => audio.calls.filter((call) => call === 'play').length;

/** A session is requested. */
function requesting(): Player {
  const player = startPlayer();
  player.send({ type: 'player.play', ...BOOK });
  return player;
}

/** The session is open, without sound yet. */
async function loading(): Promise<Player> {
  const player = requesting();
  await vi.waitFor(() => expect(player.transport()).toBe('loading'));
  return player;
}

const pause = { type: 'player.pause' } as const;

describe('while the session is requested, the last press counts', () => {
  test.each<[readonly PlayerEvent[], boolean]>([
    [[], true],
    [[pause], false],
    [[pause, { type: 'player.toggle' }], true],
    [[pause, { type: 'player.resume' }], true],
    [[pause, { type: 'player.play', ...BOOK }], true],
    [[{ type: 'player.startedElsewhere' }], false],
    [[{ type: 'player.moveHere', isPaused: true }], false],
    [[{ type: 'player.moveHere', isPaused: false }], true],
  ])('%j: sound is wanted: %s', async (events, isWanted) => {
    const player = requesting();
    for (const event of events) player.send(event);
    expect(seen(player)).toEqual(['opening', isWanted, null]);
    await vi.waitFor(() => expect(player.context().opened).not.toBe(null));
    player.audio.becomeReady(26);
    expect(player.transport()).toBe(isWanted ? 'playing' : 'paused');
  });
});

describe('while the opened item has no sound yet', () => {
  test.each<[readonly PlayerEvent[], readonly unknown[]]>([
    [[{ type: 'engine.started' }], ['playing', true, null]],
    [[{ type: 'engine.loaded' }], ['loading', true, null]],
    [
      [pause, { type: 'engine.loaded' }],
      ['paused', false, null],
    ],
    [[{ type: 'engine.paused', reason: 'requested' }], ['paused', false, null]],
    [[{ type: 'engine.paused', reason: 'blocked' }], ['paused', false, 'blocked']],
    [[{ type: 'engine.failed', failure: 'network', time: 0 }], ['recovering', true, null]],
    [[{ type: 'playback.failed', error: { kind: 'network' } }], ['failed', false, null]],
  ])('%j', async (events, expected) => {
    const player = await loading();
    for (const event of events) player.send(event);
    expect(seen(player)).toEqual(expected);
  });

  test.each(['player.toggle', 'player.resume'] as const)('%s tries to start it once more', async (type) => {
    const player = await loading();
    player.send(pause);
    const before = plays(player);
    player.send({ type });
    expect([player.context().wantsSound, plays(player)]).toEqual([true, before + 1]);
  });

  test('another session meanwhile is the open one', async () => {
    const player = await loading();
    player.send({ type: 'playback.reopened', opened: openedBook({ id: 'session-2' }) });
    expect([player.transport(), player.context().opened?.session.id]).toEqual(['loading', 'session-2']);
  });

  test('a failure of it is retried, and one of the server is reported', async () => {
    const failed = await loading();
    failed.send({ type: 'engine.failed', failure: 'network', time: 0 });
    expect(failed.context()).toMatchObject({ recoveries: 1, failure: null });
    const refused = await loading();
    refused.send({ type: 'playback.failed', error: { kind: 'network' } });
    expect(refused.context().failure).toEqual({ kind: 'session', error: { kind: 'network' } });
  });
});

test.each<PlayerEvent>([
  { type: 'playback.opened', opened: openedBook() },
  { type: 'playback.opened', opened: openedBook({ audioTracks: [] }) },
  { type: 'playback.failed', error: { kind: 'network' } },
])('a late answer about the item before does not affect the next one: %j', async (late) => {
  const player = await loading();
  player.send({ type: 'player.play', libraryItemId: 'other' });
  player.send(late);
  expect([player.transport() === 'opening', seen(player)]).toEqual([true, ['opening', true, null]]);
});

test('an item left long ago starts a little earlier, as the settings say', async () => {
  const ports = createFakePorts();
  ports.storage.put('userSettings', JSON.stringify({ autoRewind: 20 }));
  ports.clock.advance(86_400_000);
  const lastUpdate = ports.clock.now() - 86_400_000;
  const player = startPlayer({ ports, progress: [bookProgress({ currentTime: 24, lastUpdate })] });
  player.api.answer(playItem, bookSession({ currentTime: 24 }));
  await player.play();
  expect(player.time()).toBe(4);
});
