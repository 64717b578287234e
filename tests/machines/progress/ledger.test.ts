import fc from 'fast-check';
import { createActor, fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { ledgerMachine } from '../../../src/machines/progress/ledger.machine.ts';
import type { LedgerEntry } from '../../../src/machines/progress/ledger-entry.logic.ts';
import type { LedgerReport } from '../../../src/machines/progress/ledger.protocol.ts';
import { getOpenSession } from '../../../src/services/endpoints/local-sessions.ts';
import { syncSession } from '../../../src/services/endpoints/playback.ts';
import { createHost } from '../../support/host.ts';
import { BOOK, openedBook, USER_ID } from '../../support/player-fixtures.ts';
import type { FakeJournal } from '../../support/fakes/journal.ts';
import { createSessionServer, type Weather } from '../../support/session-server.ts';
import { startRoot } from '../../support/roots.ts';

/** By session, without those of which nothing would be lost. */
const owedBy = (entries: Readonly<Record<string, LedgerEntry>>) =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([id, { heard, confirmed, time, savedTime, stage }]) =>
      heard > 0 || time !== savedTime ? [[id, { heard, confirmed, time, savedTime, isLost: stage === 'lost' }]] : [],
    ),
  );
const keptBy = ({ records }: FakeJournal) =>
  Object.fromEntries(
    [...records].map(([id, { heard, confirmed, time, savedTime, isLost }]) => [
      id,
      { heard, confirmed, time, savedTime, isLost },
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
        session: openedBook(server.open(id)).session,
        media: BOOK,
        time,
        savedTime: time,
        replyTo: listener,
      });
    },
    /** What is owed, as the machine and as the journal have it. */
    owed: () => ({ known: owedBy(host.subject.getSnapshot().context.entries), kept: keptBy(host.ports.journal) }),
    /** Answers that are there are taken. */
    async rest() {
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    },
  };
}

describe('an answer that is unclear', () => {
  test.each(['cut before', 'cut after', 'slow to fail'] as const)(
    '(%s) is settled by what the server says before more is sent',
    async (weather) => {
      const { open, rest, send, server, reports, ports } = start();
      open('s1', 0);
      server.setWeather(weather);
      send({ type: 'ledger.record', sessionId: 's1', seconds: 20, time: 20 });
      send({ type: 'ledger.save', sessionId: 's1', isLast: false });
      await rest();
      server.setWeather('fine');
      send({ type: 'ledger.record', sessionId: 's1', seconds: 10, time: 30 });
      send({ type: 'ledger.save', sessionId: 's1', isLast: false });
      await vi.waitFor(() => expect(reports.map(({ type }) => type)).toEqual(['ledger.failed', 'ledger.saved']));
      expect([server.sum(), server.position(), ports.api.inputsOf(getOpenSession)]).toEqual([30, 30, [{ id: 's1' }]]);
    },
  );

  test('saves the position of a page that ends, and no seconds that may be there already', async () => {
    const { open, rest, send, server, ports } = start();
    open('s1', 0);
    server.setWeather('cut after');
    send({ type: 'ledger.record', sessionId: 's1', seconds: 20, time: 20 });
    send({ type: 'ledger.save', sessionId: 's1', isLast: false });
    await rest();
    send({ type: 'ledger.record', sessionId: 's1', seconds: 5, time: 25 });
    send({ type: 'ledger.save', sessionId: 's1', isLast: true });
    expect(ports.api.inputsOf(syncSession).at(-1)).toEqual(
      expect.objectContaining({ timeListened: 0, currentTime: 25 }),
    );
  });
});

test.each(['forbidden', 'rejected'] as const)(
  'what a proxy refuses at the end (%s) is kept, and sent again',
  async (kind) => {
    const { clock, open, rest, send, server, entries, ports } = start();
    open('s1', 0);
    ports.api.refuseOnce(syncSession, kind === 'rejected' ? { kind, status: 405, message: '' } : { kind, message: '' });
    send({ type: 'ledger.record', sessionId: 's1', seconds: 20, time: 20 });
    send({ type: 'ledger.end', sessionId: 's1', isSilent: false });
    await rest();
    clock.advance(30_000);
    await vi.waitFor(() => expect(entries()).toEqual({}));
    expect([server.sum(), server.position(), server.openSessions()]).toEqual([20, 20, 0]);
  },
);

