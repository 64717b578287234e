import fc from 'fast-check';
import { createActor, fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { ledgerMachine } from '../../../../src/machines/playback/progress/ledger.machine.ts';
import { selectRefusedStatus } from '../../../../src/machines/playback/progress/progress.selectors.ts';
import type { LedgerEntry } from '../../../../src/machines/playback/progress/ledger.logic.ts';
import type { LedgerReport } from '../../../../src/machines/playback/progress/ledger.protocol.ts';
import { getOpenSession, saveLocalSessions } from '../../../../src/services/endpoints/local-sessions.ts';
import { closeSession, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { createHost } from '../../../support/host.ts';
import { BOOK, openedBook, USER_ID } from '../../../support/player-fixtures.ts';
import type { FakeJournal } from '../../../support/fakes/journal.ts';
import { createSessionServer, type Weather } from '../../../support/session-server.ts';
import { startRoot } from '../../../support/roots.ts';

/** By session, without those that would lose nothing. */
const owedBy = (entries: Readonly<Record<string, LedgerEntry>>) =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([id, { heard, confirmed, time, savedTime, closing }]) =>
      heard > 0 || time !== savedTime ? [[id, { heard, confirmed, time, savedTime, closing }]] : [],
    ),
  );
const keptBy = ({ records }: FakeJournal) =>
  Object.fromEntries(
    [...records].map(([id, { heard, confirmed, time, savedTime, closing }]) => [
      id,
      { heard, confirmed, time, savedTime, closing },
    ]),
  );

function start() {
  const host = createHost(ledgerMachine, { input: { userId: USER_ID } });
  const { api, clock } = host.ports;
  const server = createSessionServer(clock.elapsed);
  server.serve(api);
  const reports: LedgerReport[] = [];
  const listener = startRoot(
    createActor(fromTransition((_: null, report: LedgerReport) => (reports.push(report), null), null)),
  );
  return {
    ...host,
    server,
    clock,
    reports,
    send: host.subject.send,
    entries: () => host.subject.getSnapshot().context.entries,
    open(id: string, time: number) {
      host.subject.send({
        type: 'ledger.open',
        session: openedBook(server.open(id, {}, 'here')).session,
        media: BOOK,
        device: 'here',
        hasRow: server.lastUpdate() > 0,
        time,
        replyTo: listener,
      });
    },
    /** Owed time, as the machine and as the journal have it. */
    owed: () => ({ known: owedBy(host.subject.getSnapshot().context.entries), kept: keptBy(host.ports.journal) }),
    /** Pending answers arrive. */
    async rest() {
      for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    },
  };
}

describe('an answer that is unclear', () => {
  test.each(['cut before', 'cut after', 'slow to fail'] as const)(
    '(%s) ends the session: it is closed by the next one, and stored whole',
    async (weather) => {
      const { open, rest, send, server, reports, ports } = start();
      open('s1', 0);
      server.setWeather(weather);
      send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
      send({ type: 'ledger.save', sessionId: 's1', isLast: false });
      await vi.waitFor(() => expect(reports.map(({ type }) => type)).toEqual(['ledger.lost']));
      server.setWeather('fine');
      send({ type: 'ledger.note', sessionId: 's1', seconds: 10, time: 30 });
      send({ type: 'ledger.save', sessionId: 's1', isLast: false });
      await rest();
      expect(ports.api.inputsOf(syncSession)).toHaveLength(1);
      open('s2', 30);
      await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([30, 30]));
      expect(ports.api.inputsOf(saveLocalSessions)).toMatchObject([
        { sessions: [{ id: 's1', timeListening: 30, currentTime: 30 }] },
      ]);
    },
  );

  test.each([
    ['is the first of its book', false],
    ['carries nearly all', true],
  ])('a page that ends while a save that %s is under way sends no second one', async (_, hasRow) => {
    const { open, send, ports, server } = start();
    if (hasRow) server.move(0);
    ports.api.defer(syncSession);
    open('s1', 0);
    send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
    send({ type: 'ledger.save', sessionId: 's1', isLast: true });
    send({ type: 'ledger.note', sessionId: 's1', seconds: hasRow ? 0.4 : 5, time: 25 });
    send({ type: 'ledger.save', sessionId: 's1', isLast: true });
    expect(ports.api.inputsOf(syncSession)).toHaveLength(1);
  });
});

