import fc from 'fast-check';
import { createActor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { deviceIdOf } from '../../../../src/machines/playback/player/device.ts';
import { isOpen } from '../../../../src/machines/playback/progress/ledger.logic.ts';
import { ledgerMachine } from '../../../../src/machines/playback/progress/ledger.machine.ts';
import { saveLocalSessions } from '../../../../src/services/endpoints/local-sessions.ts';
import { syncSession } from '../../../../src/services/endpoints/playback.ts';
import { createFakeClock } from '../../../support/fakes/clock.ts';
import { createFakeJournal } from '../../../support/fakes/journal.ts';
import { createFakeLocks } from '../../../support/fakes/locks.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost, recorder } from '../../../support/host.ts';
import { BOOK, openedBook, USER_ID } from '../../../support/player-fixtures.ts';
import { startRoot } from '../../../support/roots.ts';
import { createSessionServer, type Weather } from '../../../support/session-server.ts';

const settled = async () => {
  for (let turn = 0; turn < 25; turn += 1) await Promise.resolve();
};

/** A browser with one journal, whose pages come and go, before one server; all by one clock. */
function startBrowser() {
  const clock = createFakeClock();
  const server = createSessionServer(clock.elapsed);
  const journal = createFakeJournal();
  const locks = createFakeLocks();
  let sessions = 0;
  return {
    clock,
    server,
    journal,
    openPage(userId = USER_ID) {
      const ports = createFakePorts({ clock, journal, locks });
      server.serve(ports.api);
      const { subject, stop } = createHost(ledgerMachine, { ports, input: { userId } });
      const listener = startRoot(createActor(recorder));
      let sessionId = '';
      let time = 0;
      const entries = () => subject.getSnapshot().context.entries;
      return {
        ports,
        entries,
        /** Ends at once, as in a crash. */
        stop,
        isListening: () => {
          const entry = entries()[sessionId];
          return entry !== undefined && entry.isHeld && isOpen(entry);
        },
        time: () => time,
        open(at = server.position()) {
          sessions += 1;
          sessionId = `s${sessions}`;
          time = at;
          const device = deviceIdOf(ports);
          const { session } = openedBook(server.open(sessionId, {}, device));
          const hasRow = server.lastUpdate() > 0;
          subject.send({
            type: 'ledger.open',
            session,
            media: BOOK,
            device,
            time,
            hasRow,
            replyTo: listener,
          });
        },
        listen(seconds: number) {
          time += seconds;
          clock.advance(seconds * 1000);
          subject.send({ type: 'ledger.note', sessionId, seconds, time });
        },
        seek(to: number) {
          time = to;
          clock.advance(100);
          subject.send({ type: 'ledger.note', sessionId, seconds: 0, time });
        },
        adopt(at: number) {
          time = at;
          subject.send({ type: 'ledger.adopt', sessionId, time });
        },
        save: (isLast = false) => subject.send({ type: 'ledger.save', sessionId, isLast }),
        close: () => subject.send({ type: 'ledger.end', sessionId }),
        /** A report that the server has closed the session. */
        lose: () => subject.send({ type: 'ledger.abandon', sessionId }),
      };
    },
  };
}

describe('a page that ends', () => {
  test('leaves unsaved time; the next page delivers it, whole and once', async () => {
    const { journal, openPage, server } = startBrowser();
    const first = openPage();
    first.open(0);
    first.listen(20);
    first.save();
    await settled();
    server.setWeather('cut before');
    first.listen(15);
    first.save();
    await settled();
    first.stop();
    expect([server.sum(), journal.records.get('s1')]).toEqual([20, expect.objectContaining({ heard: 35, time: 35 })]);
    server.setWeather('fine');
    openPage();
    await vi.waitFor(() => expect([server.sum(), server.position(), journal.records.size]).toEqual([35, 35, 0]));
    expect(server.openSessions()).toBe(0);
  });

  test('while its last save is on the way counts no second twice, whether the save arrived or not', async () => {
    for (const weather of ['cut before', 'cut after'] as const) {
      const { journal, openPage, server } = startBrowser();
      const first = openPage();
      first.open(0);
      first.listen(12);
      server.setWeather(weather);
      first.save(true);
      first.stop();
      await settled();
      server.setWeather('fine');
      openPage();
      await vi.waitFor(() => expect([server.sum(), server.position(), journal.records.size]).toEqual([12, 12, 0]));
    }
  });

  test('leaves nothing of a session that was saved whole before the server closed it', async () => {
    const { clock, journal, openPage, server } = startBrowser();
    const page = openPage();
    page.open(0);
    page.listen(20);
    page.save();
    await settled();
    server.restart();
    page.lose();
    await settled();
    page.close();
    await settled();
    clock.advance(30_000);
    await settled();
    await settled();
    expect([page.entries(), server.sum()]).toEqual([{}, 20]);
    expect(journal.records.size).toBe(0);
  });

  test('leaves nothing without listening', async () => {
    const { journal, openPage } = startBrowser();
    const page = openPage();
    page.open(30);
    await settled();
    page.stop();
    expect(journal.records.size).toBe(0);
  });

  test('before the server restarted: the session is stored under its own id, with its whole sum', async () => {
    const { openPage, server } = startBrowser();
    const first = openPage();
    first.open(0);
    first.listen(20);
    first.save();
    await settled();
    first.listen(7);
    first.stop();
    server.restart();
    const { ports } = openPage();
    await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([27, 27]));
    expect(ports.api.inputsOf(saveLocalSessions)[0]).toMatchObject({ sessions: [{ id: 's1', timeListening: 27 }] });
    expect(ports.api.inputsOf(syncSession)).toEqual([]);
  });

  test('does not put its position over the newer one of another device; its seconds count', async () => {
    const { clock, openPage, server } = startBrowser();
    const first = openPage();
    first.open(0);
    first.listen(20);
    first.stop();
    clock.advance(60_000);
    server.move(900);
    openPage();
    await vi.waitFor(() => expect(server.sum()).toBe(20));
    await settled();
    expect(server.position()).toBe(900);
  });

  test('belongs to another account: it waits until that account signs in again', async () => {
    const { journal, openPage, server } = startBrowser();
    const first = openPage();
    first.open(0);
    first.listen(20);
    first.stop();
    const other = openPage('another');
    await settled();
    expect([server.sum(), journal.records.size]).toEqual([0, 1]);
    other.stop();
    openPage();
    await vi.waitFor(() => expect([server.sum(), journal.records.size]).toEqual([20, 0]));
  });
});

