import { createActor } from 'xstate';
import { recordOf, recovered } from '../../src/machines/progress/journal.logic.ts';
import { openEntry, owedSeconds, type LedgerEntry } from '../../src/machines/progress/ledger-entry.logic.ts';
import { ledgerMachine, type LedgerEvent } from '../../src/machines/progress/ledger.machine.ts';
import { createFakeClock } from '../support/fakes/clock.ts';
import { recorder } from '../support/host.ts';
import { BOOK, openedBook, USER_ID } from '../support/player-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { session } = openedBook({ id: 's1' });
const sync = { kind: 'sync', timeListened: 5, time: 5 } as const;
const confirmed: LedgerEvent = {
  type: 'uploader.answered',
  sessionId: 's1',
  error: null,
  call: sync,
  answer: { kind: 'done' },
};
const closed: LedgerEvent = { ...confirmed, call: { kind: 'close' } };
const unclear: LedgerEvent = { ...confirmed, answer: { kind: 'unclear' } };

/** What a page that ended while a save was under way left in the journal. */
const start = openEntry({ session, media: BOOK, time: 0, savedTime: 0 }, createFakeClock());
const left = recordOf({ ...start, heard: 5, time: 5 }, 'another page');
const found: LedgerEvent = { type: 'journal.found', entries: left ? [recovered(left)] : [] };

/** The only call under way is the one that closes. */
const isClosing = (entry: LedgerEntry | undefined) =>
  entry?.calls === 1 && entry.stage === 'ending' && entry.sent === 0 && !entry.isDoubtful;

export const ledgerModel = defineModel({
  name: 'ledger',
  machine: ledgerMachine,
  starts: [{ input: { userId: USER_ID } }],
  events: [
    { type: 'ledger.open', session, media: BOOK, time: 0, savedTime: 0, replyTo: createActor(recorder) },
    { type: 'ledger.record', sessionId: 's1', seconds: 5, time: 5 },
    { type: 'ledger.save', sessionId: 's1', isLast: false },
    { type: 'ledger.adopt', sessionId: 's1', time: 9 },
    { type: 'ledger.lose', sessionId: 's1' },
    { type: 'ledger.end', sessionId: 's1', isSilent: false },
    { type: 'ledger.retry', sessionId: 's1' },
    { type: 'ledger.settle' },
    ({ context }) => (context.entries['s1'] ? null : found),
    ({ context }) => (context.entries['s1']?.sent === 5 ? confirmed : null),
    ({ context }) => (context.entries['s1']?.sent === 5 ? unclear : null),
    ({ context }) => (isClosing(context.entries['s1']) ? closed : null),
  ],
  project: ({ context }) =>
    Object.values(context.entries).map((entry) => [
      entry.stage,
      entry.isHeld,
      entry.calls,
      entry.heard,
      entry.confirmed,
      entry.time,
      entry.savedTime,
      entry.sent,
      entry.isDoubtful,
      entry.isResting,
    ]),
  stopWhen: ({ context }) => Object.values(context.entries).some(({ heard, failures }) => heard > 5 || failures > 1),
  invariants: {
    'a second is owed, on its way or confirmed': ({ context }) =>
      Object.values(context.entries).every(
        (entry) => Math.abs(owedSeconds(entry) + entry.sent + entry.confirmed - entry.heard) < 0.001,
      ),
    'what nobody uses any more is being ended': ({ context }) =>
      Object.entries(context.entries).every(
        ([id, { stage }]) => stage !== 'open' || context.listeners[id] !== undefined,
      ),
    'it waits for the server only while something is owed': (state) =>
      !state.matches('settling') ||
      Object.values(state.context.entries).some(({ calls, stage }) => calls > 0 || stage !== 'lost'),
  },
});
