import { assign, sendParent, sendTo, setup, stateIn } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { syncMachine, type SyncEvent, type SyncParentEvent } from '../progress/sync.machine.ts';
import { openSession, type OpenSession } from './open-session.actor.ts';
import type { PlayheadRef } from './playhead.actor.ts';
import type { MediaRef } from './player.protocol.ts';

export interface PlaybackSessionInput {
  readonly media: MediaRef;
  readonly playhead: PlayheadRef;
}

interface PlaybackSessionContext extends PlaybackSessionInput {
  opened: OpenSession | null;
  error: AppError | null;
  /** Tries in a row to get a new session for an item that plays. */
  tries: number;
  isPlaying: boolean;
}

export type PlaybackSessionEvent =
  | { type: 'session.playing' }
  | { type: 'session.paused' }
  /** Save the position soon. */
  | { type: 'session.save' }
  /** This session is of no use any more: save and close it, then get another one, at the present position. */
  | { type: 'session.renew' }
  /** The server says that this session was ended. */
  | { type: 'session.endedElsewhere' }
  | { type: 'session.close' }
  | SyncParentEvent;

export type PlaybackSessionParentEvent =
  | { type: 'session.opened'; opened: OpenSession }
  /** Other addresses for the same item; what sounds may go on. */
  | { type: 'session.renewed'; opened: OpenSession }
  | { type: 'session.failed'; error: AppError }
  /** Somebody else ended it: another tab or device of this user. */
  | { type: 'session.takenOver' };

/** Tries to replace a lost session before giving up: about a minute. */
const TRIES = 10;
const FIRST_RENEW_MS = 500;
const LONGEST_RENEW_MS = 10_000;

/**
 * One item's session on the server: opened, kept, renewed when the server has lost it, closed. Its end
 * (`done`) means that everything is saved and closed, as far as the server can be reached.
 *
 * Invariants:
 * 1. Without a session id nothing is synced or closed (pitfall 32): the sync machine exists only in `live`.
 * 2. A lost session is replaced without stopping the sound and without losing a second (pitfall 5): the
 *    playhead keeps what is unsaved, the next session's sync delivers it.
 * 3. A session that is given up here is finished before another one is opened, so that no second travels in
 *    both (areas 30.7).
 */
export const playbackSessionMachine = setup({
  types: {
    input: {} as PlaybackSessionInput,
    context: {} as PlaybackSessionContext,
    events: {} as PlaybackSessionEvent,
    children: {} as { openSession: 'openSession'; renewSession: 'openSession'; sync: 'sync' },
  },
  actors: { openSession, sync: syncMachine },
  guards: {
    isReplacing: stateIn({ live: 'replacing' }),
    mayPass: ({ context }, params: { cause: unknown }) => context.tries + 1 < TRIES && isPassing(toAppError(params.cause)),
  },
  delays: { renewDelay: ({ context }) => Math.min(FIRST_RENEW_MS * 2 ** (context.tries - 1), LONGEST_RENEW_MS) },
  actions: {
    rememberSession: assign((_, params: { opened: OpenSession }) => ({ opened: params.opened, error: null, tries: 0 })),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ error: toAppError(params.cause) })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    rememberPlaying: assign((_, params: { isPlaying: boolean }) => params),
    tellSync: sendTo('sync', (_, params: SyncEvent) => params),
    report: sendParent((_, params: PlaybackSessionParentEvent) => params),
  },
}).createMachine({
  id: 'playbackSession',
  context: ({ input }) => ({ ...input, opened: null, error: null, tries: 0, isPlaying: false }),
  initial: 'opening',
  on: {
    'session.playing': { actions: { type: 'rememberPlaying', params: { isPlaying: true } } },
    'session.paused': { actions: { type: 'rememberPlaying', params: { isPlaying: false } } },
  },
  states: {
    opening: {
      invoke: {
        src: 'openSession',
        id: 'openSession',
        input: ({ context }) => context.media,
        onDone: {
          target: 'live',
          actions: [
            { type: 'rememberSession', params: ({ event }) => ({ opened: event.output }) },
            { type: 'report', params: ({ event }) => ({ type: 'session.opened', opened: event.output }) },
          ],
        },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
      },
      on: { 'session.close': 'closed' },
    },
    live: {
      invoke: {
        src: 'sync',
        id: 'sync',
        input: ({ context }) => ({
          sessionId: context.opened?.session.id ?? '',
          duration: context.opened?.session.duration ?? 0,
          media: context.media,
          playhead: context.playhead,
          isPlaying: context.isPlaying,
        }),
        onDone: [{ guard: 'isReplacing', target: 'renewing' }, { target: 'closed' }],
      },
      initial: 'open',
      states: {
        open: {
          on: {
            'session.playing': {
              actions: [{ type: 'rememberPlaying', params: { isPlaying: true } }, { type: 'tellSync', params: { type: 'sync.started' } }],
            },
            'session.paused': {
              actions: [{ type: 'rememberPlaying', params: { isPlaying: false } }, { type: 'tellSync', params: { type: 'sync.stopped' } }],
            },
            'session.save': { actions: { type: 'tellSync', params: { type: 'sync.save' } } },
            'session.renew': { target: 'replacing', actions: { type: 'tellSync', params: { type: 'sync.finish' } } },
            'session.endedElsewhere': { actions: { type: 'tellSync', params: { type: 'sync.abandon' } } },
            'sync.abandoned': { target: '#playbackSession.suspended', actions: { type: 'report', params: { type: 'session.takenOver' } } },
            'sync.sessionLost': '#playbackSession.renewing',
            'session.close': { target: 'closing', actions: { type: 'tellSync', params: { type: 'sync.finish' } } },
          },
        },
        replacing: { on: { 'sync.sessionLost': '#playbackSession.renewing', 'session.close': 'closing' } },
        closing: { on: { 'sync.sessionLost': '#playbackSession.closed' } },
      },
    },
    /** Ended by somebody else. Nothing to do until somebody presses play here. */
    suspended: {
      on: {
        'session.playing': { target: 'renewing', actions: { type: 'rememberPlaying', params: { isPlaying: true } } },
        'session.renew': 'renewing',
        'session.close': 'closed',
      },
    },
    renewing: {
      invoke: {
        src: 'openSession',
        id: 'renewSession',
        input: ({ context }) => context.media,
        onDone: {
          target: 'live',
          actions: [
            { type: 'rememberSession', params: ({ event }) => ({ opened: event.output }) },
            { type: 'report', params: ({ event }) => ({ type: 'session.renewed', opened: event.output }) },
          ],
        },
        onError: [
          { guard: { type: 'mayPass', params: ({ event }) => ({ cause: event.error }) }, target: 'waiting', actions: 'countTry' },
          { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
        ],
      },
      on: { 'session.close': 'closed' },
    },
    waiting: { after: { renewDelay: 'renewing' }, on: { 'session.close': 'closed' } },
    failed: {
      entry: { type: 'report', params: ({ context }) => ({ type: 'session.failed', error: context.error ?? toAppError(null) }) },
      on: { 'session.close': 'closed' },
    },
    closed: { type: 'final' },
  },
});

/** Failures that may be over in a moment: the server restarts, the line is down. */
function isPassing(error: AppError): boolean {
  return error.kind === 'network' || error.kind === 'timeout' || error.kind === 'server' || error.kind === 'rateLimited';
}