test('a living page delivers its own owed time; when it dies the other one does', async () => {
  const { journal, openPage, server } = startBrowser();
  const first = openPage();
  first.open(0);
  first.listen(20);
  const second = openPage();
  await settled();
  expect([server.sum(), second.entries()]).toEqual([0, {}]);
  first.stop();
  await vi.waitFor(() => expect([server.sum(), journal.records.size]).toEqual([20, 0]));
});

test('an old undelivered position does not overwrite a newer one, page or no page', async () => {
  const { clock, openPage, server } = startBrowser();
  const page = openPage();
  page.open(0);
  server.setWeather('cut before');
  page.listen(20);
  page.close();
  await settled();
  clock.advance(60_000);
  server.move(900);
  server.setWeather('fine');
  await vi.waitFor(() => {
    clock.advance(30_000);
    expect(server.sum()).toBe(20);
  });
  expect(server.position()).toBe(900);
});

test('a partly written journal undoes nothing on the server', async () => {
  const { journal, openPage, server } = startBrowser();
  const page = openPage();
  page.open(0);
  page.listen(10);
  journal.block();
  page.listen(30);
  page.save();
  await settled();
  page.stop();
  expect([server.sum(), journal.records.size]).toEqual([40, 0]);
  journal.unblock();
  openPage();
  await settled();
  expect([server.sum(), server.position()]).toEqual([40, 40]);
});

test('what the browser cannot keep is saved at once, so that a crash loses nothing', async () => {
  const { journal, openPage, server } = startBrowser();
  const page = openPage();
  page.open(0);
  page.listen(3);
  await settled();
  expect(server.sum()).toBe(0);
  journal.block();
  page.listen(3);
  await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([6, 6]));
  page.listen(1);
  await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([7, 7]));
});

