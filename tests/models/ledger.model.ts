import { createActor } from 'xstate';
import {
  advance,
  EMPTY_LEDGER,
  owedSeconds,
  recordOf,
  type LedgerCall,
} from '../../src/machines/progress/ledger.logic.ts';
import { ledgerMachine, type LedgerEvent } from '../../src/machines/progress/ledger.machine.ts';
import { recorder } from '../support/host.ts';
import { BOOK, openedBook, USER_ID } from '../support/player-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { session } = openedBook({ id: 's1' });
const opened = { session, media: BOOK, device: 'here', time: 0, hasRow: true } as const;

/** What a page that ended while a save was under way left in the journal. */
const start = advance(EMPTY_LEDGER, { type: 'opened', ...opened }, { wall: 0, elapsed: 0, server: 0 }).ledger.entries;
const left = start['s1'] && recordOf({ ...start['s1'], heard: 5, time: 5, isClean: false }, 'another page');
const found: LedgerEvent = { type: 'journal.found', records: left ? [left] : [] };

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

export const ledgerModel = defineModel({
  name: 'ledger',
  machine: ledgerMachine,
  starts: [{ input: { userId: USER_ID } }],
  events: [
    { type: 'ledger.open', ...opened, replyTo: createActor(recorder) },
    { type: 'ledger.note', sessionId: 's1', seconds: 5, time: 5 },
    { type: 'ledger.save', sessionId: 's1', isLast: false },
    { type: 'ledger.save', sessionId: 's1', isLast: true },
    { type: 'ledger.adopt', sessionId: 's1', time: 9 },
    { type: 'ledger.abandon', sessionId: 's1' },
    { type: 'ledger.suspend', sessionId: 's1' },
    { type: 'ledger.end', sessionId: 's1' },
    { type: 'ledger.retry', sessionId: 's1' },
    { type: 'ledger.settle' },
    { type: 'call.failed' },
    { type: 'call.answered' },
    { type: 'journal.listed', records: left ? [left] : [] },
    ({ context }) => (context.entries['s1'] ? null : found),
    ({ context }) => context.entries['s1']?.calls.map((call) => answerTo(call, wellDone(call)))[0] ?? null,
    ({ context }) =>
      context.entries['s1']?.calls.map((call) => answerTo(call, { kind: 'unclear' }, { kind: 'network' }))[0] ?? null,
    ({ context }) =>
      context.entries['s1']?.calls.map((call) =>
        answerTo(call, { kind: 'unknown' }, { kind: 'notFound', message: '' }),
      )[0] ?? null,
  ],
  project: ({ context }) =>
    Object.values(context.entries).map((entry) => [
      entry.closing,
      entry.isHeld,
      entry.isEnding,
      entry.isClean,
      entry.isStored,
      entry.isResting,
      entry.calls.map(({ kind }) => kind),
      entry.heard,
      entry.confirmed,
      entry.time === entry.savedTime,
    ]),
  stopWhen: ({ context }) => Object.values(context.entries).some(({ heard, failures }) => heard > 5 || failures > 1),
  invariants: {
    'a second is owed, on its way or confirmed': ({ context }) =>
      Object.values(context.entries).every((entry) => {
        const sent = entry.calls.reduce((sum, call) => sum + (call.kind === 'sync' ? call.listened : 0), 0);
        return owedSeconds(entry) + sent + entry.confirmed >= entry.heard - 0.001 || !entry.isClean;
      }),
    'nothing is added to a session after an unclear answer': ({ context }) =>
      Object.values(context.entries).every(
        ({ isClean, calls }) => isClean || calls.every((call) => call.kind !== 'sync'),
      ),
    'it waits for the server only while something is owed': (state) =>
      !state.matches('settling') || Object.keys(state.context.entries).length > 0,
  },
});
