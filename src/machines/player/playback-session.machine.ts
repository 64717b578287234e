import { assign, enqueueActions, sendParent, sendTo, setup, stateIn } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { isInLedger, named } from '../app/system.ts';
import { serverCalls, type ServerCallEvent } from '../connectivity/server-calls.actor.ts';
import { isPassing, keepError } from '../kit/failure.logic.ts';
import { syncMachine, type SyncEvent, type SyncParentEvent } from '../progress/sync.machine.ts';
import { openSession, type OpenSession, type SessionRequest } from './open-session.actor.ts';
import { readPlayhead, unrecorded, type PlayheadRef } from './playhead.actor.ts';

export interface PlaybackSessionInput extends SessionRequest {
  readonly playhead: PlayheadRef;
}

interface PlaybackSessionContext extends PlaybackSessionInput {
  mediaPlayer: string;
  forceTranscode: boolean;
  opened: OpenSession | null;
  error: AppError | null;
  /** Tries in a row to get a new session for an item that plays. */
  tries: number;
  isPlaying: boolean;
}

export type PlaybackSessionEvent =
  | { type: 'playback.started' }
  | { type: 'playback.paused' }
  /** Save the position soon. */
  | { type: 'playback.save' }
  /**
   * This session is of no use any more: save and close it, then get another one, at the present position. Once forced,
   * the server transcodes whatever is opened after it. `mediaPlayer`: what makes the sound from now on.
   */
  | { type: 'playback.reopen'; forceTranscode?: boolean; mediaPlayer?: string }
  /** The server says that this session was ended. */
  | { type: 'playback.endedElsewhere' }
  /** Another device set the position. */
  | { type: 'playback.adopt'; time: number }
  /** The server was reached by another way: who waits for it need not wait any longer. */
  | { type: 'playback.retry' }
  | { type: 'playback.close' }
  | ServerCallEvent
  | SyncParentEvent;

export type PlaybackSessionParentEvent =
  | { type: 'playback.opened'; opened: OpenSession }
  /** Other addresses for the same item; what sounds may go on. */
  | { type: 'playback.reopened'; opened: OpenSession }
  | { type: 'playback.failed'; error: AppError }
  /** There is no session and the server does not give one: it is asked until it does. */
  | { type: 'playback.delayed' }
  /** Somebody else ended it: another tab or device of this user. */
  | { type: 'playback.takenOver' };

const FIRST_REOPEN_MS = 500;
const LONGEST_REOPEN_MS = 30_000;

/**
 * One item's session on the server: opened, kept, reopened when the server has lost it, closed. Its end
 * (`done`) means that everything is saved and closed, as far as the server can be reached.
 *
 * Invariants:
 * 1. Without a session id nothing is synced or closed (pitfall 32): the sync machine exists only in `live`.
 * 2. A lost session is replaced without stopping the sound, however long the server is gone, and without losing a
 *    second (pitfall 5): what was heard meanwhile goes into the ledger as heard in the lost one.
 * 3. A session that is given up here is finished before another one is opened, so that no second travels in
 *    both (server fact 17).
 */