test('an entry that cannot be delivered is tried again for ever, at distances of half a minute at most', async () => {
  const { clock, open, rest, send, server, entries } = start();
  open('s1', 0);
  server.setWeather('cut before');
  send({ type: 'ledger.record', sessionId: 's1', seconds: 20, time: 20 });
  send({ type: 'ledger.end', sessionId: 's1', isSilent: false });
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

test('a session that somebody else ended is stored whole without an end of it here, and nobody hears of it', async () => {
  const { clock, entries, open, owed, rest, send, server, reports } = start();
  open('s1', 0);
  send({ type: 'ledger.record', sessionId: 's1', seconds: 20, time: 20 });
  server.restart();
  send({ type: 'ledger.lose', sessionId: 's1' });
  const s1 = { heard: 20, confirmed: 0, time: 20, savedTime: 0, isLost: false };
  expect(owed()).toEqual({ known: { s1 }, kept: { s1 } });
  await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([20, 20]));
  await rest();
  expect(entries()['s1']).toMatchObject({ stage: 'lost', isHeld: true, confirmed: 20 });
  clock.advance(4000);
  send({ type: 'ledger.record', sessionId: 's1', seconds: 4, time: 24 });
  await vi.waitFor(() => expect([server.sum(), server.position()]).toEqual([24, 24]));
  await rest();
  expect(owed().kept).toMatchObject({ s1: { heard: 24, confirmed: 24, savedTime: 24, isLost: true } });
  send({ type: 'ledger.lose', sessionId: 's1' });
  expect(owed().kept).toMatchObject({ s1: { isLost: false } });
  await rest();
  send({ type: 'ledger.end', sessionId: 's1', isSilent: true });
  expect([entries(), owed().kept, reports]).toEqual([{}, {}, []]);
});

test('settling is told when nothing is owed, at once when nothing was heard', async () => {
  const { open, parentEvents, send, server, subject } = start();
  send({ type: 'ledger.settle' });
  expect(parentEvents).toEqual([{ type: 'ledger.settled' }]);
  open('s1', 0);
  send({ type: 'ledger.record', sessionId: 's1', seconds: 7, time: 7 });
  send({ type: 'ledger.end', sessionId: 's1', isSilent: false });
  expect([parentEvents, subject.getSnapshot().value]).toEqual([[{ type: 'ledger.settled' }], 'keeping']);
  send({ type: 'ledger.settle' });
  await vi.waitFor(() => expect(parentEvents).toHaveLength(2));
  expect([server.sum(), server.position()]).toEqual([7, 7]);
});

test('settling waits for the end of a session whose closing failed', async () => {
  const { clock, open, parentEvents, rest, send, server } = start();
  open('s1', 0);
  server.setWeather('cut before');
  send({ type: 'ledger.end', sessionId: 's1', isSilent: false });
  send({ type: 'ledger.settle' });
  await rest();
  expect([parentEvents, server.openSessions()]).toEqual([[], 1]);
  server.setWeather('fine');
  clock.advance(30_000);
  await vi.waitFor(() => expect(parentEvents).toEqual([{ type: 'ledger.settled' }]));
  expect(server.openSessions()).toBe(0);
});

/** A session of 20 seconds has ended, and waits long for its next try when the server can be reached again. */
async function startWithLongWait() {
  const ledger = start();
  const { clock, open, rest, send, server } = ledger;
  open('s1', 0);
  server.setWeather('cut before');
  send({ type: 'ledger.record', sessionId: 's1', seconds: 20, time: 20 });
  send({ type: 'ledger.end', sessionId: 's1', isSilent: false });
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

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hear' as const), seconds: fc.integer({ min: 1, max: 30 }) }) },
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
  fc.record({ do: fc.constant('reopen' as const), time: fc.option(fc.integer({ min: 0, max: 180 })) }),
  fc.record({ do: fc.constant('adopt' as const), time: fc.integer({ min: 0, max: 180 }) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rest' as const) }) },
);

test('over any history no second is lost and none counted twice, the last position holds, and the journal has at each moment what is owed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (history) => {
      const { clock, entries, open, owed, rest, send, server } = start();
      let count = 1;
      let heard = 0;
      let time = 0;
      const id = () => `s${count}`;
      open(id(), time);
      /** By another device, while no call of this one is on its way. */
      const goElsewhere = async (to: number) => {
        await rest();
        time = to;
        clock.advance(100);
        server.move(to);
      };
      const record = (seconds: number) => send({ type: 'ledger.record', sessionId: id(), seconds, time });
      for (const now of history) {
        if (now.do === 'hear') {
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
        else if (now.do === 'lose') send({ type: 'ledger.lose', sessionId: id() });
        else if (now.do === 'wait') clock.advance(now.ms);
        else if (now.do === 'rest') await rest();
        else if (now.do === 'adopt') {
          await goElsewhere(now.time);
          send({ type: 'ledger.adopt', sessionId: id(), time });
        } else {
          send({ type: 'ledger.end', sessionId: id(), isSilent: true });
          if (now.time !== null) await goElsewhere(now.time);
          count += 1;
          open(id(), time);
        }
        const { known, kept } = owed();
        expect(kept).toEqual(known);
      }
      server.setWeather('fine');
      await rest();
      send({ type: 'ledger.end', sessionId: id(), isSilent: true });
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
