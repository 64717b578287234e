import { and, assign, enqueueActions, raise, sendParent, sendTo, setup } from 'xstate';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { named } from '../app/system.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import { readPlayhead, type PlayheadRef } from '../player/playhead.actor.ts';
import type { LedgerReport } from './ledger.protocol.ts';
import type { ProgressCommand } from './progress.protocol.ts';
import { documentEnd } from './document-end.actor.ts';
import { sessionRecorder, type RecorderCommand } from './session-recorder.actor.ts';
import { FAILURES_TO_WARN, FIRST_SAVE_S, NEXT_SAVE_S, hasMoved, movedEnough } from './sync.logic.ts';

export interface SyncInput {
  readonly session: PlaybackSession;
  readonly media: MediaRef;
  readonly playhead: PlayheadRef;
  readonly isPlaying: boolean;
}

interface SyncContext extends SyncInput {
  /** Listened seconds at which the next save is due. */
  dueAt: number;
  failures: number;
  hasWarned: boolean;
  /** A save was requested while another one was under way. */
  isAskedAgain: boolean;
}

export type SyncEvent =
  | { type: 'sync.started' }
  | { type: 'sync.stopped' }
  /** Save now: the position was set, or something is about to end. */
  | { type: 'sync.save' }
  /** Another device set the position. */
  | { type: 'sync.adopt'; time: number }
  | { type: 'sync.finish' }
  /** The session was ended by somebody else. */
  | { type: 'sync.abandon' }
  | { type: 'sync.due' }
  | { type: 'document.left' }
  | LedgerReport;

export type SyncParentEvent =
  /** The server does not know the session any more. */
  | { type: 'sync.sessionLost' }
  /** Answer to `sync.abandon`. */
  | { type: 'sync.abandoned' };

/** Toast about saves that fail, one at a time. */
const WARNING_ID = 'progress-sync';
/** After a failure the next try, in ms, also when paused. */
const RETRY_MS = NEXT_SAVE_S * 1000;
/** What sounds goes into the ledger, and so into the journal, this often, in ms: a crash loses no more. */
const NOTE_MS = 5000;
/** A due time reached too early by the clock of the machine is looked at again after so long, in ms. */
const MIN_WAIT_MS = 250;

/**
 * Decides when the position of an open session is saved (SYN-001 to SYN-006): by listened time, on pause,
 * after a seek, when the page ends. Ends (`done`) when the session is closed.
 *
 * Invariants:
 * 1. Every listened second is counted in every state: the playhead counts, whatever this machine does, and the ledger
 *    forgets a second only when an answer confirmed it. A failed save loses nothing (pitfall 1).
 * 2. A save requested while one is under way is made after it.
 * 3. However it ends, the recorder leaves the ledger what is left (pitfall 2).
 */