test('what a proxy refuses at the end is kept and resent', async () => {
  const { clock, open, rest, send, server, entries, ports } = start();
  open('s1', 0);
  const refused = { kind: 'forbidden', message: '' } as const;
  for (const endpoint of [getOpenSession, closeSession, saveLocalSessions]) ports.api.refuseOnce(endpoint, refused);
  send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
  send({ type: 'ledger.end', sessionId: 's1' });
  for (let turn = 0; turn < 8; turn += 1) {
    await rest();
    clock.advance(30_000);
  }
  await vi.waitFor(() => expect(entries()).toEqual({}));
  expect([server.sum(), server.position(), server.openSessions()]).toEqual([20, 20, 0]);
});

test.each([
  [{ kind: 'forbidden', message: '' }, 403],
  [{ kind: 'unauthorized', message: '' }, 401],
  [{ kind: 'conflict', message: '' }, 409],
  [{ kind: 'tooLarge', message: '' }, 413],
  [{ kind: 'rateLimited', message: '', retryAfterSeconds: 60 }, 429],
  [{ kind: 'rejected', status: 405, message: '' }, 405],
] as const)('a refusal ($kind) is shown with its status until the server takes a save', async (error, status) => {
  const { open, ports, send, subject, server } = start();
  const shown = () => selectRefusedStatus(subject.getSnapshot());
  open('s1', 0);
  ports.api.refuseOnce(syncSession, error);
  send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
  send({ type: 'ledger.save', sessionId: 's1', isLast: false });
  await vi.waitFor(() => expect(shown()).toBe(status));
  send({ type: 'ledger.save', sessionId: 's1', isLast: false });
  await vi.waitFor(() => expect([shown(), server.sum()]).toEqual([null, 20]));
});

describe('a save that waited long for its turn', () => {
  async function startQueued() {
    const ledger = start();
    const release = await ledger.ports.locks.hold(`progress.${USER_ID}`, new AbortController().signal);
    ledger.open('s1', 0);
    ledger.send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
    ledger.send({ type: 'ledger.save', sessionId: 's1', isLast: false });
    ledger.clock.advance(3000);
    return { ...ledger, release, saves: () => ledger.ports.api.inputsOf(syncSession) };
  }

  test('saves where the listener is by then', async () => {
    const { release, saves, send, server } = await startQueued();
    send({ type: 'ledger.note', sessionId: 's1', seconds: 3, time: 23 });
    release();
    await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([23, 23]));
    expect(saves()).toMatchObject([{ timeListened: 23, currentTime: 23 }]);
  });

  test('sets no old place as the present one: it is stored with its moment', async () => {
    const { release, reports, saves, send, server } = await startQueued();
    server.move(500);
    release();
    await vi.waitFor(() => expect(reports.map(({ type }) => type)).toEqual(['ledger.lost']));
    send({ type: 'ledger.suspend', sessionId: 's1' });
    await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([20, 500]));
    expect(saves()).toEqual([]);
  });
});

test('a save whose answer takes two seconds is slow, until it arrives', async () => {
  const { clock, open, ports, rest, send, subject } = start();
  const isSlow = () => subject.getSnapshot().context.isSlow;
  const answer = ports.api.defer(syncSession);
  open('s1', 0);
  send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
  send({ type: 'ledger.save', sessionId: 's1', isLast: false });
  clock.advance(1999);
  const early = isSlow();
  clock.advance(1);
  const late = isSlow();
  answer.resolve('OK');
  await rest();
  expect([early, late, isSlow()]).toEqual([false, true, false]);
});

