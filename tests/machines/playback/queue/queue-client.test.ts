import { describe, expect, test, vi } from 'vitest';
import type { SleepTimer } from '../../../../src/machines/playback/player/sleep-timer.machine.ts';
import type { QueueRef } from '../../../../src/machines/playback/queue/queue.machine.ts';
import { selectWaiting } from '../../../../src/machines/playback/queue/queue.selectors.ts';
import { queueOf } from '../../../../src/machines/playback/queue/queue-watch.actor.ts';
import type { ToastsRef } from '../../../../src/machines/app/toasts.machine.ts';
import { storedOf } from '../../../../src/schemas/queue.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { updateProgressBatch } from '../../../../src/services/endpoints/me.ts';
import { playItem } from '../../../../src/services/endpoints/playback.ts';
import { formatFilter } from '../../../../src/services/filter-value.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { BOOK, bookSession } from '../../../support/player-fixtures.ts';
import { queued } from '../../../support/queue-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { ACCOUNT, startClient } from '../../../support/whole-client.ts';
import { transportOf } from '../../../support/state-values.ts';

const OPEN = BOOK.libraryItemId;

/** A book of one file of 60 s, in two chapters, of whatever item is played. */
function shortBook({ itemId }: { itemId: string }) {
  const { audioTracks } = bookSession() as { audioTracks: object[] };
  const chapters = [0, 30].map((start, id) => ({ id, start, end: start + 30, title: `Chapter ${id}` }));
  return bookSession({
    id: `session-${itemId}`,
    libraryItemId: itemId,
    displayTitle: `Title ${itemId}`,
    duration: 60,
    currentTime: 0,
    startTime: 0,
    chapters,
    audioTracks: [{ ...audioTracks[0], duration: 60 }],
  });
}

