import { describe, expect, test, vi } from 'vitest';
import { keyOf } from '../../../../src/machines/kit/media.logic.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { listMyItemSessions } from '../../../../src/services/endpoints/account.ts';
import { getMe, updateProgress } from '../../../../src/services/endpoints/me.ts';
import type { ToastsRef } from '../../../../src/machines/app/toasts.machine.ts';
import { playItem } from '../../../../src/services/endpoints/playback.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { storedSession } from '../../../../src/machines/account/auth/auth.actors.ts';
import { defineStored } from '../../../../src/services/storage.ts';
import type { FakeApi } from '../../../support/fakes/api.ts';
import { createFakeClock } from '../../../support/fakes/clock.ts';
import { createFakeJournal } from '../../../support/fakes/journal.ts';
import { createFakeLocks } from '../../../support/fakes/locks.ts';
import { createFakeStorage } from '../../../support/fakes/storage.ts';
import { BOOK, BOOK_DURATION, bookProgress, bookSession } from '../../../support/player-fixtures.ts';
import { stopRoot } from '../../../support/roots.ts';
import { createSessionServer } from '../../../support/session-server.ts';
import { ACCOUNT, startClient } from '../../../support/whole-client.ts';

const PAGE = `/item/${BOOK.libraryItemId}`;
/** One file with all of the book. */
const [track] = bookSession()['audioTracks'] as object[];

/** A listening session of this book on another device. */
function listenedOn(deviceName: string) {
  return { ...bookSession({ id: 'radio' }), deviceInfo: { deviceName } };
}

/** One browser, whose pages are whole clients, before a server that can go down. */
function startBrowser() {
  const clock = createFakeClock();
  const kept = { clock, journal: createFakeJournal(), locks: createFakeLocks(), tabStorage: createFakeStorage() };
  const server = createSessionServer(clock.elapsed);
  let sessions = 0;
  const account = () => ({
    ...ACCOUNT.user,
    mediaProgress:
      server.lastUpdate() === 0
        ? []
        : [bookProgress({ userId: ACCOUNT.user.id, currentTime: server.position(), lastUpdate: server.lastUpdate() })],
  });
  return {
    ...kept,
    server,
    async openPage(prepare?: (api: FakeApi) => void) {
      const client = await startClient(
        PAGE,
        ({ api }) => {
          server.serve(api);
          prepare?.(api);
          api.answer(playItem, () => {
            if (!server.isFine()) throw new AppException({ kind: 'network' });
            const audioTracks = [{ ...track, duration: BOOK_DURATION }];
            sessions += 1;
            return server.open(`session-${sessions}`, { userId: ACCOUNT.user.id, audioTracks });
          });
          api.answer(authorize, () => ({ ...ACCOUNT, user: account() }));
          api.answer(getMe, account);
        },
        kept,
      );
      return {
        ...client,
        time: () => client.player.getSnapshot().context.playhead.getSnapshot().context.time,
        shown: () => client.progress.getSnapshot().context.entries[keyOf(BOOK)]?.currentTime,
        async listen(seconds: number) {
          for (let second = 0; second < seconds; second += 1) {
            client.listen(1);
            await new Promise(setImmediate);
          }
        },
        /** The page ends as in a crash, without an event. */
        crash: () => stopRoot(client.app),
      };
    },
  };
}

