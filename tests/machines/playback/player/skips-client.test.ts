import { describe, expect, test, vi } from 'vitest';
import type { ItemSettingsRef } from '../../../../src/machines/playback/player/item-settings.machine.ts';
import { readPlayhead } from '../../../../src/machines/playback/player/playhead.actor.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { playEpisode, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { BOOK, bookSession } from '../../../support/player-fixtures.ts';
import { startClient } from '../../../support/whole-client.ts';
import { transportOf } from '../../../support/state-values.ts';

const media = { libraryItemId: podcastBody.id, episodeId: 'one' };

/** An episode of 60 s, or a book as long; the server has the position `at`. */
async function listen(at = 0, { skipStart = 10, skipEnd = 10, isBook = false } = {}) {
  const session = ({ itemId, episodeId }: { itemId: string; episodeId?: string }) => {
    const { audioTracks } = bookSession() as { audioTracks: object[] };
    return bookSession({
      id: `session-${at}`,
      libraryItemId: itemId,
      episodeId: episodeId ?? null,
      duration: 60,
      currentTime: at,
      startTime: at,
      chapters: [],
      audioTracks: [{ ...audioTracks[0], duration: 60 }],
    });
  };
  const client = await startClient('/account', ({ api }) => {
    api.answer(playEpisode, session);
    api.answer(playItem, session);
    api.answer(getItem, podcastBody);
  });
  const { player, ports } = client;
  const settings = player.getSnapshot().children.itemSettings as ItemSettingsRef;
  const opened = isBook ? BOOK : media;
  settings.send({ type: 'media.changed', media: opened });
  const set = (setting: 'skipStart' | 'skipEnd', seconds: number) =>
    settings.send({ type: 'settings.setSkip', setting, seconds });
  set('skipStart', skipStart);
  set('skipEnd', skipEnd);
  const play = async (startTime?: number) => {
    player.send({ type: 'player.play', ...opened, ...(startTime === undefined ? {} : { startTime }) });
    await vi.waitFor(() => expect(player.getSnapshot().context.opened).not.toBe(null));
    ports.media.audio.becomeReady(60);
    expect(transportOf(player)).toBe('playing');
  };
  return {
    ...client,
    set,
    start: play,
    time: () => readPlayhead(player.getSnapshot().context.playhead).time,
  };
}

describe('the start of an episode', () => {
  test('is left out as its podcast says', async () => {
    const client = await listen();
    await client.start();
    expect(client.time()).toBe(10);
  });

  test.each([
    ['what was heard of it', 4, undefined, {}, 4],
    ['what was heard, behind it', 33, undefined, {}, 33],
    ['a place that was chosen', 0, 3, {}, 3],
    ['the very beginning that was chosen', 0, 0, {}, 0],
    ['a book', 0, undefined, { isBook: true }, 0],
    ['an episode of which nothing would be left', 0, undefined, { skipStart: 30, skipEnd: 30 }, 0],
  ])('gives way to %s', async (_what, at, startTime, given, time) => {
    const client = await listen(at, given);
    await client.start(startTime);
    expect(client.time()).toBe(time);
  });

  test('is left out when it is played again from its end', async () => {
    const client = await listen();
    client.app.system.get('queue').send({ type: 'queue.setAutoplay', isOn: false });
    await client.start();
    client.ports.media.audio.end();
    client.player.send({ type: 'player.toggle' });
    expect(client.time()).toBe(10);
  });
});

describe('the end of an episode', () => {
  test('is skipped when the sound gets there: it ends, saved as finished', async () => {
    const client = await listen(45);
    await client.start();
    client.listen(4);
    expect(client.time()).toBe(49);
    client.listen(1);
    expect(client.time()).toBe(60);
    client.ports.media.audio.end();
    expect(transportOf(client.player)).toBe('ended');
    await vi.waitFor(() => expect(client.ports.api.inputsOf(syncSession).at(-1)).toMatchObject({ currentTime: 60 }));
  });

  test.each([
    ['a place in it that was chosen', 0, 52, {}],
    ['a place in it where the listener was', 52, undefined, {}],
    ['a book', 52, undefined, { isBook: true }],
    ['an episode of which nothing would be left', 52, undefined, { skipStart: 30, skipEnd: 30 }],
  ])('plays %s of it', async (_what, at, startTime, given) => {
    const client = await listen(at, given);
    await client.start(startTime);
    client.listen(5);
    expect(client.time()).toBe(57);
  });

  test('is left out right after a jump to a moment before it', async () => {
    const client = await listen(20);
    await client.start();
    client.player.send({ type: 'player.seek', time: 49.9 });
    client.listen(1);
    expect(client.time()).toBe(60);
  });

  test('stops after a seek into it, and applies again when nothing is skipped', async () => {
    const client = await listen(40, { skipEnd: 0 });
    await client.start();
    client.set('skipEnd', 15);
    client.listen(4);
    client.set('skipEnd', 0);
    client.listen(4);
    expect(client.time()).toBe(48);
  });

  test('is in the history as skipped, and offers no undo', async () => {
    const client = await listen(49);
    await client.start();
    client.listen(1);
    expect(client.time()).toBe(60);
    const [jump] = client.player.getSnapshot().children.history?.getSnapshot().context.jumps ?? [];
    expect(jump).toMatchObject({ from: 50, to: 60, reason: 'skip' });
    expect(client.player.getSnapshot().children.notice?.getSnapshot().value).toBe('hidden');
  });

  test('plays after a jump past its beginning', async () => {
    const client = await listen(20);
    await client.start();
    client.listen(2);
    client.player.send({ type: 'player.seek', time: 53 });
    client.listen(3);
    expect(client.time()).toBe(56);
  });
});