test('a save without news makes no call', async () => {
  const { open, ports, rest, send } = start();
  open('s1', 30);
  send({ type: 'ledger.save', sessionId: 's1', isLast: false });
  send({ type: 'ledger.save', sessionId: 's1', isLast: true });
  await rest();
  expect(ports.api.calls).toEqual([]);
});

test('an item missing on the server is dropped', async () => {
  const { open, rest, send, server, entries, ports } = start();
  open('s1', 0);
  send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
  server.restart();
  ports.api.answer(saveLocalSessions, { results: [{ id: 's1', success: false, error: 'Media item not found' }] });
  send({ type: 'ledger.end', sessionId: 's1' });
  await rest();
  await vi.waitFor(() => expect(entries()).toEqual({}));
});

test('an undeliverable entry is retried for ever, at most half a minute apart', async () => {
  const { clock, open, rest, send, server, entries } = start();
  open('s1', 0);
  server.setWeather('cut before');
  send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
  send({ type: 'ledger.end', sessionId: 's1' });
  for (let minute = 0; minute < 30; minute += 1) {
    await rest();
    clock.advance(60_000);
  }
  expect(server.sum()).toBe(0);
  server.setWeather('fine');
  clock.advance(30_000);
  await vi.waitFor(() => expect(entries()).toEqual({}));
  expect([server.sum(), server.position(), server.openSessions()]).toEqual([20, 20, 0]);
});

test('a session that the server closed is stored whole, and its opener gets no report', async () => {
  const { clock, entries, open, owed, rest, send, server, reports } = start();
  open('s1', 0);
  send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
  server.restart();
  const s1 = { heard: 20, confirmed: 0, time: 20, savedTime: 0 };
  expect(owed().kept).toEqual({ s1: { ...s1, closing: 'open' } });
  send({ type: 'ledger.abandon', sessionId: 's1' });
  expect(owed().kept).toEqual({ s1: { ...s1, closing: 'assumed' } });
  await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([20, 20]));
  send({ type: 'ledger.end', sessionId: 's1' });
  await rest();
  clock.advance(30_000);
  await vi.waitFor(() => expect([entries(), owed().kept, reports]).toEqual([{}, {}, []]));
});

test('settling is reported when nothing is owed, at once without listening', async () => {
  const { open, parentEvents, send, server, subject } = start();
  send({ type: 'ledger.settle' });
  expect(parentEvents).toEqual([{ type: 'ledger.settled' }]);
  open('s1', 0);
  send({ type: 'ledger.note', sessionId: 's1', seconds: 7, time: 7 });
  send({ type: 'ledger.end', sessionId: 's1' });
  expect([parentEvents, subject.getSnapshot().value]).toEqual([[{ type: 'ledger.settled' }], 'keeping']);
  send({ type: 'ledger.settle' });
  await vi.waitFor(() => expect(parentEvents).toHaveLength(2));
  expect([server.sum(), server.position()]).toEqual([7, 7]);
});

test('settling waits for the end of a session whose closing failed', async () => {
  const { clock, open, parentEvents, rest, send, server } = start();
  open('s1', 0);
  server.setWeather('cut before');
  send({ type: 'ledger.end', sessionId: 's1' });
  send({ type: 'ledger.settle' });
  await rest();
  expect([parentEvents, server.openSessions()]).toEqual([[], 1]);
  server.setWeather('fine');
  clock.advance(30_000);
  await vi.waitFor(() => expect(parentEvents).toEqual([{ type: 'ledger.settled' }]));
  expect(server.openSessions()).toBe(0);
});

/** A session of 20 seconds has ended, and waits long for its next retry when the server is reachable again. */
async function startWithLongWait() {
  const ledger = start();
  const { clock, open, rest, send, server } = ledger;
  open('s1', 0);
  server.setWeather('cut before');
  send({ type: 'ledger.note', sessionId: 's1', seconds: 20, time: 20 });
  send({ type: 'ledger.end', sessionId: 's1' });
  for (let minute = 0; minute < 10; minute += 1) {
    await rest();
    clock.advance(60_000);
  }
  await rest();
  server.setWeather('fine');
  return ledger;
}

