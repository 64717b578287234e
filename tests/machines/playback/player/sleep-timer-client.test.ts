import { describe, expect, test, vi } from 'vitest';
import type { PreferencesRef } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import type { SleepTimer } from '../../../../src/machines/playback/player/sleep-timer.machine.ts';
import type { ToastsRef } from '../../../../src/machines/app/toasts.machine.ts';
import { playItem } from '../../../../src/services/endpoints/playback.ts';
import { BOOK, bookSession } from '../../../support/player-fixtures.ts';
import { startClient } from '../../../support/whole-client.ts';
import { transportOf } from '../../../support/state-values.ts';

/** A book of one file of 1000 s, in three chapters. */
function longBook(changes: Record<string, unknown> = {}) {
  const { audioTracks } = bookSession() as { audioTracks: object[] };
  const chapters = [0, 30.5, 200].map((start, id, starts) => ({
    id,
    start,
    end: starts[id + 1] ?? 1000,
    title: `Chapter ${id}`,
  }));
  return bookSession({ duration: 1000, chapters, audioTracks: [{ ...audioTracks[0], duration: 1000 }], ...changes });
}

/** The whole client with sound and a sleep timer. */
async function fallAsleep(timer: SleepTimer, session = longBook()) {
  const client = await startClient('/account', ({ api }) => api.answer(playItem, session));
  const { app, player, ports } = client;
  await client.play();
  const { audio } = ports.media;
  const toasts = () => (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  const set = (next: SleepTimer) =>
    player.getSnapshot().children.sleepTimer?.send({ type: 'sleepTimer.set', timer: next });
  set(timer);
  return {
    ...client,
    audio,
    set,
    toast: () => toasts().map(({ ref }) => ref.getSnapshot().context.message)[0],
    pressToast: () => toasts()[0]?.ref.send({ type: 'toast.act' }),
    transport: () => transportOf(player),
    time: () => player.getSnapshot().context.playhead.getSnapshot().context.time,
    left: () => player.getSnapshot().children.sleepTimer?.getSnapshot().context.left,
    preferences: () => (app.system.get('preferences') as PreferencesRef).getSnapshot().context,
    press: (key: string) => ports.hotkeys.press(key),
  };
}

type Client = Awaited<ReturnType<typeof fallAsleep>>;

const minutes = (count: number): SleepTimer => ({ type: 'countdown', seconds: count * 60 });

describe('in the whole client the sleep timer', () => {
  test('fades the sound out, pauses and says so; the set volume stays, and the next play has it', async () => {
    const client = await fallAsleep({ type: 'countdown', seconds: 60 });
    client.player.send({ type: 'player.setVolume', volume: 0.8 });
    client.listen(45);
    expect([client.audio.volume, client.preferences().volume]).toEqual([0.8 * 0.5, 0.8]);
    expect(client.toast()).toEqual({ key: 'sleep.ending' });
    client.listen(15);
    expect([client.audio.paused, client.transport(), client.toast()]).toEqual([true, 'paused', { key: 'sleep.done' }]);
    expect([client.time(), client.preferences().volume]).toEqual([60, 0.8]);
    client.player.send({ type: 'player.toggle' });
    expect([client.audio.volume, client.transport(), client.toast()]).toEqual([0.8, 'playing', undefined]);
    client.listen(60);
    expect(client.transport()).toBe('playing');
  });

  test('holds over a pause (pitfall 24), also when the clock of the wall is set meanwhile', async () => {
    const client = await fallAsleep(minutes(5));
    client.listen(10);
    client.player.send({ type: 'player.pause' });
    client.ports.clock.advance(3_600_000);
    client.player.send({ type: 'player.resume' });
    client.listen(10);
    expect(client.left()).toBe(280);
  });

  test('ends within a second in a tab that gets the time once in a minute (pitfall 25)', async () => {
    const client = await fallAsleep(minutes(2));
    client.ports.media.playFor(60);
    client.ports.media.playFor(59);
    expect(client.transport()).toBe('playing');
    client.ports.media.playFor(1);
    expect(client.transport()).toBe('paused');
  });

  test('ends at the end of the first chapter only (pitfall 22), by no seek (pitfall 23)', async () => {
    const client = await fallAsleep({ type: 'chapter', count: 1 });
    client.player.send({ type: 'player.seekToNextChapter' });
    client.listen(2);
    client.player.send({ type: 'player.seekToPreviousChapter' });
    client.player.send({ type: 'player.seekToPreviousChapter' });
    expect([client.transport(), client.time()]).toEqual(['playing', 0]);
    client.listen(30);
    expect(client.transport()).toBe('playing');
    client.listen(1);
    expect([client.transport(), client.toast()]).toEqual(['paused', { key: 'sleep.done' }]);
  });

  test.each([
    ['ends with its file', null],
    ['ends a moment after its file', 26],
  ])('ends with the chapter that %s, and the next file stays silent', async (_name, length) => {
    const { audioTracks } = bookSession() as { audioTracks: { startOffset: number; duration: number }[] };
    const chapters = audioTracks.map(({ startOffset, duration }, id) => ({
      id,
      start: startOffset,
      end: startOffset + duration,
      title: `Chapter ${id}`,
    }));
    const client = await fallAsleep({ type: 'chapter', count: 1 }, bookSession({ chapters }));
    const { src } = client.audio;
    client.audio.duration = length ?? chapters[0]?.end ?? 0;
    client.audio.end();
    client.audio.becomeReady(26);
    expect([client.audio.src === src, client.audio.paused, client.transport()]).toEqual([false, true, 'paused']);
    expect([client.time(), client.toast()]).toEqual([chapters[1]?.start, { key: 'sleep.done' }]);
    client.player.send({ type: 'player.toggle' });
    expect([client.audio.paused, client.audio.volume]).toEqual([false, 1]);
  });

  test.each([
    ['the toast', (client: Client) => client.pressToast()],
    ['E', (client: Client) => client.press('e')],
    [
      'Play after a pause',
      (client: Client) => {
        client.press(' ');
        client.press(' ');
      },
    ],
    ['Play of a headset while it sounds', (client: Client) => client.player.send({ type: 'player.resume' })],
  ] as const)('is extended by %s in its last seconds: sound at once at the whole volume', async (_name, press) => {
    const client = await fallAsleep({ type: 'countdown', seconds: 60 });
    client.listen(50);
    expect(client.audio.volume).toBeLessThan(0.5);
    press(client);
    expect([client.audio.volume, client.transport(), client.left(), client.toast()]).toEqual([
      1,
      'playing',
      310,
      undefined,
    ]);
  });

  test('is not touched by E and Play before its last seconds', async () => {
    const client = await fallAsleep(minutes(5));
    client.listen(10);
    client.press('e');
    client.player.send({ type: 'player.resume' });
    expect(client.left()).toBe(290);
  });

  test('of a chapter continues in the next item, up to the end of the chapter there', async () => {
    const client = await fallAsleep({ type: 'chapter', count: 1 });
    client.listen(5);
    client.ports.api.answer(playItem, longBook({ id: 'session-2', currentTime: 100 }));
    client.player.send({ type: 'player.play', ...BOOK, libraryItemId: 'other' });
    await vi.waitFor(() => expect(client.player.getSnapshot().context.opened?.session.id).toBe('session-2'));
    expect(client.left()).toBe(100);
  });

  test('is extended by Play of another item in its last seconds', async () => {
    const client = await fallAsleep({ type: 'countdown', seconds: 60 });
    client.listen(50);
    client.player.send({ type: 'player.play', ...BOOK, libraryItemId: 'other' });
    expect([client.left(), client.toast()]).toEqual([310, undefined]);
  });

  test('goes with the player that is closed', async () => {
    const client = await fallAsleep({ type: 'countdown', seconds: 10 });
    expect(client.toast()).toEqual({ key: 'sleep.ending' });
    client.player.send({ type: 'player.close' });
    expect([client.player.getSnapshot().children.sleepTimer?.getSnapshot().value, client.toast()]).toEqual([
      'idle',
      undefined,
    ]);
  });
});
