import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import { getPorts } from '../app/ports.ts';
import { findNamed, getProgress, named } from '../app/system.ts';
import { isSameMedia } from '../player/player.protocol.ts';
import { journalKeeper, type JournalCommand, type JournalReport } from './journal.actor.ts';
import {
  answered,
  called,
  nextCall,
  retryDelay,
  saveCall,
  type LedgerAnswer,
  type LedgerCall,
} from './ledger-calls.logic.ts';
import {
  adopted,
  allAtTheirPlaces,
  atOnePlace,
  ended,
  endedElsewhere,
  heardMore,
  isOver,
  isSettled,
  openEntry,
  stillThere,
  unsavedPosition,
  type EntryStart,
  type LedgerEntry,
} from './ledger-entry.logic.ts';
import type { EntryOpener, LedgerCommand, LedgerParentEvent, LedgerReport } from './ledger.protocol.ts';
import { conflictAsker, type ConflictCommand } from './conflict-asker.actor.ts';
import { conflictOf } from './conflict.logic.ts';
import { progressUploader, type UploaderCommand, type UploaderReport } from './progress-uploader.actor.ts';

export type LedgerEvent = LedgerCommand | UploaderReport | JournalReport | { type: 'ledger.retry'; sessionId: string };

type Entries = Readonly<Record<string, LedgerEntry>>;

interface LedgerContext {
  readonly userId: string;
  entries: Entries;
  listeners: Readonly<Record<string, EntryOpener>>;
}

/**
 * The seconds that were heard and what of them the server has, by playback session. Lives as long as the account is
 * signed in, above the page and the player, so that no failure of theirs loses a second; its journal outlives all of
 * them.
 *
 * Invariants:
 * 1. Nothing but an answer of the server settles an entry; after an unclear one its sum is read before more is sent.
 * 2. What is saved is the newest position that was heard of a media, whichever entry's call it travels with.
 * 3. An entry goes when everything is settled and its session is closed; until then it is tried again, at growing
 *    distances, for ever.
 * 4. What changes is in the journal before it is in a call.
 */