export const playbackSessionMachine = setup({
  types: {
    input: {} as PlaybackSessionInput,
    context: {} as PlaybackSessionContext,
    events: {} as PlaybackSessionEvent,
    children: {} as {
      openSession: 'openSession';
      reopenSession: 'openSession';
      serverCalls: 'serverCalls';
      sync: 'sync';
    },
  },
  actors: { openSession, serverCalls, sync: syncMachine },
  guards: {
    isReplacing: stateIn({ live: 'replacing' }),
    wasUnreachable: ({ context }) => context.error?.kind === 'network' || context.error?.kind === 'timeout',
    isPassing: (_, params: { cause: unknown }) => isPassing(toAppError(params.cause)),
  },
  delays: { reopenDelay: ({ context }) => Math.min(FIRST_REOPEN_MS * 2 ** (context.tries - 1), LONGEST_REOPEN_MS) },
  actions: {
    rememberSession: assign((_, params: { opened: OpenSession }) => ({ opened: params.opened, error: null, tries: 0 })),
    rememberFailure: assign(keepError),
    rememberManner: assign(({ context }, params: { forceTranscode?: boolean; mediaPlayer?: string }) => ({
      forceTranscode: context.forceTranscode || (params.forceTranscode ?? false),
      mediaPlayer: params.mediaPlayer ?? context.mediaPlayer,
    })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    rememberPlaying: assign((_, params: { isPlaying: boolean }) => params),
    tellSync: sendTo('sync', (_, params: SyncEvent) => params),
    /** What was heard since the session was lost belongs to it, as long as the ledger holds it. */
    leaveLost: enqueueActions(({ context, enqueue, system }) => {
      const sessionId = context.opened?.session.id;
      if (sessionId === undefined || !isInLedger(system, sessionId)) return;
      const heard = unrecorded(readPlayhead(context.playhead));
      if (heard) {
        enqueue.sendTo(named('ledger'), { type: 'ledger.record', sessionId, seconds: heard.seconds, time: heard.time });
        enqueue.sendTo(context.playhead, { type: 'playhead.recorded', listened: heard.listened });
      }
      enqueue.sendTo(named('ledger'), { type: 'ledger.end', sessionId, isSilent: true });
    }),
    report: sendParent((_, params: PlaybackSessionParentEvent) => params),
  },
}).createMachine({
  id: 'playbackSession',
  context: ({ input }) => ({ ...input, opened: null, error: null, tries: 0, isPlaying: false }),
  initial: 'opening',
  on: {
    'playback.reopen': { actions: { type: 'rememberManner', params: ({ event }) => event } },
    'playback.started': { actions: { type: 'rememberPlaying', params: { isPlaying: true } } },
    'playback.paused': { actions: { type: 'rememberPlaying', params: { isPlaying: false } } },
  },
  states: {
    opening: {
      invoke: {
        src: 'openSession',
        id: 'openSession',
        input: ({ context }) => context,
        onDone: {
          target: 'live',
          actions: [
            { type: 'rememberSession', params: ({ event }) => ({ opened: event.output }) },
            { type: 'report', params: ({ event }) => ({ type: 'playback.opened', opened: event.output }) },
          ],
        },
        onError: {
          target: 'failed',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) },
        },
      },
      on: { 'playback.close': 'closed' },
    },
    live: {
      invoke: {
        src: 'sync',
        id: 'sync',
        input: ({ context }) => ({
          session: (context.opened as OpenSession).session,
          media: context.media,
          playhead: context.playhead,
          isPlaying: context.isPlaying,
        }),
        onDone: [{ guard: 'isReplacing', target: 'reopening' }, { target: 'closed' }],
      },
      initial: 'open',
      states: {
        open: {
          on: {
            'playback.started': {
              actions: [
                { type: 'rememberPlaying', params: { isPlaying: true } },
                { type: 'tellSync', params: { type: 'sync.started' } },
              ],
            },
            'playback.paused': {
              actions: [
                { type: 'rememberPlaying', params: { isPlaying: false } },
                { type: 'tellSync', params: { type: 'sync.stopped' } },
              ],
            },
            'playback.adopt': {
              actions: { type: 'tellSync', params: ({ event }) => ({ type: 'sync.adopt', time: event.time }) },
            },
            'playback.save': { actions: { type: 'tellSync', params: { type: 'sync.save' } } },
            'playback.reopen': {
              target: 'replacing',
              actions: [
                { type: 'rememberManner', params: ({ event }) => event },
                { type: 'tellSync', params: { type: 'sync.finish' } },
              ],
            },
            'playback.endedElsewhere': { actions: { type: 'tellSync', params: { type: 'sync.abandon' } } },
            'sync.abandoned': {
              target: '#playbackSession.suspended',
              actions: { type: 'report', params: { type: 'playback.takenOver' } },
            },
            'sync.sessionLost': '#playbackSession.reopening',
            'playback.close': { target: 'closing', actions: { type: 'tellSync', params: { type: 'sync.finish' } } },
          },
        },
        replacing: { on: { 'sync.sessionLost': '#playbackSession.reopening', 'playback.close': 'closing' } },
        closing: { on: { 'sync.sessionLost': '#playbackSession.closed' } },
      },
    },
    /** Ended by somebody else. Nothing to do until somebody presses play here. */
    suspended: {
      on: {
        'playback.started': { target: 'reopening', actions: { type: 'rememberPlaying', params: { isPlaying: true } } },
        'playback.reopen': {
          target: 'reopening',
          actions: { type: 'rememberManner', params: ({ event }) => event },
        },
        'playback.close': 'closed',
      },
    },
    reopening: {
      invoke: {
        src: 'openSession',
        id: 'reopenSession',
        input: ({ context }) => context,
        onDone: {
          target: 'live',
          actions: [
            'leaveLost',
            { type: 'rememberSession', params: ({ event }) => ({ opened: event.output }) },
            { type: 'report', params: ({ event }) => ({ type: 'playback.reopened', opened: event.output }) },
          ],
        },
        onError: [
          {
            guard: { type: 'isPassing', params: ({ event }) => ({ cause: event.error }) },
            target: 'waiting',
            actions: [
              { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) },
              'countTry',
              { type: 'report', params: { type: 'playback.delayed' } },
            ],
          },
          { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
        ],
      },
      on: { 'playback.close': 'closed' },
    },
    waiting: {
      invoke: { src: 'serverCalls', id: 'serverCalls' },
      after: { reopenDelay: 'reopening' },
      on: {
        'call.answered': { guard: 'wasUnreachable', target: 'reopening' },
        'playback.retry': 'reopening',
        'playback.close': 'closed',
      },
    },
    failed: {
      entry: {
        type: 'report',
        params: ({ context }) => ({ type: 'playback.failed', error: context.error ?? toAppError(null) }),
      },
      on: { 'playback.close': 'closed' },
    },
    closed: { type: 'final', entry: 'leaveLost' },
  },
});