/** The whole client with sound, and these in the queue. */
async function listen(
  ids: readonly string[] = [],
  given: Partial<FakePorts> = {},
  prepare?: (ports: FakePorts) => void,
) {
  const client = await startClient(
    '/account',
    (ports) => {
      ports.api.answer(playItem, shortBook);
      prepare?.(ports);
    },
    given,
  );
  const { app, player, ports } = client;
  const queue = app.system.get('queue') as QueueRef;
  const toasts = () => (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
  const openId = () => (player.getSnapshot().context.next ?? player.getSnapshot().context.request)?.media.libraryItemId;
  const sounding = (id: string) =>
    vi.waitFor(() => {
      expect(player.getSnapshot().context.opened?.session.libraryItemId).toBe(id);
      if (transportOf(player) !== 'playing') ports.media.audio.becomeReady(60);
      expect(transportOf(player)).toBe('playing');
    });
  await client.play();
  ports.media.audio.duration = 60;
  if (ids.length > 0) queue.send({ type: 'queue.add', items: ids.map((id) => queued(id)), place: 'last' });
  return {
    ...client,
    queue,
    openId,
    sounding,
    toasts: () => toasts().map(({ ref }) => ref.getSnapshot().context.message),
    pressToast: () => toasts().at(-1)?.ref.send({ type: 'toast.act' }),
    waiting: () => selectWaiting(queue.getSnapshot()).map(({ libraryItemId }) => libraryItemId),
    transport: () => transportOf(player),
    sleep: (timer: SleepTimer) => player.getSnapshot().children.sleepTimer?.send({ type: 'sleepTimer.set', timer }),
    end: () => ports.media.audio.end(),
  };
}

describe('in the whole client the queue', () => {
  test('continues with the next item when one ends, in its order, and stops after the last (PLR-040, PLR-041)', async () => {
    const client = await listen(['a', 'b']);
    expect(client.waiting()).toEqual(['a', 'b']);
    client.end();
    await client.sounding('a');
    expect(client.waiting()).toEqual(['b']);
    client.end();
    await client.sounding('b');
    expect(client.waiting()).toEqual([]);
    client.end();
    expect([client.openId(), client.transport()]).toEqual(['b', 'ended']);
  });

  test('does not continue by itself with autoplay off, but Next does (PLR-040, PLR-091)', async () => {
    const client = await listen(['a']);
    client.queue.send({ type: 'queue.setAutoplay', isOn: false });
    client.player.send({ type: 'player.seek', time: 40 });
    client.end();
    expect([client.openId(), client.transport()]).toEqual([OPEN, 'ended']);
    client.player.send({ type: 'player.seekToNextChapter' });
    await client.sounding('a');
  });

  test('follows the last chapter by Next and by the key of the system (PLR-052, AMB-40)', async () => {
    const client = await listen(['a']);
    client.ports.systemPlayer.press({ kind: 'next' });
    expect(client.openId()).toBe(OPEN);
    expect(client.player.getSnapshot().context.playhead.getSnapshot().context.time).toBe(30);
    client.ports.systemPlayer.press({ kind: 'next' });
    await client.sounding('a');
    client.player.send({ type: 'player.seek', time: 40 });
    client.player.send({ type: 'player.seekToNextChapter' });
    expect([client.openId(), client.transport()]).toEqual(['a', 'playing']);
  });

  test('loses an item that is played by hand, and keeps the others (PLR-030, PLR-090)', async () => {
    const client = await listen(['a', 'b', 'c']);
    client.player.send({ type: 'player.play', libraryItemId: 'b' });
    expect(client.waiting()).toEqual(['a', 'c']);
    await client.sounding('b');
    client.player.send({ type: 'player.play', libraryItemId: 'x' });
    expect(client.waiting()).toEqual(['a', 'c']);
  });

  test('gives its chosen item to the player, and nothing outside it (PLR-090)', async () => {
    const client = await listen(['a', 'b', 'c']);
    client.queue.send({ type: 'queue.play', media: { libraryItemId: 'other', episodeId: null } });
    expect([client.openId(), client.waiting()]).toEqual([OPEN, ['a', 'b', 'c']]);
    client.queue.send({ type: 'queue.play', media: { libraryItemId: 'b', episodeId: null } });
    expect([client.openId(), client.waiting()]).toEqual(['b', ['a', 'c']]);
  });

  test('loses removed items, and the toast restores them in place', async () => {
    const client = await listen(['a', 'b', 'c']);
    client.queue.send({ type: 'queue.remove', media: [{ libraryItemId: 'b', episodeId: null }] });
    expect([client.openId(), client.waiting()]).toEqual([OPEN, ['a', 'c']]);
    client.pressToast();
    expect(client.waiting()).toEqual(['a', 'b', 'c']);
  });

  test('says that the open item is in the player, and does not take it', async () => {
    const client = await listen(['a']);
    client.queue.send({ type: 'queue.add', items: [queued(OPEN)], place: 'next' });
    expect(client.waiting()).toEqual(['a']);
    expect(client.toasts()).toContainEqual({ key: 'queue.isOpen', values: { title: `Title ${OPEN}` } });
  });

  test('is cleared when a user closes the player, and returns with it (PLR-031)', async () => {
    const client = await listen(['a', 'b']);
    client.player.send({ type: 'player.closePressed' });
    await vi.waitFor(() => expect(client.player.getSnapshot().value.session).toBe('absent'));
    expect([client.transport(), client.waiting()]).toEqual(['empty', []]);
    client.pressToast();
    expect([client.transport(), client.waiting()]).toEqual(['standby', ['a', 'b']]);
  });

  test('that was closed stays closed when something is played', async () => {
    const client = await listen(['a']);
    client.player.send({ type: 'player.closePressed' });
    await vi.waitFor(() => expect(client.player.getSnapshot().value.session).toBe('absent'));
    client.player.send({ type: 'player.play', ...BOOK });
    await client.sounding(OPEN);
    expect(client.waiting()).toEqual([]);
  });

  test('shows the first item in the player, paused, while nothing is open', async () => {
    const client = await listen();
    client.player.send({ type: 'player.close' });
    await vi.waitFor(() => expect(client.player.getSnapshot().value.session).toBe('absent'));
    client.queue.send({ type: 'queue.add', items: [queued('a'), queued('b')], place: 'last' });
    expect([client.openId(), client.transport(), client.waiting()]).toEqual(['a', 'standby', ['b']]);
  });

  test('is only added to while another tab has something open', async () => {
    const client = await startClient('/account');
    const queue = client.app.system.get('queue') as QueueRef;
    client.ports.tabChannel.notify({
      type: 'tab.played',
      player: {
        userId: ACCOUNT.user.id,
        tab: 'other',
        media: BOOK,
        preview: { title: 'Open', author: '', podcast: '', coverUpdatedAt: null, duration: 60 },
        time: 1,
        at: 0,
        rate: 1,
        wantsSound: true,
        sounds: true,
      },
    });
    queue.send({ type: 'queue.add', items: [queued('a'), queued(OPEN)], place: 'last' });
    expect(transportOf(client.player)).toBe('empty');
    expect(selectWaiting(queue.getSnapshot()).map(({ libraryItemId }) => libraryItemId)).toEqual(['a']);
  });

  test.each(['notFound', 'forbidden'] as const)('skips missing items (%s), once each, and says so', async (kind) => {
    const client = await listen(['a', 'b', 'c']);
    const refusal = { kind, message: '' };
    client.ports.api.refuseOnce(playItem, refusal);
    client.ports.api.refuseOnce(playItem, refusal);
    client.end();
    await client.sounding('c');
    expect([client.waiting(), client.toasts()]).toEqual([[], [{ key: 'queue.skipped', values: { title: 'Title b' } }]]);
  });

  test('stops at all missing items: no circle', async () => {
    const client = await listen(['a', 'b']);
    client.ports.api.refuse(playItem, { kind: 'notFound', message: '' });
    const before = client.ports.api.inputsOf(playItem).length;
    client.end();
    await vi.waitFor(() => expect([client.openId(), client.transport()]).toEqual(['b', 'failed']));
    client.ports.clock.advance(60_000);
    expect(client.ports.api.inputsOf(playItem).length - before).toBe(2);
    client.player.send({ type: 'player.play', libraryItemId: 'b' });
    await vi.waitFor(() => expect(client.ports.api.inputsOf(playItem).length - before).toBe(3));
    await vi.waitFor(() => expect(client.transport()).toBe('failed'));
    expect(client.toasts(), 'what a person plays is no item that was skipped').toEqual([]);
  });

  test('stops after a few missing ones in a row, and keeps the rest', async () => {
    const client = await listen([...'abcdefghij']);
    client.ports.api.refuse(playItem, { kind: 'notFound', message: '' });
    client.end();
    await vi.waitFor(() => expect([client.openId(), client.transport()]).toEqual(['f', 'failed']));
    expect(client.waiting()).toEqual([...'ghij']);
  });

  test('waits at an item whose server answers badly: it can be retried', async () => {
    const client = await listen(['a', 'b']);
    client.ports.api.refuseOnce(playItem, { kind: 'server', status: 500, message: '' });
    client.end();
    await vi.waitFor(() => expect([client.openId(), client.transport()]).toEqual(['a', 'failed']));
    expect(client.waiting()).toEqual(['b']);
    client.player.send({ type: 'player.retry' });
    await client.sounding('a');
  });

  test('loses items removed on the server, and says so', async () => {
    const client = await listen(['a', 'b']);
    client.connect();
    client.ports.socket.receive('item_removed', { id: 'a', libraryId: 'library' });
    client.ports.socket.receive('item_removed', { id: 'other', libraryId: 'library' });
    expect(client.waiting()).toEqual(['b']);
    expect(client.toasts()).toContainEqual({ key: 'queue.itemRemoved', values: { title: 'Title a' } });
  });

  test('is restored for the same account in the next page, and never for another one', async () => {
    const client = await listen(['a', 'b']);
    const { storage, tabStorage } = client.ports;
    const again = await listen([], { storage, tabStorage });
    expect(again.waiting()).toEqual(['a', 'b']);
    again.queue.send({ type: 'queue.move', media: { libraryItemId: 'a', episodeId: null }, index: 1 });
    expect((await listen([], { storage, tabStorage })).waiting()).toEqual(['b', 'a']);
    storage.put(queueOf('another').key, JSON.stringify(storedOf([queued('secret')])));
    expect((await listen([], { storage })).waiting()).toEqual(['b', 'a']);
    expect([...storage.texts.keys()].filter((key) => key.startsWith('earmark.queue.'))).toEqual([
      `earmark.queue.${ACCOUNT.user.id}`,
      'earmark.queue.another',
    ]);
  });

  test('is kept at the end of the session', async () => {
    const client = await listen(['a', 'b']);
    client.session.send({ type: 'session.leave' });
    const { storage } = client.ports;
    expect(storage.read(queueOf(ACCOUNT.user.id))?.items.map(({ libraryItemId }) => libraryItemId)).toEqual(['a', 'b']);
  });
});

describe('with a sleep timer the queue', () => {
  test('continues, and the countdown with it', async () => {
    const client = await listen(['a']);
    client.sleep({ type: 'countdown', seconds: 300 });
    client.listen(10);
    client.end();
    await client.sounding('a');
    client.listen(10);
    expect(client.player.getSnapshot().children.sleepTimer?.getSnapshot().context.left).toBe(280);
  });

  test('does not treat the next item as a press in the last seconds', async () => {
    const client = await listen(['a', 'b']);
    client.sleep({ type: 'countdown', seconds: 20 });
    client.listen(10);
    client.end();
    await client.sounding('a');
    expect(client.player.getSnapshot().children.sleepTimer?.getSnapshot().context.left).toBe(10);
    client.queue.send({ type: 'queue.playNext' });
    expect(client.player.getSnapshot().children.sleepTimer?.getSnapshot().context.left).toBe(310);
  });

  test('stops where the last chapter ends', async () => {
    const client = await listen(['a']);
    client.player.send({ type: 'player.seek', time: 40 });
    client.sleep({ type: 'chapter', count: 1 });
    client.end();
    expect([client.openId(), client.transport(), client.waiting()]).toEqual([OPEN, 'ended', ['a']]);
  });
});

describe('the next book of the series', () => {
  const inSeries = (id: string, sequence: string) => ({ id, sequence });
  const page = recording('libraries/items-final-minified').response.body as {
    results: { media: { metadata: object } }[];
  };
  const [sample] = page.results;

  interface Other {
    readonly id: string;
    readonly sequence: string;
    readonly series?: string;
  }

  /** A client whose open book is the first of a series (and the fifth of another one) with these others. */
  async function read(others: readonly Other[], follows = true) {
    const results = [inSeries(OPEN, '1'), ...others].map(({ id, sequence, series = 's' }: Other) => ({
      ...sample,
      id,
      media: {
        ...sample?.media,
        numTracks: 1,
        metadata: { ...sample?.media.metadata, title: `Title ${id}`, series: { id: series, name: 'Saga', sequence } },
      },
    }));
    const client = await listen([], {}, ({ api }) => {
      const whole = recording('items/expanded-multi-file').response.body as { media: { metadata: object } };
      const series = [
        { id: 's', name: 'Saga', sequence: '1' },
        { id: 'wide', name: 'Wide saga', sequence: '5' },
      ];
      api.answer(getItem, { ...whole, media: { ...whole.media, metadata: { ...whole.media.metadata, series } } });
      api.answer(listItems, { ...page, results, total: results.length });
    });
    client.app.system.get('preferences').send({ type: 'preferences.set', change: { playsNextOfSeries: follows } });
    return client;
  }

  test('plays after the queue, with a notice that can stop it', async () => {
    const client = await read([inSeries('ten', '10'), inSeries('two', '2')]);
    client.end();
    await client.sounding('two');
    expect(client.toasts()).toEqual([{ key: 'queue.followed', values: { group: 'Saga', title: 'Title two' } }]);
    client.pressToast();
    expect(client.transport()).toBe('paused');
  });

  test('excludes finished ones, and only books of the series are requested', async () => {
    const client = await read([inSeries('two', '2'), inSeries('three', '3')]);
    const media = { libraryItemId: 'two', episodeId: null };
    client.ports.api.defer(updateProgressBatch);
    client.app.system.get('progress').send({ type: 'progress.editMany', edits: [{ media, edit: { kind: 'finish' } }] });
    client.end();
    await client.sounding('three');
    expect(client.ports.api.inputsOf(listItems)).toEqual([
      expect.objectContaining({ limit: 0, page: 0, filter: formatFilter({ group: 'series', value: 's' }) }),
    ]);
  });

  test('is of the second series where the first one is over', async () => {
    const client = await read([{ id: 'six', sequence: '6', series: 'wide' }]);
    client.end();
    await client.sounding('six');
    expect(client.toasts()).toEqual([{ key: 'queue.followed', values: { group: 'Wide saga', title: 'Title six' } }]);
  });

  test('follows the queue', async () => {
    const client = await read([inSeries('two', '2')]);
    client.queue.send({ type: 'queue.add', items: [queued('a')], place: 'last' });
    client.end();
    await client.sounding('a');
    expect(client.ports.api.inputsOf(listItems)).toEqual([]);
  });

  test('is a choice that is off at first, and goes by autoplay', async () => {
    const client = await read([inSeries('two', '2')], false);
    client.end();
    expect(client.queue.getSnapshot().value).toBe('waiting');
    expect(client.ports.api.inputsOf(listItems)).toEqual([]);
  });

  test('gives way to a listener who plays on meanwhile', async () => {
    const client = await read([inSeries('two', '2')]);
    client.ports.api.defer(listItems);
    client.end();
    expect(client.queue.getSnapshot().value).toBe('searching');
    client.player.send({ type: 'player.toggle' });
    client.ports.media.audio.becomeReady(60);
    expect([client.queue.getSnapshot().value, client.openId(), client.transport()]).toEqual([
      'waiting',
      OPEN,
      'playing',
    ]);
  });

  test('that failed to load is reported', async () => {
    const client = await read([]);
    client.ports.api.refuse(listItems, { kind: 'network' });
    client.end();
    await vi.waitFor(() => expect(client.toasts()).toEqual([{ key: 'queue.notFollowed' }]));
    expect(client.transport()).toBe('ended');
  });
});
