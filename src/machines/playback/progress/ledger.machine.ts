import { assign, enqueueActions, not, sendParent, setup, type ActorRefFrom, type AnyActorRef } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { JournalRecord } from '../../../schemas/journal.ts';
import { momentOf } from '../../kit/ports.ts';
import { findNamed, getProgress, named, type SystemRef } from '../../kit/system.ts';
import { serverCalls, SLOW_SAVE_MS, type ServerCallEvent } from '../../account/connectivity/connectivity.machine.ts';
import { isSameMedia } from '../../kit/media.logic.ts';
import { conflictAsker, type ConflictCommand } from './conflict-asker.actor.ts';
import { conflictOf } from './conflict.logic.ts';
import { journalKeeper, type JournalCommand, type JournalReport } from './journal.actor.ts';
import {
  advance,
  EMPTY_LEDGER,
  entryOf,
  isOpen,
  isSettled,
  retryDelay,
  unsavedPosition,
  type Ledger,
  type LedgerEntry,
  type LedgerFact,
} from './ledger.logic.ts';
import type { LedgerCommand, LedgerParentEvent, LedgerReport } from './ledger.protocol.ts';
import { progressUploader, type UploaderCommand, type UploaderReport } from './progress-uploader.actor.ts';

export type LedgerEvent =
  | LedgerCommand
  | UploaderReport
  | JournalReport
  | ServerCallEvent
  | Extract<LedgerFact, { type: 'ledger.retry' }>
  | { type: 'ledger.slowed' };

type Entries = Ledger['entries'];
type JournalFound = Extract<JournalReport, { type: 'journal.found' }>;

interface LedgerContext extends Ledger {
  readonly userId: string;
  entries: Entries;
  seen: readonly LedgerEntry[];
  openers: Readonly<Record<string, AnyActorRef>>;
  isReached: boolean;
  refusal: AppError | null;
  isSlow: boolean;
}

const advanceBy = { type: 'advance', params: ({ event }: { event: LedgerFact }) => event } as const;
const RETRY_ALL = { type: 'advance', params: { type: 'ledger.retry', sessionId: null } } as const;

/**
 * Runs ledger.logic.ts: makes its calls, keeps its journal, and reports to the player.
 * Lives as long as the account is signed in.
 */
