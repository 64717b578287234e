import { describe, expect, test, vi } from 'vitest';
import { LAST_OPEN } from '../../../../src/machines/playback/player/device.ts';
import type { PlayerEvent } from '../../../../src/machines/playback/player/player.context.ts';
import { selectIsShown } from '../../../../src/machines/playback/player/player.selectors.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import type { LedgerRef } from '../../../../src/machines/playback/progress/ledger.machine.ts';
import { saveLocalSessions } from '../../../../src/services/endpoints/local-sessions.ts';
import { playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { BOOK, bookProgress, openedBook } from '../../../support/player-fixtures.ts';
import { otherDevice, startPlayer } from '../../../support/player-host.ts';
import { recording } from '../../../support/recordings.ts';

const DOUBTED = { session: { present: { active: { account: 'doubted' } } } } as const;

const RESTORED = {
  media: BOOK,
  preview: { title: 'Emma', author: 'Jane Austen', podcast: '', coverUpdatedAt: 5, duration: 100 },
  startTime: 0,
};

type Player = ReturnType<typeof startPlayer>;
type From = keyof typeof reach;

/** How to reach each state. */
const reach = {
  opening: ({ send }: Player) => send({ type: 'player.play', ...BOOK }),
  paused: async ({ play, send }: Player) => {
    await play(12);
    send({ type: 'player.pause' });
  },
  playing: ({ play }: Player) => play(12),
  stalled: async ({ audio, clock, play }: Player) => {
    await play(12);
    clock.advance(400);
    audio.stall();
  },
  ended: async ({ audio, play }: Player) => {
    await play(170);
    audio.end();
  },
  failed: async ({ api, send, transport }: Player) => {
    api.refuseOnce(playItem, { kind: 'network' });
    send({ type: 'player.play', ...BOOK });
    await vi.waitUntil(() => transport() === 'failed');
  },
} as const;

async function at(from: From, options: Parameters<typeof startPlayer>[0] = {}): Promise<Player> {
  const player = startPlayer(options);
  await reach[from](player);
  expect(player.transport()).toBe(from);
  return player;
}

const seen = ({ context, notice, transport }: Player) => [transport(), context().wantsSound, notice()?.kind ?? null];

describe("the element's state shows, whatever caused it", () => {
  test.each<[From, PlayerEvent, readonly unknown[]]>([
    ['paused', { type: 'engine.started' }, ['playing', true, null]],
    ['paused', { type: 'engine.stalled' }, ['stalled', true, null]],
    ['paused', { type: 'engine.paused', reason: 'requested' }, ['paused', false, null]],
    ['paused', { type: 'engine.paused', reason: 'blocked' }, ['paused', false, 'blocked']],
    ['playing', { type: 'engine.paused', reason: 'requested' }, ['paused', false, null]],
    ['playing', { type: 'engine.stalled' }, ['stalled', true, null]],
    ['playing', { type: 'engine.ended' }, ['ended', false, null]],
    ['stalled', { type: 'engine.started' }, ['playing', true, null]],
    ['stalled', { type: 'engine.paused', reason: 'requested' }, ['paused', false, null]],
    ['stalled', { type: 'engine.paused', reason: 'blocked' }, ['paused', false, 'blocked']],
    ['stalled', { type: 'engine.ended' }, ['ended', false, null]],
    ['stalled', { type: 'engine.loaded' }, ['stalled', true, null]],
    ['ended', { type: 'engine.started' }, ['playing', true, null]],
    ['ended', { type: 'engine.stalled' }, ['stalled', true, null]],
  ])('%s, after %j', async (from, report, expected) => {
    const player = await at(from);
    player.send(report);
    expect(seen(player)).toEqual(expected);
  });
});

describe('a press counts before the element has answered it, and no longer where the browser refuses it', () => {
  test.each<[From, readonly PlayerEvent[], readonly unknown[]]>([
    ['paused', [{ type: 'player.toggle' }], ['paused', true, null]],
    ['paused', [{ type: 'player.resume' }], ['paused', true, null]],
    ['ended', [{ type: 'player.toggle' }], ['ended', true, null]],
    ['ended', [{ type: 'player.resume' }], ['ended', true, null]],
    ['stalled', [{ type: 'player.pause' }], ['paused', false, null]],
    ['stalled', [{ type: 'player.toggle' }], ['paused', false, null]],
    ['stalled', [{ type: 'player.resume' }], ['stalled', true, null]],
    ['playing', [{ type: 'player.moveHere', isPaused: true }], ['paused', false, null]],
    ['playing', [{ type: 'player.moveHere', isPaused: false }], ['playing', true, null]],
    ['stalled', [{ type: 'player.moveHere', isPaused: true }], ['paused', false, null]],
    ['stalled', [{ type: 'player.moveHere', isPaused: false }], ['stalled', true, null]],
    ['stalled', [{ type: 'playback.takenOver' }], ['paused', false, 'takenOver']],
    ['playing', [{ type: 'playback.takenOver' }], ['paused', false, 'takenOver']],
  ])('%s, after %j', async (from, events, expected) => {
    const player = await at(from);
    player.audio.playRefusal = new DOMException('not allowed', 'NotAllowedError');
    for (const event of events) player.send(event);
    expect(seen(player)).toEqual(expected);
    const refused = expected[1] && (from === 'paused' || from === 'ended');
    await vi.waitFor(() => expect(seen(player)).toEqual(refused ? ['paused', false, 'blocked'] : expected));
  });

  test.each(['player.toggle', 'player.resume'] as const)(
    'a finished item restarts by %s, and paused at once it stays finished (pitfall 9)',
    async (type) => {
      const player = await at('ended');
      const saves = () =>
        player.api.inputsOf(syncSession).map((input) => (input as { currentTime: number }).currentTime);
      const end = 182.395;
      await vi.waitFor(() => expect(saves()).toEqual([end]));
      player.send({ type });
      player.audio.becomeReady(26);
      player.listen(3);
      player.send({ type: 'player.pause' });
      expect([player.transport(), player.time()]).toEqual(['paused', 3]);
      player.send({ type: 'player.close' });
      await vi.waitFor(() => expect(player.subject.getSnapshot().value.session).toBe('absent'));
      expect(saves()).toEqual([end]);
    },
  );

  test('a seek in a finished item stays there, paused, with the way back', async () => {
    const player = await at('ended');
    const end = player.time();
    player.send({ type: 'player.seek', time: 60 });
    expect([seen(player), player.time()]).toEqual([['paused', false, 'jumped'], 60]);
    player.undoNotice();
    expect(player.time()).toBe(end);
  });
});

describe('server events meanwhile', () => {
  const reported = (lastUpdate: number, currentTime: number, sessionId = 'session-phone') =>
    otherDevice({ currentTime, lastUpdate }, sessionId);

  test.each<[string, From, PlayerEvent]>([
    ['of another device while its sound is not there yet', 'stalled', reported(5000, 99)],
    ['of another device while it plays', 'playing', reported(5000, 99)],
    ['of its own session while it plays', 'playing', reported(5000, 12, 'session-1')],
  ])('%s is remembered: older events that arrive late move nothing', async (_what, from, news) => {
    const player = await at(from);
    player.send(news);
    if (from === 'stalled') player.audio.recover();
    player.send({ type: 'player.pause' });
    const { time } = player;
    const before = time();
    player.send(reported(4000, 20));
    expect(time()).toBe(before);
    player.send(reported(6000, 20));
    expect(time()).toBe(20);
  });

  test('a move of another device in the millisecond of our own save is followed', async () => {
    const player = await at('paused');
    player.send(reported(5000, 12, 'session-1'));
    player.send(reported(5000, 40));
    expect(player.time()).toBe(40);
    player.send(reported(5000, 40));
    expect([player.transport(), player.time()]).toEqual(['paused', 40]);
  });

  test.each<[From, PlayerEvent]>([
    ['paused', { type: 'server.lost' }],
    ['paused', { type: 'server.reached' }],
    ['ended', { type: 'server.lost' }],
    ['ended', { type: 'server.reached' }],
  ])("%s, after %j: resuming first reads other devices' changes", async (from, event) => {
    const player = await at(from);
    const requested = () => player.parentEvents.filter(({ type }) => type === 'player.checkRequested').length;
    expect(player.subject.getSnapshot().matches(DOUBTED)).toBe(false);
    player.send(event);
    player.send({ type: 'player.toggle' });
    if (from === 'ended') player.audio.becomeReady(26);
    expect([player.transport(), requested()]).toEqual(['playing', 1]);
    player.send({ type: 'server.checked' });
    player.send({ type: 'player.pause' });
    player.send({ type: 'player.toggle' });
    expect([player.transport(), requested()]).toEqual(['playing', 1]);
  });

  test('that another device was moved meanwhile holds also where playing on was sooner than that was known', async () => {
    const player = await at('paused');
    player.send({ type: 'server.lost' });
    player.send({ type: 'player.toggle' });
    player.send(reported(5000, 20));
    expect([seen(player), player.time()]).toEqual([['playing', true, 'moved'], 20]);
    player.send({ type: 'server.checked' });
    player.send(reported(6000, 24));
    expect([seen(player), player.time()]).toEqual([['playing', true, 'otherDevice'], 20]);
  });

  test('a place stored from here is its own when it returns with the account', async () => {
    const player = await at('playing');
    player.listen(4);
    player.api.refuseOnce(syncSession, { kind: 'network' });
    player.send({ type: 'player.pause' });
    player.send({ type: 'server.lost' });
    await vi.waitFor(() => expect(player.api.inputsOf(saveLocalSessions)).toHaveLength(1));
    player.send({ type: 'player.toggle' });
    player.listen(3);
    player.send({
      type: 'server.progress.updated',
      progress: { data: bookProgress({ currentTime: 16, lastUpdate: 5000 }) },
    });
    expect([seen(player), player.time()]).toEqual([['playing', true, null], 19]);
  });

  test.each<From>(['paused', 'ended'])('%s without a live connection: the same', async (from) => {
    const player = await at(from, { isLive: false });
    player.send({ type: 'player.toggle' });
    player.audio.becomeReady(26);
    expect(player.parentEvents).toContainEqual({ type: 'player.checkRequested' });
  });
});

describe('progress that is changed by hand', () => {
  const changed = (time: number | null, libraryItemId: string = BOOK.libraryItemId): PlayerEvent => ({
    type: 'player.followProgress',
    media: { ...BOOK, libraryItemId },
    time,
  });

  test.each<[From, PlayerEvent, string, number]>([
    ['paused', changed(40), 'paused', 40],
    ['paused', changed(40, 'other'), 'paused', 12],
    ['paused', changed(null), 'paused', 12],
    ['ended', changed(40), 'paused', 40],
    ['playing', changed(40), 'paused', 40],
    ['playing', changed(40, 'other'), 'playing', 12],
    ['stalled', changed(40), 'paused', 40],
    ['stalled', changed(40, 'other'), 'stalled', 12],
  ])('%s, after %j: %s at %d, and that is not saved back', async (from, event, to, time) => {
    const player = await at(from);
    if (from === 'ended') await vi.waitUntil(() => player.api.inputsOf(syncSession).length === 1);
    const saves = player.api.inputsOf(syncSession).length;
    player.send(event);
    expect([player.transport(), player.time(), player.context().playhead.getSnapshot().context.savedTime]).toEqual([
      to,
      time,
      time,
    ]);
    expect(player.api.inputsOf(syncSession).length).toBe(saves);
  });

  test.each<From>(['playing', 'stalled', 'paused', 'ended'])(
    '%s, is where earlier listening will be saved, too',
    async (from) => {
      const player = await at(from);
      player.api.defer(syncSession);
      const owed = () => (player.system().get('ledger') as LedgerRef).getSnapshot().context.entries['session-1'];
      player.send(changed(40));
      expect(owed()?.time).toBe(40);
    },
  );

  test.each<From>(['playing', 'stalled'])(
    "%s, to the server's position: the listening since is dropped",
    async (from) => {
      const player = await at('playing');
      player.listen(3);
      if (from === 'stalled') player.audio.stall();
      player.send(changed(null));
      expect([player.transport(), player.audio.paused, player.time()]).toEqual(['paused', true, 12]);
    },
  );
});

test('a sleep timer that ends with the chapter has ended with the last one', async () => {
  const player = await at('playing');
  const { sleepTimer } = player.subject.getSnapshot().children;
  sleepTimer?.send({ type: 'sleepTimer.set', timer: { type: 'chapter', count: 1 } });
  player.send({ type: 'engine.ended' });
  expect([player.transport(), sleepTimer?.getSnapshot().value]).toEqual(['ended', 'expired']);
});

describe('a failed item', () => {
  test.each(['player.retry', 'player.resume', 'player.toggle'] as const)('is retried by %s', async (type) => {
    const player = await at('failed');
    player.send({ type });
    expect(player.transport()).toBe('opening');
    await vi.waitFor(() => expect(player.context().opened).not.toBe(null));
    player.audio.becomeReady(26);
    expect(seen(player)).toEqual(['playing', true, null]);
  });

  test('is ready to play, without sound, once the server that was away answers', async () => {
    const player = await at('failed');
    player.send({ type: 'server.reached' });
    expect(player.transport()).toBe('opening');
    await vi.waitFor(() => expect(player.context().opened).not.toBe(null));
    player.audio.becomeReady(26);
    expect([seen(player), player.context().failure]).toEqual([['paused', false, null], null]);
  });

  test('is ready where it was, after its sound broke off without the server', async () => {
    const player = await at('playing');
    player.send({ type: 'player.seek', time: 40 });
    player.send({ type: 'playback.failed', error: { kind: 'timeout' } });
    expect(player.transport()).toBe('failed');
    player.send({ type: 'server.reached' });
    await vi.waitUntil(() => player.transport() === 'loading');
    player.audio.becomeReady(40);
    expect([player.transport(), player.time()]).toEqual(['paused', 40]);
  });

  test('stays failed where the server refused it', async () => {
    const player = startPlayer();
    player.api.refuseOnce(playItem, { kind: 'forbidden', message: '' });
    player.send({ type: 'player.play', ...BOOK });
    await vi.waitUntil(() => player.transport() === 'failed');
    player.send({ type: 'server.reached' });
    expect(player.transport()).toBe('failed');
  });

  test('has the session that comes late where it had one before, and else none', async () => {
    const late: PlayerEvent = { type: 'playback.reopened', opened: openedBook({ id: 'late' }) };
    const unopened = await at('failed');
    unopened.send(late);
    const opened = await at('playing');
    opened.send({ type: 'playback.failed', error: { kind: 'network' } });
    opened.send(late);
    expect([unopened, opened].map((player) => [player.transport(), player.context().opened?.session.id])).toEqual([
      ['failed', undefined],
      ['failed', 'late'],
    ]);
  });
});

describe('a closed item', () => {
  test('closes the sheet, ends the sleep timer, and is requested no more', async () => {
    const player = await at('paused');
    const { sleepTimer } = player.subject.getSnapshot().children;
    sleepTimer?.send({ type: 'sleepTimer.set', timer: { type: 'countdown', seconds: 60 } });
    player.send({ type: 'player.expand' });
    expect([player.sheet(), sleepTimer?.getSnapshot().value]).toEqual(['expanded', { running: 'counting' }]);
    player.send({ type: 'player.close' });
    expect([player.sheet(), sleepTimer?.getSnapshot().value, player.context().request]).toEqual([
      'collapsed',
      'idle',
      null,
    ]);
  });

  test('while its rendering was pending hides no later item', () => {
    const { context, send, subject } = startPlayer();
    send({ type: 'player.play', ...BOOK });
    expect(selectIsShown(subject.getSnapshot())).toBe(false);
    send({ type: 'player.shutDown' });
    send({ type: 'player.restore', ...RESTORED });
    expect([selectIsShown(subject.getSnapshot()), context().request?.media]).toEqual([true, BOOK]);
  });
});

describe('an item only shown', () => {
  const shown = (options: Parameters<typeof startPlayer>[0] = {}) => {
    const player = startPlayer({ isLive: false, ...options });
    player.send({ type: 'player.restore', ...RESTORED });
    return player;
  };
  const mediaOfHistory = ({ subject }: Player) => subject.getSnapshot().children.history?.getSnapshot().context.media;

  test('is kept for a reload of this tab, with its history', () => {
    const player = shown();
    expect(player.ports.tabStorage.read(LAST_OPEN)).toEqual({ userId: '', media: BOOK, preview: RESTORED.preview });
    expect(mediaOfHistory(player)).toEqual(BOOK);
    player.send({ type: 'player.play', libraryItemId: 'other' });
    expect(mediaOfHistory(player)).toEqual({ libraryItemId: 'other', episodeId: null });
  });

  test.each(['player.resume', 'player.toggle'] as const)('plays by %s', async (type) => {
    const player = shown();
    player.send({ type });
    expect(player.transport()).toBe('opening');
    await vi.waitFor(() => expect(player.context().opened).not.toBe(null));
  });

  test.each(['player.close', 'player.shutDown'] as const)('is nowhere after %s', (type) => {
    const player = shown();
    player.send({ type });
    expect([player.transport(), player.context().request, player.ports.tabStorage.read(LAST_OPEN)]).toEqual([
      'empty',
      null,
      null,
    ]);
  });

  test('is requested once, also where the server no longer has the episode', async () => {
    const player = startPlayer();
    player.api.answer(getItem, recording('items/expanded-podcast').response.body);
    player.send({ type: 'player.restore', ...RESTORED, media: { libraryItemId: 'podcast', episodeId: 'gone' } });
    await vi.waitFor(() => expect(player.subject.getSnapshot().matches({ details: 'idle' })).toBe(true));
    expect(player.api.inputsOf(getItem)).toEqual([{ id: 'podcast' }]);
  });
});

test('a pause within the press that opened it is another press: the next one pauses again', async () => {
  const player = await at('playing');
  player.send({ type: 'player.pause' });
  player.send({ type: 'player.resume' });
  player.send({ type: 'player.toggle' });
  expect(seen(player)).toEqual(['paused', false, null]);
});

test('the history receives the account', () => {
  const { send, subject } = startPlayer();
  send({ type: 'player.accountLoaded', userId: 'one' });
  expect(subject.getSnapshot().children.history?.getSnapshot().context.userId).toBe('one');
});

test('another session while sound is waited for changes where the next file comes from, not what sounds', async () => {
  const player = await at('stalled');
  const { src } = player.audio;
  player.send({ type: 'playback.reopened', opened: openedBook({ id: 'session-2' }) });
  expect([player.audio.src, player.context().opened?.session.id]).toEqual([src, 'session-2']);
  player.audio.end();
  expect(player.audio.src).toBe('/public/session/session-2/track/2');
});

describe('after a pause', () => {
  const rewinding = async (from: From) => {
    const ports = createFakePorts();
    ports.storage.put('userSettings', JSON.stringify({ autoRewind: 30 }));
    return at(from, { ports });
  };

  test.each(['player.toggle', 'player.resume'] as const)('%s goes back as the settings say', async (type) => {
    const player = await rewinding('playing');
    player.listen(14);
    player.send({ type: 'player.pause' });
    player.clock.advance(60_000);
    player.send({ type });
    expect([player.transport(), player.time()]).toEqual(['playing', 17]);
  });

  test('arriving after the end and a seek, it stays where it was set', async () => {
    const player = await rewinding('ended');
    player.send({ type: 'player.seek', time: 60 });
    player.clock.advance(3_600_000);
    player.send({ type: 'player.toggle' });
    expect(player.time()).toBe(60);
  });
});
