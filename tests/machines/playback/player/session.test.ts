import { describe, expect, test, vi } from 'vitest';
import { BROWSER_SESSIONS, LAST_OPEN } from '../../../../src/machines/playback/player/device.ts';
import { closeSession, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { BOOK, BOOK_DURATION, bookSession, openedBook } from '../../../support/player-fixtures.ts';
import { startPlayer } from '../../../support/player-host.ts';

type Player = ReturnType<typeof startPlayer>;

const saves = ({ api }: Player) =>
  api.inputsOf(syncSession).map((input) => {
    const { timeListened, currentTime } = input as { timeListened: number; currentTime: number };
    return [timeListened, currentTime];
  });
/** The server has answered a save of this second. */
const saved = ({ context }: Player, time: number) =>
  vi.waitFor(() => expect(context().playhead.getSnapshot().context.savedTime).toBe(time));
const shownIn = ({ ports }: Player) => {
  const { position, state } = ports.systemPlayer.shown;
  return [state, position?.position];
};

async function playing(): Promise<Player> {
  const player = startPlayer();
  await player.play();
  player.listen(4);
  return player;
}

describe('the media session is updated', () => {
  test('of a pause, of a seek and of the end', async () => {
    const player = await playing();
    player.send({ type: 'player.seek', time: 20 });
    expect(shownIn(player)).toEqual(['playing', 20]);
    player.send({ type: 'player.pause' });
    expect(shownIn(player)).toEqual(['paused', 20]);
    player.send({ type: 'player.seek', time: 22 });
    expect(shownIn(player)).toEqual(['paused', 22]);
    player.send({ type: 'player.toggle' });
    player.send({ type: 'engine.ended' });
    expect(shownIn(player)).toEqual(['paused', 22]);
  });

  test('also before the check of a sound, and of a seek before that', async () => {
    const player = await playing();
    player.send({ type: 'player.pause' });
    player.send({ type: 'server.lost' });
    player.send({ type: 'player.seek', time: 20 });
    expect(shownIn(player)).toEqual(['paused', 20]);
    player.send({ type: 'player.toggle' });
    expect(shownIn(player)).toEqual(['playing', 20]);
  });
});

describe('played time is saved', () => {
  test('at the end, at once', async () => {
    const player = await playing();
    player.send({ type: 'engine.ended' });
    await vi.waitFor(() => expect(saves(player)).toEqual([[4, 4]]));
  });

  test('when the sound fails for good, and not on each retry', async () => {
    const player = await playing();
    const { api, audio, subject } = player;
    for (const tries of [2, 3]) {
      audio.fail(4);
      expect(subject.getSnapshot().children.playbackSession?.getSnapshot().context.isPlaying).toBe(true);
      await vi.waitFor(() => expect(api.inputsOf(playItem)).toHaveLength(tries));
      await vi.waitFor(() => expect(player.transport()).toBe('stalled'));
    }
    const before = saves(player).length;
    audio.becomeReady(26);
    player.listen(3);
    audio.fail(4);
    expect(player.transport()).toBe('failed');
    await vi.waitFor(() => expect(saves(player).slice(before)).toEqual([[3, 7]]));
  });

  test('only once it is known what another device did while the connection was lost', async () => {
    const player = await playing();
    player.send({ type: 'player.pause' });
    await saved(player, 4);
    player.send({ type: 'server.lost' });
    player.send({ type: 'player.toggle' });
    player.listen(3);
    player.send({ type: 'player.seek', time: 0 });
    player.send({ type: 'server.checked' });
    expect(saves(player)).toEqual([[4, 4]]);
    player.listen(2);
    player.send({ type: 'player.pause' });
    await saved(player, 2);
    expect(saves(player)).toEqual([
      [4, 4],
      [5, 2],
    ]);
  });

  test('also without new listening: a place may have been chosen meanwhile', async () => {
    const player = await playing();
    player.send({ type: 'player.pause' });
    await saved(player, 4);
    player.send({ type: 'server.lost' });
    for (const time of [20, 22]) {
      player.send({ type: 'player.seek', time });
      await Promise.resolve();
    }
    player.send({ type: 'server.checked' });
    await saved(player, 22);
    expect(saves(player)).toEqual([
      [4, 4],
      [0, 22],
    ]);
    player.send({ type: 'player.seek', time: 24 });
    await saved(player, 24);
  });
});

test('an opened item is reported to the other tabs of this browser and to the sleep timer', async () => {
  const player = await playing();
  const { chapters, duration } = player.subject.getSnapshot().children.sleepTimer?.getSnapshot().context ?? {};
  expect([chapters?.map(({ start }) => start), duration]).toEqual([[0, 30.5], BOOK_DURATION]);
  player.send({ type: 'playback.reopened', opened: openedBook({ id: 'session-2' }) });
  expect(player.ports.storage.read(BROWSER_SESSIONS)).toEqual(['session-1', 'session-2']);
});

describe('while one item makes room for the next', () => {
  const other = { ...BOOK, libraryItemId: 'other' };

  test('the last requested one opens', async () => {
    const player = await playing();
    const { api, send } = player;
    const closing = api.defer(closeSession);
    api.answer(playItem, bookSession({ id: 'session-2', libraryItemId: 'other' }));
    send({ type: 'player.play', libraryItemId: 'first' });
    send({ type: 'player.play', libraryItemId: 'other' });
    expect(player.context().next?.media).toEqual(other);
    await vi.waitFor(() => expect(api.inputsOf(closeSession)).toHaveLength(1));
    closing.resolve('OK');
    await vi.waitFor(() => expect(player.context().opened?.session.id).toBe('session-2'));
    expect(api.inputsOf(playItem).map((input) => (input as { itemId: string }).itemId)).toEqual([
      BOOK.libraryItemId,
      'other',
    ]);
  });

  test('a player that shuts down keeps nothing for a reload, and requests nothing', async () => {
    const player = await playing();
    player.send({ type: 'player.play', libraryItemId: 'other' });
    player.send({ type: 'player.shutDown' });
    const { next, request } = player.context();
    expect([player.transport(), next, request, player.ports.tabStorage.read(LAST_OPEN)]).toEqual([
      'empty',
      null,
      null,
      null,
    ]);
  });

  test.each(['player.close', 'player.shutDown'] as const)('%s keeps nothing either, and ends it', async (type) => {
    const player = await playing();
    player.send({ type });
    const { opened, request } = player.context();
    expect([opened, request, player.ports.tabStorage.read(LAST_OPEN)]).toEqual([null, null, null]);
    await vi.waitFor(() => expect(player.subject.getSnapshot().value.session).toBe('absent'));
  });
});
