import { createActor } from 'xstate';
import {
  advance,
  EMPTY_LEDGER,
  owedSeconds,
  recordOf,
  type LedgerCall,
} from '../../src/machines/playback/progress/ledger.logic.ts';
import { ledgerMachine, type LedgerEvent } from '../../src/machines/playback/progress/ledger.machine.ts';
import { recorder } from '../support/host.ts';
import { BOOK, openedBook, USER_ID } from '../support/player-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { session } = openedBook({ id: 's1' });
const opened = { session, media: BOOK, device: 'here', time: 0, hasRow: true } as const;

/** The journal of a page that ended during a save. */
const start = advance(EMPTY_LEDGER, { type: 'ledger.open', ...opened }, { wall: 0, elapsed: 0, server: 0 }).ledger
  .entries;
const left = start['s1'] && recordOf({ ...start['s1'], heard: 5, time: 5, isClean: false }, 'another page');
const found: LedgerEvent = { type: 'journal.found', records: left ? [left] : [] };

const OPENED: LedgerEvent = { type: 'ledger.open', ...opened, replyTo: createActor(recorder) };
const SAVE: LedgerEvent = { type: 'ledger.save', sessionId: 's1', isLast: false };
const LAST_SAVE: LedgerEvent = { type: 'ledger.save', sessionId: 's1', isLast: true };
const SETTLE: LedgerEvent = { type: 'ledger.settle' };
const SLOWED: LedgerEvent = { type: 'ledger.slowed' };
const FAILED: LedgerEvent = { type: 'call.failed' };
const NOTED: LedgerEvent = { type: 'ledger.note', sessionId: 's1', seconds: 5, time: 5 };
const ADOPTED = { type: 'ledger.adopt', sessionId: 's1', time: 9 } as const;

type Answered = Extract<LedgerEvent, { type: 'uploader.answered' }>;
const answerTo = (call: LedgerCall, answer: Answered['answer'], error: Answered['error'] = null): Answered => ({
  type: 'uploader.answered',
  sessionId: 's1',
  call,
  answer,
  error,
  elsewhere: null,
});
const wellDone = (call: LedgerCall): Answered['answer'] => {
  if (call.kind === 'read') return { kind: 'read', timeListening: 0 };
  return call.kind === 'store' ? { kind: 'stored', isNewest: true } : { kind: 'done' };
};

/** Seconds that a call adds to the session. */
const carriedBy = (call: LedgerCall): number =>
  call.kind === 'sync' ? call.listened : call.kind === 'close' ? (call.last?.listened ?? 0) : 0;

export const ledgerModel = defineModel({
  name: 'ledger',
  machine: ledgerMachine,
  starts: [{ input: { userId: USER_ID } }],
  events: [
    ({ context }) => (context.isReached && !context.entries['s1'] ? OPENED : null),
    ({ context }) => (context.entries['s1']?.heard ? null : NOTED),
    ({ context }) => (context.entries['s1']?.isEnding ? null : SAVE),
    ({ context }) => (context.entries['s1']?.isEnding ? null : LAST_SAVE),
    ({ context }) => (context.entries['s1']?.isHeld && context.entries['s1'].heard === 0 ? ADOPTED : null),
    { type: 'ledger.abandon', sessionId: 's1' },
    { type: 'ledger.suspend', sessionId: 's1' },
    { type: 'ledger.end', sessionId: 's1' },
    { type: 'ledger.retry', sessionId: 's1' },
    ({ context }) => (context.entries['s1']?.heard ? SLOWED : null),
    ({ context }) => (context.entries['s1']?.isHeld ? null : SETTLE),
    ({ context }) => (context.entries['s1'] ? null : FAILED),
    { type: 'call.answered' },
    { type: 'journal.listed', records: left ? [left] : [] },
    ({ context }) => (context.entries['s1'] || !context.isReached ? null : found),
    ({ context }) => context.entries['s1']?.calls.map((call) => answerTo(call, wellDone(call)))[0] ?? null,
    ({ context }) =>
      context.entries['s1']?.calls.map((call) => answerTo(call, { kind: 'unclear' }, { kind: 'network' }))[0] ?? null,
    ({ context }) =>
      context.entries['s1']?.calls.map((call) =>
        answerTo(call, { kind: 'unknown' }, { kind: 'notFound', message: '' }),
      )[0] ?? null,
  ],
  project: ({ context }) => [
    context.isReached,
    context.isSlow,
    ...Object.values(context.entries).map((entry) => [
      entry.closing,
      entry.isHeld,
      entry.isEnding,
      entry.isClean,
      entry.isStored,
      entry.isResting,
      JSON.stringify(entry.calls),
      entry.heard,
      entry.confirmed,
      entry.time,
      entry.savedTime,
      entry.isVerified,
      entry.isDue,
    ]),
  ],
  stopWhen: ({ context }) =>
    context.isSlow ||
    Object.values(context.entries).some(
      ({ failures, calls, savedTime }) =>
        savedTime === ADOPTED.time || calls.length > 1 || (failures > 0 && calls.length > 0),
    ),
  invariants: {
    'a second is owed, on its way or confirmed': ({ context }) =>
      Object.values(context.entries).every((entry) => {
        const sent = entry.calls.reduce((sum, call) => sum + carriedBy(call), 0);
        return owedSeconds(entry) + sent + entry.confirmed >= entry.heard - 0.001 || !entry.isClean;
      }),
    'nothing is added to a session after an unclear answer': ({ context }, { happened }) =>
      // Pending calls stay so.
      happened.some((event) => event.type === 'ledger.abandon' || event === LAST_SAVE) ||
      Object.values(context.entries).every(({ isClean, calls }) => isClean || calls.every((call) => !carriedBy(call))),
    'a save is slow only while its answer is waited for': ({ context }) =>
      !context.isSlow || Object.values(context.entries).some(({ calls }) => calls.length > 0),
    'it waits for the server only while something is owed': (state) =>
      !state.matches('settling') || Object.keys(state.context.entries).length > 0,
  },
});