test('without browser storage, everything works as long as the page lives', async () => {
  const { journal, openPage, server } = startBrowser();
  journal.block();
  const page = openPage();
  page.open(0);
  page.listen(20);
  page.save();
  await vi.waitFor(() => expect([server.sum(), server.position(), journal.records.size]).toEqual([20, 20, 0]));
});

type Page = ReturnType<ReturnType<typeof startBrowser>['openPage']>;

const tab = fc.integer({ min: 0, max: 1 });
const otherPlace = fc.integer({ min: 0, max: 170 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('listen' as const), tab, seconds: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), tab, isLast: fc.boolean() }) },
  fc.record({ do: fc.constant('seek' as const), tab, time: fc.integer({ min: 0, max: 170 }) }),
  fc.record({ do: fc.constant('close' as const), tab }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const), tab }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('weather' as const),
      weather: fc.constantFrom<Weather>('fine', 'cut before', 'cut after', 'slow to fail'),
    }),
  },
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({ do: fc.constant('elsewhere' as const), time: otherPlace }),
  fc.record({ do: fc.constant('setClock' as const), ms: fc.integer({ min: -90_000_000, max: 0 }) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rest' as const) }) },
);

/**
 * Two tabs, another device, a restarting server, a network that fails in every way, crashing pages, a clock set back.
 * As in the program, a tab that starts to play silences the other, and one that reaches the server follows newer
 * positions before it saves.
 */
test('over any history of pages, devices and servers no second is lost or counted twice, and the newest position holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (history) => {
      const { clock, journal, openPage, server } = startBrowser();
      const pages: (Page | null)[] = [null, null];
      let heard = 0;
      let moves = 0;
      /** The listener's last position, on any device. */
      let newest = { time: 0, isHere: null as Page | null };
      const follow = () => {
        for (const page of pages) if (page?.isListening() && page !== newest.isHere) page.adopt(newest.time);
      };
      /** The tab with a playback session; null while none exists and none can open. */
      const listeningIn = (index: number): Page | null => {
        const page = pages[index] ?? (pages[index] = openPage());
        if (page.isListening()) return page;
        if (!server.isFine()) return null;
        page.open(newest.time);
        return page;
      };
      for (const now of history) {
        // Sent data arrives before anything else happens; its answer may take longer.
        await Promise.resolve();
        await Promise.resolve();
        if (now.do === 'listen' || now.do === 'seek') {
          // A second of listening is long for a call: earlier calls are answered.
          await settled();
          const page = listeningIn(now.tab);
          if (!page) continue;
          if (page !== newest.isHere) page.adopt(newest.time);
          if (now.do === 'listen') page.listen(now.seconds);
          else page.seek(now.time);
          heard += now.do === 'listen' ? now.seconds : 0;
          newest = { time: page.time(), isHere: page };
        } else if (now.do === 'save') {
          follow();
          pages[now.tab]?.save(now.isLast);
        } else if (now.do === 'close') {
          follow();
          pages[now.tab]?.close();
        } else if (now.do === 'crash') {
          pages[now.tab]?.stop();
          pages[now.tab] = null;
        } else if (now.do === 'weather') server.setWeather(now.weather);
        else if (now.do === 'restart') server.restart();
        else if (now.do === 'elsewhere') {
          // The last of two devices within a second is unknown: the server dates answers in seconds.
          await settled();
          clock.advance(2000);
          // Not a position of this browser: going back to exactly such a one looks the same.
          moves += 1;
          const time = now.time + 1000 * moves;
          server.move(time);
          newest = { time, isHere: null };
        } else if (now.do === 'setClock') clock.set(now.ms);
        else if (now.do === 'wait') clock.advance(now.ms);
        else await settled();
      }
      server.setWeather('fine');
      await settled();
      follow();
      for (const page of pages) page?.stop();
      const last = openPage();
      for (let turn = 0; turn < 8; turn += 1) {
        await settled();
        clock.advance(30_000);
      }
      await settled();
      expect([last.entries(), [...journal.records.keys()], server.sum(), server.position()]).toEqual([
        {},
        [],
        heard,
        newest.time,
      ]);
      last.stop();
    }),
    { numRuns: 150 },
  );
});