test('settling tries at once what waits for its next try', async () => {
  const { parentEvents, send, server } = await startWithLongWait();
  send({ type: 'ledger.settle' });
  await vi.waitFor(() => expect(parentEvents).toEqual([{ type: 'ledger.settled' }]));
  expect([server.sum(), server.position()]).toEqual([20, 20]);
});

test('a session that opens shows that the server can be reached: what waits is tried at once', async () => {
  const { entries, open, server } = await startWithLongWait();
  open('s2', 20);
  await vi.waitFor(() => expect(Object.keys(entries())).toEqual(['s2']));
  expect([server.sum(), server.position()]).toEqual([20, 20]);
});

const otherPlace = fc.integer({ min: 0, max: 170 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('listen' as const), seconds: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), isLast: fc.boolean() }) },
  fc.record({ do: fc.constant('seek' as const), time: fc.integer({ min: 0, max: 180 }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('weather' as const),
      weather: fc.constantFrom<Weather>('fine', 'cut before', 'cut after', 'slow to fail'),
    }),
  },
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({ do: fc.constant('lose' as const) }),
  fc.record({ do: fc.constant('reopen' as const), time: fc.option(otherPlace) }),
  fc.record({ do: fc.constant('adopt' as const), time: otherPlace }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rest' as const) }) },
);

test('over any history no second is lost or counted twice, the last position holds, and the journal always equals the owed time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (history) => {
      const { clock, entries, open, owed, rest, send, server } = start();
      let count = 1;
      let heard = 0;
      let time = 0;
      let moves = 0;
      const id = () => `s${count}`;
      open(id(), time);
      /**
       * By another device, while no call of this one is pending. The last of two within a second is unknown: the server
       * dates answers in seconds.
       */
      const goElsewhere = async (to: number) => {
        await rest();
        // Not a position of ours: going back to exactly such a one looks the same.
        moves += 1;
        time = to + 1000 * moves;
        clock.advance(2000);
        server.move(time);
      };
      /** Seconds played without a session: they wait for the next one, as in the recorder. */
      let waiting = 0;
      const record = (seconds: number) => {
        waiting += seconds;
        if (!entries()[id()]) return;
        send({ type: 'ledger.note', sessionId: id(), seconds: waiting, time });
        waiting = 0;
      };
      const reopen = () => {
        send({ type: 'ledger.end', sessionId: id() });
        count += 1;
        open(id(), time);
        record(0);
      };
      for (const now of history) {
        if (now.do === 'listen') {
          heard += now.seconds;
          time += now.seconds;
          clock.advance(now.seconds * 1000);
          record(now.seconds);
        } else if (now.do === 'seek') {
          time = now.time;
          clock.advance(100);
          record(0);
        } else if (now.do === 'save') send({ type: 'ledger.save', sessionId: id(), isLast: now.isLast });
        else if (now.do === 'weather') server.setWeather(now.weather);
        else if (now.do === 'restart') server.restart();
        else if (now.do === 'lose') send({ type: 'ledger.abandon', sessionId: id() });
        else if (now.do === 'wait') clock.advance(now.ms);
        else if (now.do === 'rest') await rest();
        else if (now.do === 'adopt') {
          await goElsewhere(now.time);
          send({ type: 'ledger.adopt', sessionId: id(), time });
        } else {
          if (now.time !== null) {
            send({ type: 'ledger.end', sessionId: id() });
            await goElsewhere(now.time);
          }
          reopen();
        }
        const { known, kept } = owed();
        expect(kept).toEqual(known);
      }
      server.setWeather('fine');
      await rest();
      if (!entries()[id()]) reopen();
      send({ type: 'ledger.end', sessionId: id() });
      send({ type: 'ledger.settle' });
      for (let turn = 0; turn < 6; turn += 1) {
        await rest();
        clock.advance(30_000);
      }
      await rest();
      expect([entries(), server.sum(), server.position()]).toEqual([{}, heard, time]);
    }),
    { numRuns: 150 },
  );
});