export const syncMachine = setup({
  types: {
    input: {} as SyncInput,
    context: {} as SyncContext,
    events: {} as SyncEvent,
    children: {} as { recorder: 'recorder'; documentEnd: 'documentEnd' },
  },
  actors: { recorder: sessionRecorder, documentEnd },
  guards: {
    isPlaying: ({ context }) => context.isPlaying,
    isDue: ({ context }) => readPlayhead(context.playhead).listened >= context.dueAt,
    hasNews: ({ context }) => hasMoved(readPlayhead(context.playhead)),
    movedEnough: ({ context }) => movedEnough(readPlayhead(context.playhead)),
    isAskedAgain: ({ context }) => context.isAskedAgain,
    warnsNow: ({ context }) => context.failures + 1 >= FAILURES_TO_WARN,
  },
  delays: {
    untilDue: ({ context }) => {
      const left = (context.dueAt - readPlayhead(context.playhead).listened) * 1000;
      return Math.min(Math.max(left, MIN_WAIT_MS), NOTE_MS);
    },
    retryDelay: RETRY_MS,
  },
  actions: {
    command: sendTo('recorder', (_, params: RecorderCommand) => params),
    planNext: assign({
      dueAt: ({ context }) => readPlayhead(context.playhead).listened + NEXT_SAVE_S,
      isAskedAgain: false,
    }),
    askAgain: assign({ isAskedAgain: true }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    warn: sendTo(named('toasts'), (_, { error }: { error: AppError }): ToastsEvent => ({
      type: 'toasts.show',
      id: WARNING_ID,
      kind: 'error',
      message: { key: 'player.notSynced' },
      error,
      durationMs: null,
    })),
    rememberWarning: assign({ failures: 0, hasWarned: true }),
    withdrawWarning: enqueueActions(({ context, enqueue }) => {
      if (context.hasWarned) enqueue.sendTo(named('toasts'), { type: 'toasts.dismiss', id: WARNING_ID });
    }),
    forgetFailures: assign({ failures: 0, hasWarned: false }),
    recordProgress: sendTo(named('progress'), ({ context }, params: { time: number }): ProgressCommand => ({
      type: 'progress.recorded',
      media: context.media,
      currentTime: params.time,
      duration: context.session.duration,
    })),
    report: sendParent((_, params: SyncParentEvent) => params),
  },
}).createMachine({
  id: 'sync',
  context: ({ input }) => ({
    ...input,
    dueAt: readPlayhead(input.playhead).recorded + FIRST_SAVE_S,
    failures: 0,
    hasWarned: false,
    isAskedAgain: false,
  }),
  invoke: [
    { src: 'recorder', id: 'recorder', input: ({ context }) => context },
    { src: 'documentEnd', id: 'documentEnd' },
  ],
  initial: 'keeping',
  states: {
    keeping: {
      type: 'parallel',
      on: {
        'ledger.refused': { target: 'lost', actions: { type: 'report', params: { type: 'sync.sessionLost' } } },
        'sync.abandon': {
          target: 'lost',
          actions: [
            { type: 'command', params: { type: 'recorder.lose' } },
            { type: 'report', params: { type: 'sync.abandoned' } },
          ],
        },
        'sync.adopt': {
          actions: { type: 'command', params: ({ event }) => ({ type: 'recorder.adopt', time: event.time }) },
        },
        'sync.finish': 'finishing',
      },
      states: {
        pace: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'isPlaying', target: 'recording' }, { target: 'idle' }] },
            idle: { on: { 'sync.started': 'recording' } },
            recording: {
              after: {
                untilDue: [
                  {
                    guard: 'isDue',
                    target: 'recording',
                    reenter: true,
                    actions: ['planNext', raise({ type: 'sync.due' })],
                  },
                  {
                    target: 'recording',
                    reenter: true,
                    actions: { type: 'command', params: { type: 'recorder.note' } },
                  },
                ],
              },
              on: { 'sync.stopped': { target: 'idle', actions: raise({ type: 'sync.save' }) } },
            },
          },
        },
        delivery: {
          initial: 'deciding',
          states: {
            /** A session that replaces a lost one finds what that one could not save. */
            deciding: { always: [{ guard: 'hasNews', target: 'delivering' }, { target: 'resting' }] },
            resting: {
              on: {
                'sync.due': { guard: and(['hasNews', 'movedEnough']), target: 'delivering' },
                'sync.save': { guard: 'hasNews', target: 'delivering' },
                'document.left': { guard: 'hasNews', target: 'delivering' },
              },
            },
            delivering: {
              entry: [
                'planNext',
                {
                  type: 'command',
                  params: ({ event }) => ({ type: 'recorder.save', isLast: event.type === 'document.left' }),
                },
              ],
              on: {
                'sync.save': { actions: 'askAgain' },
                'document.left': { actions: { type: 'command', params: { type: 'recorder.save', isLast: true } } },
                'ledger.saved': [
                  {
                    guard: 'isAskedAgain',
                    target: 'delivering',
                    reenter: true,
                    actions: [
                      { type: 'recordProgress', params: ({ event }) => event },
                      'withdrawWarning',
                      'forgetFailures',
                    ],
                  },
                  {
                    target: 'resting',
                    actions: [
                      { type: 'recordProgress', params: ({ event }) => event },
                      'withdrawWarning',
                      'forgetFailures',
                    ],
                  },
                ],
                'ledger.failed': [
                  {
                    guard: 'warnsNow',
                    target: 'backingOff',
                    actions: [{ type: 'warn', params: ({ event }) => event }, 'rememberWarning'],
                  },
                  { target: 'backingOff', actions: 'countFailure' },
                ],
              },
            },
            backingOff: {
              after: { retryDelay: 'delivering' },
              on: { 'sync.due': 'delivering', 'sync.save': 'delivering', 'document.left': 'delivering' },
            },
          },
        },
      },
    },
    lost: {},
    finishing: {
      entry: { type: 'command', params: { type: 'recorder.finish' } },
      on: { 'ledger.left': 'finished' },
    },
    finished: { type: 'final' },
  },
});
