import { expect, type Page } from 'playwright/test';
import { setup } from 'xstate';
import { playerMachine } from '../../src/machines/playback/player/player.machine.ts';
import { noticeMachine } from '../../src/machines/playback/player/notice.machine.ts';
import { playbackSessionMachine } from '../../src/machines/playback/player/playback-session.machine.ts';
import type { ServerApi } from '../e2e/support/demo.ts';
import { savedTime } from '../e2e/support/heard.ts';
import { bookLibrary, booksOf, type Book } from '../e2e/support/library.ts';
import { hasItsCode } from '../e2e/support/live.ts';
import { currentTime, expectAdvance, expectStill } from '../e2e/support/sound.ts';
import { bar, pause, positionOf, resume } from '../support/journeys/deeds.ts';
import { defineJourney } from '../support/journeys/journey.ts';
import { playerEvents, playerStates } from '../support/journeys/player-cover.ts';

/** The listener's position, here and on the server, with a line between them that comes and goes. */
const machine = setup({}).createMachine({
  id: 'progress',
  initial: 'closed',
  states: {
    closed: { on: { play: 'online.playing', moveElsewhere: 'closed' } },
    online: {
      initial: 'playing',
      on: { close: 'closed' },
      states: {
        playing: { on: { pause: 'paused', jump: 'playing', lose: '#progress.offline.playing' } },
        paused: {
          on: {
            resume: 'playing',
            jump: 'paused',
            reload: 'restored',
            moveElsewhere: 'followed',
            lose: '#progress.offline.paused',
          },
        },
        followed: { on: { undo: 'paused', resume: 'playing', moveElsewhere: 'followed' } },
        restored: { on: { resume: 'playing', reload: 'restored', moveElsewhere: 'restored' } },
      },
    },
    offline: {
      initial: 'playing',
      states: {
        playing: { on: { pause: 'paused', jump: 'playing', regain: '#progress.online.playing' } },
        paused: {
          on: {
            resume: 'playing',
            jump: 'paused',
            moveElsewhere: 'outdated',
            regain: '#progress.online.paused',
          },
        },
        outdated: { on: { moveElsewhere: 'outdated', regain: '#progress.online.followed' } },
      },
    },
  },
});

interface Own {
  readonly book: Book;
  readonly other: ServerApi;
  readonly known: {
    /** The other device's last position, in seconds. */
    moved: number;
    moves: number;
    /** The server's position after the last step. */
    saved: number;
    /** Here, after the last step; null while the player is closed. */
    place: number | null;
    began: number;
  };
}

const JUMPS = ['play', 'moveElsewhere', 'undo', 'regain'];
const offline = (page: Page) => page.getByText(/^(You’re offline|Can’t reach the server)/);
const start = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^(Play|Resume at)/ })
    .first();

/** The server has the position shown here, within so many seconds. */
async function expectSaved({ page, other, book }: Own & { page: Page }, read: typeof currentTime, but: number) {
  await expect
    .poll(async () => Math.abs((await savedTime(other, book.id)) - (await read(page))), {
      message: 'the server has the place of the listener',
      timeout: 15_000,
    })
    .toBeLessThan(but);
}

