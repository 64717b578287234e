import { describe, expect, test, vi } from 'vitest';
import type { OtherPlayerRef } from '../../../../src/machines/app/tabs/other-player.machine.ts';
import { selectOtherPlayer, selectOtherTime } from '../../../../src/machines/app/tabs/other-player.selectors.ts';
import { playItem } from '../../../../src/services/endpoints/playback.ts';
import type { TabPlayer } from '../../../../src/schemas/tab-message.ts';
import type { Locks } from '../../../../src/services/locks.ts';
import { createFakeClock } from '../../../support/fakes/clock.ts';
import { createFakeLocks } from '../../../support/fakes/locks.ts';
import { createFakeTabChannel, createFakeTabChannels } from '../../../support/fakes/tab-channel.ts';
import { stopRoot } from '../../../support/roots.ts';
import { ACCOUNT, startClient } from '../../../support/whole-client.ts';
import { transportOf as innermostOf } from '../../../support/state-values.ts';

/** Two tabs of one browser; nothing is open in the second one. */
async function startTabs() {
  const clock = createFakeClock();
  const locks = createFakeLocks();
  const [first, second] = createFakeTabChannels(2);
  if (!first || !second) throw new Error('No channels');
  const playing = await startClient('/account', undefined, { clock, locks, tabChannel: first });
  const watching = await startClient('/account', undefined, { clock, locks, tabChannel: second });
  return { playing, watching, clock, ...viewOf(watching) };
}

type Client = Awaited<ReturnType<typeof startClient>>;

/** A tab's view of the others, and its presses. */
function viewOf({ app }: Pick<Client, 'app'>) {
  const other = app.system.get('otherPlayer') as OtherPlayerRef;
  return {
    other,
    shown: () => selectOtherPlayer(other.getSnapshot()),
    time: () => selectOtherTime(other.getSnapshot()),
    press: (command: 'player.toggle' | 'player.jumpForward' | 'player.closePressed') =>
      other.send({ type: 'otherPlayer.press', command }),
  };
}

const transportOf = ({ player }: Pick<Client, 'player'>) => innermostOf(player);

describe('a tab without anything open', () => {
  test('shows the player of another one, and its position', async () => {
    const { playing, shown, time } = await startTabs();
    expect(shown()).toBe(null);
    await playing.play();
    await vi.waitFor(() => expect(shown()?.sounds).toBe(true));
    const opened = playing.player.getSnapshot().context.opened?.session;
    expect(shown()?.preview).toMatchObject({ title: opened?.displayTitle, duration: opened?.duration });
    playing.listen(7);
    expect(time()).toBe(7);
    playing.player.send({ type: 'player.setRate', rate: 2 });
    playing.listen(3);
    expect([time(), shown()?.rate]).toEqual([13, 2]);
    playing.player.send({ type: 'player.seek', time: 20 });
    expect(time()).toBe(20);
  });

  test('pauses, resumes and moves it, by button and by key', async () => {
    const { playing, watching, shown, press } = await startTabs();
    await playing.play();
    playing.listen(2);
    await vi.waitFor(() => expect(shown()?.wantsSound).toBe(true));
    press('player.toggle');
    expect([transportOf(playing), shown()?.wantsSound]).toEqual(['paused', false]);
    expect(watching.ports.hotkeys.press(' ')).toBe(true);
    expect([transportOf(playing), shown()?.wantsSound]).toEqual(['playing', true]);
    watching.ports.hotkeys.press('ArrowRight');
    expect(playing.player.getSnapshot().context.playhead.getSnapshot().context.time).toBe(12);
    expect(transportOf(watching)).toBe('empty');
  });

  test('takes it over here: the other one saves and closes, and this one starts at the same second', async () => {
    const { playing, watching, other, shown } = await startTabs();
    await playing.play();
    await vi.waitFor(() => expect(shown()?.sounds).toBe(true));
    playing.listen(9);
    other.send({ type: 'otherPlayer.playHere' });
    await vi.waitFor(() => expect(watching.player.getSnapshot().context.opened).not.toBe(null));
    await vi.waitFor(() => expect(transportOf(playing)).toBe('empty'));
    watching.ports.media.audio.becomeReady(26);
    expect(transportOf(watching)).toBe('playing');
    expect(watching.ports.media.audio.currentTime).toBe(9);
    expect(shown()).toBe(null);
    expect(viewOf(playing).shown()?.time).toBe(9);
  });

  test('starts at its position there, when play is pressed for the same book here', async () => {
    const { playing, watching, shown } = await startTabs();
    await playing.play();
    await vi.waitFor(() => expect(shown()?.sounds).toBe(true));
    playing.listen(9);
    await watching.play();
    await vi.waitFor(() => expect(transportOf(watching)).toBe('playing'));
    expect(watching.ports.media.audio.currentTime).toBe(9);
  });

  test('closes it, and then shows nothing', async () => {
    const { playing, shown, press } = await startTabs();
    await playing.play();
    await vi.waitFor(() => expect(shown()).not.toBe(null));
    press('player.closePressed');
    expect([transportOf(playing), shown()]).toEqual(['empty', null]);
  });

  test('opened later learns of it, and forgets it when the page of the other one dies', async () => {
    const clock = createFakeClock();
    const locks = createFakeLocks();
    const [first, second] = createFakeTabChannels(2);
    if (!first || !second) throw new Error('No channels');
    const playing = await startClient('/account', undefined, { clock, locks, tabChannel: first });
    await playing.play();
    const late = await startClient('/account', undefined, { clock, locks, tabChannel: second });
    const { shown, other } = viewOf(late);
    await vi.waitFor(() => expect(shown()).not.toBe(null));
    expect(other.getSnapshot().value).toEqual({ present: { shown: 'moving' } });
    stopRoot(playing.app);
    await vi.waitFor(() => expect(other.getSnapshot().value).toBe('absent'));
  });
});