export const ledgerMachine = setup({
  types: {
    input: {} as { readonly userId: string },
    context: {} as LedgerContext,
    events: {} as LedgerEvent,
    children: {} as { uploader: 'uploader'; journal: 'journal'; conflicts: 'conflicts'; serverCalls: 'serverCalls' },
  },
  actors: { uploader: progressUploader, journal: journalKeeper, conflicts: conflictAsker, serverCalls },
  guards: {
    isSettled: ({ context }) => Object.values(context.entries).every(isSettled),
    isKnown: ({ context }, params: { sessionId: string }) => context.entries[params.sessionId] !== undefined,
    isReached: ({ context }) => context.isReached,
  },
  actions: {
    /** The only way to change entries: the journal first, then calls, retries and reports. */
    advance: enqueueActions(({ context, enqueue, system }, fact: LedgerFact) => {
      const { ledger, calls } = advance(context, fact, momentOf(system));
      const { entries } = ledger;
      enqueue.assign({ entries });
      enqueue.sendTo('journal', { type: 'journal.keep', entries } satisfies JournalCommand);
      for (const { sessionId, call, isLast } of calls) {
        const entry = entries[sessionId];
        if (entry) enqueue.sendTo('uploader', { type: 'uploader.call', entry, call, isLast } satisfies UploaderCommand);
      }
      const [wasBusy, isBusy] = [hasCalls(context.entries), hasCalls(entries)];
      if (isBusy && !wasBusy) enqueue.raise({ type: 'ledger.slowed' }, { id: 'slow', delay: SLOW_SAVE_MS });
      if (wasBusy && !isBusy) {
        enqueue.cancel('slow');
        enqueue.assign({ isSlow: false });
      }
      for (const entry of Object.values(entries)) {
        if (!entry.isResting || context.entries[entry.sessionId]?.isResting) continue;
        const { sessionId } = entry;
        enqueue.raise({ type: 'ledger.retry', sessionId }, { id: `retry ${sessionId}`, delay: retryDelay(entry) });
      }
      for (const [sessionId, opener] of Object.entries(context.openers)) {
        const left = leftOf(context.entries[sessionId], entries[sessionId]);
        if (!left) continue;
        // A recorder stopped by force waits for no report.
        if (isActive(opener)) enqueue.sendTo(opener, left);
        enqueue.assign({ openers: ({ context: { openers } }) => without(openers, sessionId) });
      }
    }),
    keepOpener: assign(({ context }, { sessionId, replyTo }: { sessionId: string; replyTo: AnyActorRef }) => ({
      openers: { ...context.openers, [sessionId]: replyTo },
    })),
    forgetOpener: assign(({ context }, { sessionId }: { sessionId: string }) => ({
      openers: without(context.openers, sessionId),
    })),
    rememberRefusal: assign(({ context }, { answer, error }: UploaderReport) => ({
      refusal: answer.kind === 'refused' ? error : answer.kind === 'unclear' ? context.refusal : null,
    })),
    /** After an answer, and of a save for a session that takes no more time. */
    reportSave: enqueueActions(({ context, enqueue }, { type, sessionId, error = null }: SaveEnd) => {
      const [entry, opener] = [context.entries[sessionId], context.openers[sessionId]];
      if (!entry || entry.isEnding || !isActive(opener)) return;
      if (type === 'ledger.save' && (isOpen(entry) || isWaiting(entry))) return;
      enqueue.sendTo(opener, saveReport(entry, error));
    }),
    keepSeen: assign((_, { records }: { records: readonly JournalRecord[] }) => ({ seen: records.map(entryOf) })),
    /** Continues where the closed page was, unless it plays the same media. */
    followFound: enqueueActions(({ context, enqueue, system }, { records }: JournalFound) => {
      if (!findNamed(system, 'progress') || !findNamed(system, 'player')) return;
      const now = momentOf(system);
      const entries = [...Object.values(context.entries), ...records.map(entryOf)];
      for (const { media, session } of records) {
        const time = unsavedPosition(entries, media, getProgress(system, media), now);
        const isHeld = entries.some((entry) => entry.isHeld && isSameMedia(entry.media, media));
        if (time === null || isHeld) continue;
        const { libraryId, duration } = session;
        const heard = { libraryId, currentTime: time, duration, hasEnded: false };
        enqueue.sendTo(named('progress'), { type: 'progress.recorded', media, ...heard });
        enqueue.sendTo(named('player'), { type: 'player.followProgress', media, time });
      }
    }),
    askAbout: enqueueActions(({ context, enqueue, system }, event: UploaderReport | JournalFound) => {
      const found = event.type === 'journal.found' ? event.records : [event];
      for (const { sessionId, ...report } of found) {
        const entry = context.entries[sessionId];
        const progress = 'elsewhere' in report ? report.elsewhere : getProgress(system, report.media);
        const conflict = entry && conflictOf(entry, progress, momentOf(system));
        if (conflict) enqueue.sendTo('conflicts', { type: 'conflict.found', conflict } satisfies ConflictCommand);
      }
    }),
    rememberReach: assign((_, params: { isReached: boolean }) => params),
    reportSettled: sendParent({ type: 'ledger.settled' } satisfies LedgerParentEvent),
  },
}).createMachine({
  id: 'ledger',
  context: ({ input: { userId } }) => ({
    ...EMPTY_LEDGER,
    userId,
    seen: [],
    openers: {},
    isReached: true,
    refusal: null,
    isSlow: false,
  }),
  invoke: [
    { src: 'uploader', id: 'uploader', input: ({ context }) => context },
    { src: 'journal', id: 'journal', input: ({ context }) => context },
    { src: 'conflicts', id: 'conflicts' },
    { src: 'serverCalls', id: 'serverCalls' },
  ],
  on: {
    'ledger.open': {
      actions: [
        advanceBy,
        { type: 'keepOpener', params: ({ event }) => ({ sessionId: event.session.id, replyTo: event.replyTo }) },
      ],
    },
    'ledger.save': { actions: [advanceBy, by('reportSave')] },
    'ledger.abandon': { actions: [by('forgetOpener'), advanceBy] },
    'ledger.note': { actions: advanceBy },
    'ledger.adopt': { actions: advanceBy },
    'ledger.suspend': { actions: advanceBy },
    'ledger.end': { actions: advanceBy },
    'ledger.retry': { actions: advanceBy },
    'ledger.slowed': { actions: assign(({ context }) => ({ isSlow: hasCalls(context.entries) })) },
    'call.failed': { actions: { type: 'rememberReach', params: { isReached: false } } },
    'call.answered': {
      guard: not('isReached'),
      actions: [{ type: 'rememberReach', params: { isReached: true } }, RETRY_ALL],
    },
    'journal.listed': { actions: by('keepSeen') },
    'journal.found': { actions: [by('followFound'), advanceBy, by('askAbout')] },
    'uploader.answered': {
      guard: by('isKnown'),
      actions: [by('askAbout'), advanceBy, by('rememberRefusal'), by('reportSave')],
    },
  },
  initial: 'keeping',
  states: {
    keeping: {
      on: {
        'ledger.settle': { target: 'settling', actions: RETRY_ALL },
      },
    },
    settling: { always: { guard: 'isSettled', target: 'keeping', actions: 'reportSettled' } },
  },
});

interface SaveEnd {
  readonly type: 'ledger.save' | UploaderReport['type'];
  readonly sessionId: string;
  readonly error?: UploaderReport['error'];
}

function saveReport(entry: LedgerEntry, error: UploaderReport['error']): LedgerReport {
  if (!isOpen(entry)) return { type: 'ledger.lost', error: error ?? { kind: 'unexpected', message: '' } };
  return error ? { type: 'ledger.failed', error } : { type: 'ledger.saved', time: entry.savedTime };
}

const hasCalls = (entries: Entries): boolean => Object.values(entries).some(({ calls }) => calls.length > 0);

function isActive(opener: AnyActorRef | undefined): opener is AnyActorRef {
  return (opener?.getSnapshot() as { status: string } | undefined)?.status === 'active';
}

function isWaiting({ calls, isDue }: LedgerEntry): boolean {
  return calls.length > 0 || isDue;
}

/** The player may open another session: this one is closed, or closing has to wait. */
function leftOf(before: LedgerEntry | undefined, after: LedgerEntry | undefined): LedgerReport | null {
  if (after && (after.isHeld || (after.closing === 'open' && !after.isResting))) return null;
  const known = after ?? before;
  return known ? { type: 'ledger.left', savedTime: known.savedTime } : null;
}

function without<T>(all: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...others } = all;
  return others;
}

export type LedgerRef = SystemRef<'ledger', ActorRefFrom<typeof ledgerMachine>>;