export const ledgerMachine = setup({
  types: {
    input: {} as { readonly userId: string },
    context: {} as LedgerContext,
    events: {} as LedgerEvent,
    children: {} as { uploader: 'uploader'; journal: 'journal'; conflicts: 'conflicts' },
  },
  actors: { uploader: progressUploader, journal: journalKeeper, conflicts: conflictAsker },
  guards: {
    isSettled: ({ context }) =>
      Object.values(context.entries).every((entry) => entry.stage !== 'ending' && isSettled(entry)),
    isKnown: ({ context }, params: { sessionId: string }) => context.entries[params.sessionId] !== undefined,
  },
  actions: {
    open: assign(({ context, system }, { replyTo, ...start }: EntryStart & { replyTo: EntryOpener }) => ({
      entries: atOnePlace(
        { ...context.entries, [start.session.id]: openEntry(start, getPorts(system).clock) },
        start.session.id,
      ),
      listeners: { ...context.listeners, [start.session.id]: replyTo },
    })),
    record: assign(
      ({ context, system }, { sessionId, seconds, time }: { sessionId: string; seconds: number; time: number }) => ({
        entries: atOnePlace(
          changed(context.entries, sessionId, (entry) => heardMore(entry, seconds, time, getPorts(system).clock)),
          sessionId,
        ),
      }),
    ),
    adopt: assign(({ context }, { sessionId, time }: { sessionId: string; time: number }) => ({
      entries: atOnePlace(
        changed(context.entries, sessionId, (entry) => adopted(entry, time)),
        sessionId,
      ),
    })),
    lose: assign(({ context }, { sessionId }: { sessionId: string }) => ({
      entries: changed(context.entries, sessionId, endedElsewhere),
      listeners: without(context.listeners, sessionId),
    })),
    end: assign(({ context }, { sessionId, isSilent }: { sessionId: string; isSilent: boolean }) => ({
      entries: changed(context.entries, sessionId, ended),
      listeners: isSilent ? without(context.listeners, sessionId) : context.listeners,
    })),
    /** The server can be reached, or has to be: nobody waits any longer. */
    wakeAll: assign(({ context }) => ({
      entries: Object.fromEntries(
        Object.entries(context.entries).map(([id, entry]) => [id, { ...entry, isResting: false }]),
      ),
    })),
    wake: assign(({ context }, { sessionId }: { sessionId: string }) => ({
      entries: changed(context.entries, sessionId, (entry) => ({ ...entry, isResting: false })),
    })),
    save: enqueueActions(({ context, enqueue }, { sessionId, isLast }: { sessionId: string; isLast: boolean }) => {
      const entry = context.entries[sessionId];
      if (!entry) return;
      const call = saveCall(entry, isLast);
      if (call) {
        enqueue.sendTo('uploader', { type: 'uploader.call', entry, call, isLast } satisfies UploaderCommand);
        enqueue.assign({ entries: { ...context.entries, [sessionId]: called(entry, call) } });
      } else if (entry.calls === 0) {
        const listener = context.listeners[sessionId];
        if (listener) enqueue.sendTo(listener, { type: 'ledger.saved', time: entry.time } satisfies LedgerReport);
      }
    }),
    keep: sendTo('journal', ({ context }): JournalCommand => ({ type: 'journal.keep', entries: context.entries })),
    takeFound: assign(({ context }, { entries: found }: { entries: readonly LedgerEntry[] }) => ({
      entries: allAtTheirPlaces({
        ...Object.fromEntries(found.map((entry) => [entry.sessionId, entry])),
        ...context.entries,
      }),
    })),
    /** Where a page that is no more was, this one is from now on, unless it listens to the same already. */
    tellFound: enqueueActions(
      ({ context, enqueue, system }, { entries: found }: { entries: readonly LedgerEntry[] }) => {
        if (!findNamed(system, 'progress') || !findNamed(system, 'player')) return;
        const entries = Object.values(context.entries);
        for (const entry of found) {
          const { media, session } = entry;
          const progress = getProgress(system, media);
          const conflict = conflictOf(entry, progress);
          if (conflict) enqueue.sendTo('conflicts', { type: 'conflict.found', conflict } satisfies ConflictCommand);
          const time = unsavedPosition(entries, media, progress?.lastUpdate ?? 0);
          const isOpen = entries.some((other) => other.isHeld && isSameMedia(other.media, media));
          if (time === null || isOpen) continue;
          const { duration } = session;
          enqueue.sendTo(named('progress'), { type: 'progress.recorded', media, currentTime: time, duration });
          enqueue.sendTo(named('player'), { type: 'player.followProgress', media, time });
        }
      },
    ),
    /** Makes the calls that are due, and forgets what is over, in the journal too. */
    proceed: enqueueActions(({ context, enqueue }) => {
      const entries = new Map(Object.entries(context.entries));
      const { size } = entries;
      for (const [id, entry] of entries) {
        const call = nextCall(entry);
        if (isOver(entry)) entries.delete(id);
        else if (call) {
          const isLast = false;
          enqueue.sendTo('uploader', { type: 'uploader.call', entry, call, isLast } satisfies UploaderCommand);
          entries.set(id, called(entry, call));
        }
      }
      const listeners = Object.entries(context.listeners).filter(([id]) => entries.has(id));
      const left = Object.fromEntries(entries);
      enqueue.assign({ entries: left, listeners: Object.fromEntries(listeners) });
      if (entries.size < size)
        enqueue.sendTo('journal', { type: 'journal.keep', entries: left } satisfies JournalCommand);
    }),
    takeAnswer: enqueueActions(({ context, enqueue, system }, { sessionId, call, answer, error }: UploaderReport) => {
      const before = context.entries[sessionId];
      if (!before) return;
      const after = answered(stillThere(before, getPorts(system).clock), call, answer);
      const report = reportOf(before, after, call, answer, error);
      enqueue.assign({ entries: { ...context.entries, [sessionId]: after } });
      // Enqueued before the answer to the player, which may ask for the next save at once.
      if (after.isResting) {
        enqueue.raise({ type: 'ledger.retry', sessionId }, { id: `retry ${sessionId}`, delay: retryDelay(after) });
      }
      const listener = context.listeners[sessionId];
      if (report && listener) enqueue.sendTo(listener, report);
      // From here on the listener has nothing to hear, and may be gone.
      if (report?.type === 'ledger.refused' || report?.type === 'ledger.left') {
        enqueue.assign({ listeners: without(context.listeners, sessionId) });
      }
      if (!report && after.stage === 'open') enqueue.raise({ type: 'ledger.save', sessionId, isLast: false });
    }),
    tellSettled: sendParent({ type: 'ledger.settled' } satisfies LedgerParentEvent),
  },
}).createMachine({
  id: 'ledger',
  context: ({ input }) => ({ userId: input.userId, entries: {}, listeners: {} }),
  invoke: [
    { src: 'uploader', id: 'uploader' },
    { src: 'journal', id: 'journal', input: ({ context }) => context },
    { src: 'conflicts', id: 'conflicts' },
  ],
  on: {
    'ledger.open': { actions: [{ type: 'open', params: ({ event }) => event }, 'wakeAll', 'keep', 'proceed'] },
    'ledger.record': { actions: [{ type: 'record', params: ({ event }) => event }, 'keep', 'proceed'] },
    'ledger.save': { actions: { type: 'save', params: ({ event }) => event } },
    'ledger.adopt': { actions: [{ type: 'adopt', params: ({ event }) => event }, 'keep'] },
    'ledger.lose': { actions: [{ type: 'lose', params: ({ event }) => event }, 'keep', 'proceed'] },
    'ledger.end': { actions: [{ type: 'end', params: ({ event }) => event }, 'keep', 'proceed'] },
    'ledger.retry': { actions: [{ type: 'wake', params: ({ event }) => event }, 'proceed'] },
    'journal.found': {
      actions: [
        { type: 'takeFound', params: ({ event }) => event },
        { type: 'tellFound', params: ({ event }) => event },
        'proceed',
        'keep',
      ],
    },
    'uploader.answered': {
      guard: { type: 'isKnown', params: ({ event }) => event },
      actions: [{ type: 'takeAnswer', params: ({ event }) => event }, 'proceed', 'keep'],
    },
  },
  initial: 'keeping',
  states: {
    keeping: { on: { 'ledger.settle': { target: 'settling', actions: ['wakeAll', 'proceed'] } } },
    settling: { always: { guard: 'isSettled', target: 'keeping', actions: 'tellSettled' } },
  },
});

function without<T>(all: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...others } = all;
  return others;
}

function changed(entries: Entries, sessionId: string, change: (entry: LedgerEntry) => LedgerEntry): Entries {
  const entry = entries[sessionId];
  return entry ? { ...entries, [sessionId]: change(entry) } : entries;
}

/** What the player hears after an answer; null while the ledger goes on by itself. */
function reportOf(
  before: LedgerEntry,
  after: LedgerEntry,
  call: LedgerCall,
  answer: LedgerAnswer,
  error: AppError | null,
): LedgerReport | null {
  if (before.stage === 'open') {
    if (answer.kind === 'unknown') return { type: 'ledger.refused' };
    if (answer.kind === 'told') return null;
    if (answer.kind === 'done') return { type: 'ledger.saved', time: call.kind === 'sync' ? call.time : after.time };
    return { type: 'ledger.failed', error: error ?? { kind: 'unexpected', message: '' } };
  }
  return after.stage === 'lost' || after.isResting ? { type: 'ledger.left', savedTime: after.savedTime } : null;
}

export type LedgerRef = ActorRefFrom<typeof ledgerMachine>;