describe('a tab with something open of its own', () => {
  test('ignores another one that starts, or is moved, before its own is closed', async () => {
    const { playing, watching, shown, other } = await startTabs();
    await watching.play();
    await playing.play();
    await vi.waitFor(() => expect(other.getSnapshot().value).toEqual({ present: 'hidden' }));
    playing.player.send({ type: 'player.seek', time: 20 });
    expect([shown(), other.getSnapshot().context.player?.time]).toEqual([null, 20]);
    watching.player.send({ type: 'player.close' });
    expect(shown()?.time).toBe(20);
    await watching.play();
    playing.player.send({ type: 'player.seek', time: 50 });
    expect([shown(), other.getSnapshot().context.player?.time]).toEqual([null, 50]);
  });

  test('and closes it shows the next one that begins elsewhere', async () => {
    const { playing, watching, shown, other } = await startTabs();
    await watching.play();
    watching.player.send({ type: 'player.close' });
    expect(other.getSnapshot().value).toBe('absent');
    await playing.play();
    await vi.waitFor(() => expect(shown()?.sounds).toBe(true));
  });

  test('shows its own, and keeps its keys', async () => {
    const { playing, watching, shown } = await startTabs();
    await playing.play();
    await watching.play();
    watching.listen(2);
    expect(shown()).toBe(null);
    watching.ports.hotkeys.press(' ');
    expect([transportOf(watching), transportOf(playing)]).toEqual(['paused', 'playing']);
    watching.player.send({ type: 'player.close' });
    expect(shown()?.sounds).toBe(true);
  });
});

function playerOf(changes: Partial<TabPlayer>): TabPlayer {
  return {
    tab: 'other',
    userId: ACCOUNT.user.id,
    media: { libraryItemId: 'a', episodeId: null },
    preview: { title: 'A book', author: '', podcast: '', coverUpdatedAt: null, duration: 100 },
    time: 40,
    at: 0,
    rate: 1,
    wantsSound: true,
    sounds: false,
    ...changes,
  };
}

test('the player of another account in this browser is not shown', async () => {
  const tabChannel = createFakeTabChannel();
  const { shown } = viewOf(await startClient('/account', undefined, { tabChannel }));
  tabChannel.notify({ type: 'tab.played', player: playerOf({ userId: 'somebody else' }) });
  expect(shown()).toBe(null);
  tabChannel.notify({ type: 'tab.played', player: playerOf({}) });
  expect(shown()?.preview.title).toBe('A book');
});