describe('after a page that crashed while the server was away', () => {
  test("the player resumes at the listener's position, the server gets every second once, and playing continues", async () => {
    const { journal, openPage, server } = startBrowser();
    const first = await openPage();
    await first.play();
    await first.listen(25);
    server.setWeather('cut before');
    await first.listen(30);
    const left = first.time();
    first.crash();

    const next = await openPage();
    await vi.waitFor(() => expect(next.player.getSnapshot().matches({ transport: 'standby' })).toBe(true));
    await vi.waitFor(() => expect([next.time(), next.shown()]).toEqual([left, left]));
    server.setWeather('fine');
    next.player.send({ type: 'player.toggle' });
    await vi.waitFor(() => expect(next.player.getSnapshot().context.opened).not.toBe(null));
    expect(next.time()).toBe(left);
    await vi.waitFor(() => {
      next.ports.clock.advance(1000);
      expect([server.sum(), [...journal.records.keys()]]).toEqual([55, []]);
    });
    expect(server.position()).toBe(left);
  });

  test('the player follows another device that was later', async () => {
    const { clock, openPage, server } = startBrowser();
    const first = await openPage();
    await first.play();
    server.setWeather('cut before');
    await first.listen(30);
    first.crash();
    clock.advance(60_000);
    server.move(150);
    server.setWeather('fine');
    const next = await openPage();
    next.connect();
    await vi.waitFor(() => {
      next.ports.clock.advance(1000);
      expect(server.sum()).toBe(30);
    });
    expect([server.position(), next.time()]).toEqual([150, 150]);
  });
});

describe('two devices that went on from the same place', () => {
  test('show one choice, with the device and the other place to go to', async () => {
    const { clock, openPage, server } = startBrowser();
    const first = await openPage();
    await first.play();
    server.setWeather('cut before');
    await first.listen(70);
    first.crash();
    clock.advance(60_000);
    server.move(200);
    server.setWeather('fine');
    const next = await openPage((api) =>
      api.answer(listMyItemSessions, {
        total: 1,
        numPages: 1,
        page: 0,
        itemsPerPage: 5,
        sessions: [listenedOn('Kitchen radio')],
      }),
    );
    const toasts = () => (next.app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts;
    await vi.waitFor(() => expect(toasts().length).toBe(1));
    const toast = toasts()[0]?.ref;
    expect(toast?.getSnapshot().context.message).toMatchObject({
      key: 'progress.conflictWith',
      values: { device: 'Kitchen radio', here: { seconds: 70 }, there: { seconds: 200 } },
    });
    await vi.waitFor(() => {
      next.ports.clock.advance(1000);
      expect([server.sum(), server.position()]).toEqual([70, 200]);
    });
    next.ports.api.answer(updateProgress, 'OK');
    toast?.send({ type: 'toast.act' });
    await vi.waitFor(() => expect(next.shown()).toBe(70));
    await vi.waitFor(() =>
      expect(next.ports.api.inputsOf(updateProgress).at(-1)).toMatchObject({ change: { currentTime: 70 } }),
    );
    expect(toasts().length).toBe(0);
  });
});

test('what a sign-out could not deliver is delivered when the account signs in again', async () => {
  const { journal, openPage, server } = startBrowser();
  const first = await openPage();
  await first.play();
  await first.listen(25);
  server.setWeather('cut before');
  await first.listen(12);
  first.app.system.get('auth').send({ type: 'auth.signOut' });
  await vi.waitFor(() => {
    first.ports.clock.advance(1000);
    expect(first.app.getSnapshot().matches('signedOut')).toBe(true);
  });
  expect([server.sum(), journal.records.size]).toEqual([20, 1]);
  first.crash();
  server.setWeather('fine');
  await openPage();
  await vi.waitFor(() => expect([server.sum(), journal.records.size]).toEqual([37, 0]));
});

test('listening up to a sign-out in another tab is kept', async () => {
  const { journal, openPage, server } = startBrowser();
  const first = await openPage();
  await first.play();
  await first.listen(3);
  first.ports.media.playFor(0.75);
  first.ports.storage.changeElsewhere(defineStored('earmark.session', storedSession), null);
  await vi.waitFor(() => expect(first.app.getSnapshot().matches('signedOut')).toBe(true));
  expect([...journal.records.values()].map(({ heard, time }) => [heard, time])).toEqual([[3.75, 3.75]]);
  await openPage();
  await vi.waitFor(() => expect([server.sum(), journal.records.size]).toEqual([3.75, 0]));
});