export const progressJourney = defineJourney<Own>({
  name: 'progress',
  machine,
  steps: 40,
  restarts: ['reload'],
  async begin({ page, api, signIn, watch }) {
    watch.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/);
    const other = await api();
    const [book] = (await booksOf(other, await bookLibrary(other))).filter(
      ({ media }) => media.numTracks === 1 && media.duration > 500,
    );
    if (!book) throw new Error('The demo has no long book');
    await signIn();
    const whole = hasItsCode(page);
    await page.goto(`/item/${book.id}`);
    await whole;
    await other.call('PATCH', `/api/me/progress/${book.id}`, {
      currentTime: 5,
      duration: book.media.duration,
      progress: 0,
    });
    const known = { moved: 5, moves: 0, saved: 5, place: null, began: Date.now() };
    return { book, other, known };
  },
  does: {
    play: ({ page }) => start(page).click(),
    resume: ({ page }) => resume(page),
    async pause({ page }) {
      // Long enough to show a position that was not saved.
      await expectAdvance(page, 1);
      await pause(page);
    },
    jump: ({ page }) =>
      bar(page)
        .getByRole('button', { name: /^Forward/ })
        .click(),
    close: ({ page }) =>
      bar(page)
        .getByRole('button', { name: /^Close/ })
        .click(),
    async reload({ page }) {
      const whole = hasItsCode(page);
      await page.reload();
      await whole;
    },
    async moveElsewhere({ book, other, known }) {
      known.moves += 1;
      known.moved = 60 + ((known.moves * 37) % 300);
      const { duration } = book.media;
      const progress = known.moved / duration;
      await other.call('PATCH', `/api/me/progress/${book.id}`, { currentTime: known.moved, duration, progress });
    },
    undo: ({ page }) =>
      page
        .getByRole('status')
        .filter({ hasText: /Moved to/ })
        .getByRole('button', { name: 'Undo' })
        .click(),
    lose: ({ context }) => context.setOffline(true),
    regain: ({ context }) => context.setOffline(false),
  },
  shows: {
    async closed({ page }) {
      await expect(bar(page)).toHaveCount(0);
      await expect(start(page)).toBeVisible();
    },
    online: ({ page }) => expect(offline(page)).toHaveCount(0, { timeout: 20_000 }),
    async 'online.playing'({ page }) {
      await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await expectAdvance(page, 0.2);
    },
    async 'online.paused'(world) {
      await expect(bar(world.page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await expectStill(world.page);
      await expectSaved(world, currentTime, 0.5);
    },
    async 'online.followed'(world) {
      await expect(world.page.getByText(/^Moved to .* by another device/)).toBeVisible({ timeout: 20_000 });
      await expect.poll(() => positionOf(world.page)).toBeCloseTo(world.known.moved, 0);
      await expectStill(world.page);
      await expectSaved(world, currentTime, 0.5);
    },
    async 'online.restored'(world) {
      await expect(bar(world.page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await expectSaved(world, positionOf, 1.5);
    },
    offline: ({ page }) => expect(offline(page)).toHaveCount(1),
    async 'offline.playing'({ page }) {
      await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await expectAdvance(page, 0.2);
    },
    async 'offline.paused'({ page }) {
      await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await expectStill(page);
    },
    async 'offline.outdated'({ page, known }) {
      await expectStill(page);
      expect(Math.abs((await positionOf(page)) - known.moved)).toBeGreaterThan(1);
    },
  },
  invariants: {
    async 'the place goes back only by a jump'({ page, known }, { event, to }) {
      const before = known.place;
      known.place = to.active.includes('closed') ? null : await positionOf(page);
      if (before === null || known.place === null || JUMPS.includes(event)) return;
      expect(known.place).toBeGreaterThan(before - 1);
      if (event === 'jump') expect(known.place).toBeGreaterThan(before + 9);
    },
    async 'without a line the server hears of nothing, and nothing there is put back by a page that was not playing'(
      { other, book, known },
      { from, to, event },
    ) {
      const before = known.saved;
      known.saved = await savedTime(other, book.id);
      if (event === 'moveElsewhere' || event === 'jump' || event === 'undo') return;
      const isCut = from.active.includes('offline') && to.active.includes('offline');
      if (isCut || from.active.includes('closed')) expect(known.saved).toBeGreaterThan(before - 1);
      if (isCut) expect(known.saved).toBe(before);
    },
    async 'no second is counted twice'({ other, known }) {
      const { totalTime } = (await other.call('GET', '/api/me/listening-stats')) as { totalTime: number };
      expect(totalTime).toBeLessThan((Date.now() - known.began) / 1000);
    },
  },
  covers: [
    {
      machine: playerMachine,
      region: 'transport',
      states: playerStates({
        empty: ['closed'],
        standby: ['online.restored'],
        'loaded.paused': ['online.paused', 'online.followed', 'offline.paused', 'offline.outdated'],
        'loaded.sounding.playing': ['online.playing', 'offline.playing'],
        'loaded.ended': { reason: 'shown by the journey player' },
      }),
      events: playerEvents({
        'player.playOrPause': ['play'],
        'player.play': ['play', 'resume'],
        'player.toggle': ['pause', 'resume'],
        'player.jumpForward': ['jump'],
        'player.close': ['close'],
        'player.restore': ['reload'],
        'player.seek': ['undo'],
        'player.followProgress': ['moveElsewhere', 'regain'],
        'server.progress.updated': ['moveElsewhere', 'regain'],
        'server.reached': ['regain'],
        'engine.paused': ['pause'],
        'engine.started': ['play', 'resume'],
        'playback.opened': ['play', 'resume'],
      }),
    },
    {
      machine: playerMachine,
      region: 'session.present.active.account',
      states: {
        'session.present.active.account.trusted': ['online.playing', 'online.paused'],
        'session.present.active.account.doubted': ['offline.paused', 'offline.outdated'],
      },
      events: {
        'server.lost': ['lose'],
        'server.reached': ['regain'],
        'server.*': { reason: 'shown by the transport' },
        'engine.started': ['resume'],
        'engine.seeked': ['jump'],
        'player.*': { reason: 'shown by the transport' },
        'playback.*': { reason: 'the answer of the server' },
        'tabs.*': { reason: 'another tab: tabs.spec.ts' },
      },
    },
    {
      machine: playbackSessionMachine,
      region: 'live.pace',
      states: {
        'live.pace.deciding': { reason: 'passed in one step' },
        'live.pace.paused': ['online.paused', 'online.followed', 'offline.paused', 'offline.outdated'],
        'live.pace.sounding': ['online.playing', 'offline.playing'],
      },
      events: {
        'playback.started': ['play', 'resume'],
        'playback.paused': ['pause'],
        'playback.reopen': { reason: 'sound that breaks off: tests/machines/playback/player' },
      },
    },
    {
      machine: noticeMachine,
      states: {
        hidden: ['closed', 'online.paused', 'online.playing', 'online.restored', 'offline'],
        shown: ['online.followed'],
      },
      events: {
        'notice.undo': ['undo'],
        'position.followed': ['moveElsewhere', 'regain'],
        'media.changed': ['close', 'play'],
        'notice.dismiss': { reason: 'a press on the cross: tests/views' },
        'notice.show': { reason: 'another device that plays: tests/machines/playback/player' },
        'notice.undoJump': { reason: 'the key for it: player.spec.ts' },
        'position.jumped': ['jump'],
        'jump.noted': { reason: 'a jump over a minute: player.spec.ts' },
        'sound.started': ['play', 'resume'],
        'server.*': { reason: 'a session that was ended by somebody else: tests/machines/playback/player' },
      },
    },
  ],
});