test('of two other tabs the one that sounds is shown', async () => {
  const tabChannel = createFakeTabChannel();
  const { shown } = viewOf(await startClient('/account', undefined, { tabChannel }));
  tabChannel.notify({ type: 'tab.played', player: playerOf({ tab: 'one', wantsSound: true }) });
  tabChannel.notify({ type: 'tab.played', player: playerOf({ tab: 'two', wantsSound: false }) });
  expect(shown()?.tab).toBe('one');
  tabChannel.notify({ type: 'tab.played', player: playerOf({ tab: 'one', wantsSound: false }) });
  tabChannel.notify({ type: 'tab.played', player: playerOf({ tab: 'two', wantsSound: true }) });
  expect(shown()?.tab).toBe('two');
  tabChannel.notify({ type: 'tab.closed', tab: 'one' });
  expect(shown()?.tab).toBe('two');
});

describe('the page of the other tab', () => {
  const name = 'tab.other';
  async function startWith(locks: Locks) {
    const tabChannel = createFakeTabChannel();
    const client = await startClient('/account', undefined, { tabChannel, locks });
    tabChannel.notify({ type: 'tab.played', player: playerOf({}) });
    return { client, ...viewOf(client) };
  }

  test('ends when its lock is released: its item is dropped', async () => {
    const locks = createFakeLocks();
    const end = await locks.hold(name, new AbortController().signal);
    const { client, other, shown, time } = await startWith(locks);
    expect([shown()?.tab, time()]).toEqual(['other', 40]);
    await vi.waitFor(() => expect(client.place()).toBe('open'));
    expect(shown()?.tab).toBe('other');
    end();
    await vi.waitFor(() => expect(other.getSnapshot().value).toBe('absent'));
    expect([shown(), time()]).toEqual([null, 0]);
  });

  test('is taken as over where the browser refuses to say', async () => {
    const locks = createFakeLocks();
    const { other, shown } = await startWith({
      ...locks,
      hold: (requested, signal) =>
        requested === name ? Promise.reject(new Error('no locks')) : locks.hold(requested, signal),
    });
    expect(shown()?.tab).toBe('other');
    await vi.waitFor(() => expect(other.getSnapshot().value).toBe('absent'));
  });
});

test('the player gets ready with the press to go on here, before it plays', async () => {
  const tabChannel = createFakeTabChannel();
  const { app, player } = await startClient('/account', undefined, { tabChannel });
  tabChannel.notify({ type: 'tab.played', player: playerOf({}) });
  const report: string[] = [];
  app.system.inspect((event) => {
    if (event.type === '@xstate.event' && event.actorRef === player) report.push(event.event.type);
  });
  viewOf({ app }).other.send({ type: 'otherPlayer.playHere' });
  expect(report.slice(0, 2)).toEqual(['player.prefetch', 'player.play']);
  expect(tabChannel.posted.at(-1)).toEqual({ type: 'tab.pressed', tab: 'other', command: 'player.close' });
});

test('a press for another tab is left to that one', async () => {
  const tabChannel = createFakeTabChannel();
  const client = await startClient('/account', ({ api }) => api.defer(playItem), { tabChannel });
  client.player.send({ type: 'player.play', libraryItemId: 'a' });
  tabChannel.notify({ type: 'tab.pressed', tab: 'another', command: 'player.toggle' });
  expect(client.player.getSnapshot().context.wantsSound).toBe(true);
});

test('an item only shown as the last one is not sent to other tabs', async () => {
  const tabChannel = createFakeTabChannel();
  const { player } = await startClient('/account', undefined, { tabChannel });
  const { media, preview } = playerOf({});
  player.send({ type: 'player.restore', media, preview, startTime: 5 });
  await vi.waitFor(() => expect(player.getSnapshot().matches({ transport: 'standby' })).toBe(true));
  expect(tabChannel.posted.filter(({ type }) => type === 'tab.played')).toEqual([]);
});
