import { describe, expect, test, vi } from 'vitest';
import { ITEM_SETTINGS } from '../../../../src/machines/playback/player/item-settings.machine.ts';
import { POSITION_HISTORY } from '../../../../src/machines/playback/player/history.machine.ts';
import { jumpsOf } from '../../../../src/machines/playback/player/history.logic.ts';
import { LAST_OPEN } from '../../../../src/machines/playback/player/device.ts';
import type { MenusRef } from '../../../../src/machines/app/modals/menus.machine.ts';
import type { PreferencesRef } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import type { Preferences } from '../../../../src/schemas/preferences.ts';
import { listMyItemSessions } from '../../../../src/services/endpoints/account.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { getMe } from '../../../../src/services/endpoints/me.ts';
import { playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { BOOK, bookProgress, bookSession } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { ACCOUNT, startClient } from '../../../support/whole-client.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { transportOf } from '../../../support/state-values.ts';

type Client = Awaited<ReturnType<typeof open>>;

/** The whole client, with these settings. `progress`: the account's position in the book, `ago` seconds before now. */
async function open(
  settings: Partial<Preferences> = {},
  {
    progress,
    session = {},
    prepare,
  }: {
    progress?: { currentTime: number; ago: number; isFinished?: boolean };
    session?: Record<string, unknown>;
    prepare?: (ports: FakePorts) => void;
  } = {},
) {
  const client = await startClient('/account', (ports) => {
    const { api, clock, storage } = ports;
    storage.put('userSettings', JSON.stringify(settings));
    const { currentTime = 0, ago = 0, isFinished = false } = progress ?? {};
    const mediaProgress = progress
      ? [bookProgress({ currentTime, isFinished, lastUpdate: clock.now() - ago * 1000 })]
      : [];
    const user = { ...ACCOUNT.user, mediaProgress };
    api.answer(authorize, { ...ACCOUNT, user });
    api.answer(getMe, user);
    api.answer(
      playItem,
      bookSession({ startedAt: clock.now(), currentTime: isFinished ? 0 : currentTime, ...session }),
    );
    api.answer(listMyItemSessions, recording('me/listening-sessions').response.body);
    prepare?.(ports);
  });
  const { app, player, ports } = client;
  const { audio } = ports.media;
  return {
    ...client,
    audio,
    menus: app.system.get('menus') as MenusRef,
    preferences: app.system.get('preferences') as PreferencesRef,
    settings: () => player.getSnapshot().children.itemSettings,
    history: () => player.getSnapshot().children.history,
    time: () => player.getSnapshot().context.playhead.getSnapshot().context.time,
    heard: () => player.getSnapshot().context.playhead.getSnapshot().context.listened,
    /** `[from, to, reason]` of the jumps of the open item, latest first. */
    jumps() {
      const { jumps, media } = player.getSnapshot().children.history?.getSnapshot().context ?? {
        jumps: [],
        media: null,
      };
      return jumpsOf(jumps, media).map(({ from, to, reason }) => [from, to, reason]);
    },
    pause: () => player.send({ type: 'player.pause' }),
    toggle: () => player.send({ type: 'player.toggle' }),
    wait: (seconds: number) => ports.clock.advance(seconds * 1000),
  };
}

describe('the speed of one book', () => {
  const own = (client: Client) =>
    client.settings()?.send({ type: 'settings.choose', setting: 'playbackRate', scope: 'item' });

  test('applies before its first sound, and to no other book', async () => {
    const client = await open({ playbackRate: 1.2 });
    await client.play();
    own(client);
    client.player.send({ type: 'player.setRate', rate: 2 });
    expect([client.audio.playbackRate, client.preferences.getSnapshot().context.playbackRate]).toEqual([2, 1.2]);
    client.ports.api.answer(playItem, bookSession({ id: 'session-2' }));
    client.player.send({ type: 'player.play', libraryItemId: 'other' });
    await vi.waitFor(() => expect(client.player.getSnapshot().context.opened?.session.id).toBe('session-2'));
    expect(client.audio.playbackRate).toBe(1.2);
    client.ports.api.answer(playItem, bookSession({ id: 'session-3' }));
    client.player.send({ type: 'player.play', ...BOOK });
    await vi.waitFor(() => expect(client.player.getSnapshot().context.opened?.session.id).toBe('session-3'));
    expect([client.audio.playbackRate, transportOf(client.player)]).toEqual([2, 'loading']);
  });

  test('applies to the keys too, and counts in the played seconds', async () => {
    const client = await open();
    await client.play();
    own(client);
    client.ports.hotkeys.press('ArrowUp', { shift: true });
    expect([client.audio.playbackRate, client.preferences.getSnapshot().context.playbackRate]).toEqual([1.1, 1]);
    client.player.send({ type: 'player.setRate', rate: 2 });
    client.listen(10);
    expect([Math.round(client.heard()), Math.round(client.time())]).toEqual([10, 20]);
  });

  test('is followed by another tab while it plays', async () => {
    const client = await open();
    await client.play();
    own(client);
    const [mine] = client.ports.storage.read(ITEM_SETTINGS) ?? [];
    if (!mine) throw new Error('nothing was stored');
    client.ports.storage.changeElsewhere(ITEM_SETTINGS, [{ ...mine, playbackRate: 1.75 }]);
    expect(client.audio.playbackRate).toBe(1.75);
  });

  test("is the sleep timer's speed to the end of the chapter", async () => {
    const client = await open();
    await client.play();
    own(client);
    client.player.send({ type: 'player.setRate', rate: 2 });
    const timer = client.player.getSnapshot().children.sleepTimer;
    timer?.send({ type: 'sleepTimer.set', timer: { type: 'chapter', count: 1 } });
    expect(timer?.getSnapshot().context.left).toBeCloseTo(30.5 / 2, 1);
  });
});

describe('after a pause', () => {
  test('nothing rewinds by default', async () => {
    const client = await open();
    await client.play();
    client.listen(20);
    client.pause();
    client.wait(3600);
    client.toggle();
    expect([client.time(), client.jumps()]).toEqual([20, []]);
  });

  test('playing rewinds before there is sound, and the played seconds stay unchanged', async () => {
    const client = await open({ autoRewind: 30 });
    await client.play();
    client.listen(25);
    client.pause();
    await vi.waitFor(() => expect(client.ports.api.inputsOf(syncSession)).not.toEqual([]));
    client.wait(60);
    client.toggle();
    expect([client.time(), client.heard(), client.jumps()]).toEqual([16, 25, [[25, 16, 'autoRewind']]]);
    client.audio.becomeReady(26);
    client.listen(5);
    expect([client.time(), client.heard()]).toEqual([21, 30]);
    client.pause();
    await vi.waitFor(() => {
      const saves = client.ports.api.inputsOf(syncSession) as readonly { currentTime: number; timeListened: number }[];
      const heard = saves.reduce((sum, { timeListened }) => sum + timeListened, 0);
      expect([saves.at(-1)?.currentTime, heard]).toEqual([21, 30]);
    });
  });

  test('a chosen place stays: nothing rewinds from there', async () => {
    const client = await open({ autoRewind: 30 });
    await client.play();
    client.listen(10);
    client.pause();
    client.wait(600);
    client.player.send({ type: 'player.seek', time: 100 });
    client.toggle();
    expect(client.time()).toBe(100);
  });

  test('the start of the chapter is a border, when the listener wants that', async () => {
    const client = await open({ autoRewind: 30, autoRewindInChapter: true });
    await client.play();
    client.player.send({ type: 'player.seekToNextChapter' });
    client.audio.becomeReady(26);
    client.listen(4);
    client.pause();
    client.wait(3600);
    client.toggle();
    expect(client.time()).toBeCloseTo(30.5, 1);
  });

  test('the way back by Z leads over it, to before the listener’s own jump', async () => {
    const client = await open({ autoRewind: 30 });
    await client.play();
    client.listen(10);
    client.player.send({ type: 'player.seek', time: 20 });
    client.listen(4);
    client.pause();
    client.wait(60);
    client.toggle();
    expect(client.time()).toBe(15);
    client.ports.hotkeys.press('z');
    expect([client.time(), client.jumps().map(([, , reason]) => reason)]).toEqual([10, ['undo', 'autoRewind', 'seek']]);
  });

  test.each([
    ['goes back', { currentTime: 100, ago: 3600 }, 70],
    ['stays after a short while', { currentTime: 100, ago: 5 }, 100],
    ['begins at the start when it is finished', { currentTime: 180, ago: 3600, isFinished: true }, 0],
  ])('a book opened where it was left %s', async (_name, progress, time) => {
    const client = await open({ autoRewind: 30 }, { progress });
    await client.play();
    expect([client.time(), client.audio.currentTime > 0 || time === 0, client.heard()]).toEqual([time, true, 0]);
  });

  test('a book opened at a requested place starts there', async () => {
    const client = await open({ autoRewind: 30 }, { progress: { currentTime: 100, ago: 3600 } });
    client.player.send({ type: 'player.play', ...BOOK, startTime: 50 });
    await vi.waitFor(() => expect(client.player.getSnapshot().context.opened).not.toBe(null));
    expect(client.time()).toBe(50);
  });

  test('a restored player goes back when it is played', async () => {
    const client = await open(
      { autoRewind: 30 },
      {
        progress: { currentTime: 100, ago: 600 },
        prepare: ({ tabStorage }) =>
          tabStorage.write(LAST_OPEN, {
            userId: ACCOUNT.user.id,
            media: BOOK,
            preview: { title: 'Book', author: '', podcast: '', coverUpdatedAt: null, duration: 182.5 },
          }),
      },
    );
    await vi.waitFor(() => expect(client.player.getSnapshot().matches({ transport: 'standby' })).toBe(true));
    client.toggle();
    await vi.waitFor(() => expect(client.player.getSnapshot().context.opened).not.toBe(null));
    client.ports.media.audio.becomeReady(26);
    expect([client.time(), client.jumps()]).toEqual([79, [[100, 79, 'autoRewind']]]);
  });

  test('one book goes back by its own measure', async () => {
    const client = await open({ autoRewind: 0 });
    await client.play();
    client.settings()?.send({ type: 'settings.choose', setting: 'autoRewind', scope: 'item' });
    client.settings()?.send({ type: 'settings.set', setting: 'autoRewind', value: 10 });
    client.listen(25);
    client.pause();
    client.wait(3600);
    client.toggle();
    expect([client.time(), client.preferences.getSnapshot().context.autoRewind]).toEqual([15, 0]);
  });
});

describe('the keys of the system', () => {
  test.each([
    ['chapters', 30.5, 0],
    ['jumps', 10, 0],
  ] as const)('go by %s', async (mediaKeys, next, previous) => {
    const client = await open({ mediaKeys });
    await client.play();
    client.ports.systemPlayer.press({ kind: 'next' });
    expect(client.time()).toBeCloseTo(next, 1);
    client.ports.systemPlayer.press({ kind: 'previous' });
    expect(client.time()).toBeCloseTo(previous, 1);
  });
});

describe('the history', () => {
  test('has every jump with its reason, and the way back is one too', async () => {
    const client = await open();
    await client.play();
    client.listen(5);
    client.player.send({ type: 'player.seek', time: 20 });
    client.player.send({ type: 'player.seekToNextChapter' });
    client.player.send({ type: 'player.seek', time: 40, reason: 'bookmark' });
    client.ports.hotkeys.press('z');
    client.history()?.send({ type: 'history.open' });
    expect(client.menus.getSnapshot().context.openId).toBe('player-history');
    client.history()?.send({ type: 'history.goTo', time: 20 });
    expect(client.menus.getSnapshot().context.openId).toBe(null);
    expect(client.time()).toBe(20);
    const reasons = client.jumps().map(([, , reason]) => reason);
    expect(reasons).toEqual(['history', 'undo', 'bookmark', 'chapter', 'seek']);
  });

  test('has what another device did to the paused position, with its name', async () => {
    const client = await open();
    client.connect();
    await client.play();
    client.listen(5);
    client.pause();
    client.ports.socket.receive('user_item_progress_updated', {
      id: 'progress-1',
      sessionId: 'phone',
      deviceDescription: 'Android / Pixel',
      data: bookProgress({ currentTime: 60, lastUpdate: client.ports.clock.now() + 60_000 }),
    });
    await vi.waitFor(() => expect(client.time()).toBe(60));
    const [jump] = client.history()?.getSnapshot().context.jumps ?? [];
    expect(jump).toMatchObject({ from: 5, to: 60, reason: 'device', device: 'Android / Pixel' });
  });

  test('is restored after a reload of the tab, for the same account only', async () => {
    const client = await open();
    await client.play();
    client.player.send({ type: 'player.seek', time: 20 });
    const kept = client.ports.tabStorage.read(POSITION_HISTORY);
    if (!kept) throw new Error('nothing was kept');
    const again = await open({}, { prepare: ({ tabStorage }) => tabStorage.write(POSITION_HISTORY, kept) });
    await again.play();
    expect(again.jumps()).toEqual([[0, 20, 'seek']]);
    const other = await open(
      {},
      { prepare: ({ tabStorage }) => tabStorage.write(POSITION_HISTORY, { ...kept, userId: 'other' }) },
    );
    await other.play();
    expect(other.jumps()).toEqual([]);
  });

  test('refetches the sessions of the open item each time it opens', async () => {
    const client = await open();
    client.history()?.send({ type: 'history.open' });
    expect(client.menus.getSnapshot().context.openId).toBe(null);
    await client.play();
    client.history()?.send({ type: 'history.open' });
    client.history()?.send({ type: 'history.close' });
    client.history()?.send({ type: 'history.open' });
    await vi.waitFor(() =>
      expect(client.history()?.getSnapshot().children.sessions?.getSnapshot().value).toBe('ready'),
    );
    const input = { ...BOOK, page: 0, itemsPerPage: 10 };
    expect(client.ports.api.inputsOf(listMyItemSessions)).toEqual([input, input]);
    client.player.send({ type: 'player.close' });
    expect(client.menus.getSnapshot().context.openId).toBe(null);
  });
});
