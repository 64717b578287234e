import { assign, enqueueActions, raise, sendParent, sendTo, setup } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { named } from '../../kit/system.ts';
import { serverCalls, type ServerCallEvent } from '../../account/connectivity/connectivity.machine.ts';
import { failureOf, isPassing, keepError, type Failure } from '../../kit/failure.logic.ts';
import { toast } from '../../kit/toast.ts';
import { documentEnd } from '../progress/document-end.actor.ts';
import type { LedgerReport } from '../progress/ledger.protocol.ts';
import type { ProgressCommand } from '../progress/progress.protocol.ts';
import { sessionRecorder, type RecorderCommand } from '../progress/session-recorder.actor.ts';
import { openSession, type OpenSession, type SessionRequest } from './open-session.actor.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';

export interface PlaybackSessionInput extends SessionRequest {
  readonly playhead: PlayheadRef;
}

interface PlaybackSessionContext extends PlaybackSessionInput {
  mediaPlayer: string;
  forceTranscode: boolean;
  opened: OpenSession | null;
  error: AppError | null;
  tries: number;
  isPlaying: boolean;
  dueAt: number;
  failures: number;
  hasWarned: boolean;
}

export type PlaybackSessionEvent =
  | { type: 'playback.started' }
  | { type: 'playback.paused' }
  | { type: 'playback.finished' }
  | { type: 'playback.save' }
  /** A new session at the present position. `forceTranscode` holds for all later ones too. */
  | { type: 'playback.reopen'; forceTranscode?: boolean; mediaPlayer?: string }
  | { type: 'playback.endedElsewhere' }
  | { type: 'playback.adopt'; time: number }
  /** The server answered elsewhere: a waiting retry runs now. */
  | { type: 'playback.retry' }
  | { type: 'playback.close' }
  | { type: 'document.left' }
  | { type: 'save.due' }
  | ServerCallEvent
  | LedgerReport;

type OpenedReport = { type: 'playback.opened' | 'playback.reopened'; opened: OpenSession };

export type PlaybackSessionParentEvent =
  | OpenedReport
  | { type: 'playback.failed'; error: AppError }
  /** No session yet; retried until the server gives one. */
  | { type: 'playback.delayed' }
  | { type: 'playback.takenOver' };

/** In listened seconds. */
const FIRST_SAVE_S = 20;
const NEXT_SAVE_S = 10;
/** In seconds: regular saves skip smaller moves; a pause or the end does not. */
const MIN_MOVE_S = 1;
const SAME_POSITION_S = 0.05;
const FAILURES_TO_WARN = 4;
/** In ms: a crash loses no more than this. */
const NOTE_MS = 1000;
const SAVE: RecorderCommand = { type: 'ledger.save', isLast: false };
const FIRST_REOPEN_MS = 500;
const LONGEST_REOPEN_MS = 30_000;
const WARNING_ID = 'progress-sync';

/**
 * One item's playback session: opens, saves, replaces and closes it. Done when all is saved and closed, as far as the
 * server can be reached.
 * A lost session is replaced without stopping the sound (pitfall 5); without sound, by the next play.
 * However it stops, the ledger has each second (pitfall 2).
 */
const sessionSetup = setup({
  types: {
    input: {} as PlaybackSessionInput,
    context: {} as PlaybackSessionContext,
    events: {} as PlaybackSessionEvent,
    children: {} as {
      documentEnd: 'documentEnd';
      openSession: 'openSession';
      recorder: 'recorder';
      reopenSession: 'openSession';
      serverCalls: 'serverCalls';
    },
  },
  actors: { documentEnd, openSession, recorder: sessionRecorder, serverCalls },
  guards: {
    isPlaying: ({ context }) => context.isPlaying,
    isReplaced: ({ context }) => context.isPlaying,
    isDue: ({ context }) => readPlayhead(context.playhead).listened >= context.dueAt,
    hasMoved: ({ context }) => movedBy(context.playhead) >= SAME_POSITION_S,
    wasUnreachable: ({ context }) => context.error?.kind === 'network' || context.error?.kind === 'timeout',
    /** An unreadable answer is a proxy's: the server's own was readable before. */
    isPassing: (_, { cause }: Failure) => {
      const error = toAppError(cause);
      return isPassing(error) || error.kind === 'contract';
    },
  },
  delays: {
    noteTime: NOTE_MS,
    reopenDelay: ({ context }) => Math.min(FIRST_REOPEN_MS * 2 ** (context.tries - 1), LONGEST_REOPEN_MS),
  },
  actions: {
    takeSession: enqueueActions(({ enqueue }, report: OpenedReport) => {
      enqueue.assign({ opened: report.opened, error: null, tries: 0 });
      enqueue.sendParent(report);
    }),
    rememberFailure: assign(keepError),
    rememberManner: assign(({ context }, params: { forceTranscode?: boolean; mediaPlayer?: string }) => ({
      forceTranscode: context.forceTranscode || (params.forceTranscode ?? false),
      mediaPlayer: params.mediaPlayer ?? context.mediaPlayer,
    })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    rememberPlaying: assign((_, params: { isPlaying: boolean }) => params),
    record: sendTo('recorder', (_, params: RecorderCommand) => params),
    recordOpened: sendTo('recorder', ({ context }): RecorderCommand => {
      if (!context.opened) throw new Error('No playback session is open');
      return { type: 'ledger.open', session: context.opened.session };
    }),
    note: sendTo('recorder', { type: 'ledger.note' } satisfies RecorderCommand),
    suspend: sendTo('recorder', { type: 'ledger.suspend' } satisfies RecorderCommand),
    end: sendTo('recorder', { type: 'ledger.end' } satisfies RecorderCommand),
    saveUnsaved: enqueueActions(({ context, enqueue }) => {
      if (movedBy(context.playhead) < SAME_POSITION_S) return;
      enqueue.sendTo('recorder', SAVE);
      enqueue.assign({ dueAt: nextSave(context.playhead) });
    }),
    planFirst: assign({ dueAt: ({ context }) => readPlayhead(context.playhead).recorded + FIRST_SAVE_S }),
    planNext: assign({ dueAt: ({ context }) => nextSave(context.playhead) }),
    saveIfMoved: enqueueActions(({ context, enqueue }) => {
      if (movedBy(context.playhead) >= MIN_MOVE_S) enqueue.sendTo('recorder', SAVE);
    }),
    countFailure: enqueueActions(({ context, enqueue }, { error }: { error: AppError }) => {
      const failures = context.failures + 1;
      if (failures < FAILURES_TO_WARN) return enqueue.assign({ failures });
      enqueue.assign({ failures: 0, hasWarned: true });
      enqueue.sendTo(named('toasts'), toast('error', WARNING_ID, 'player.notSynced', { error, durationMs: null }));
    }),
    endFailures: enqueueActions(({ context, enqueue }) => {
      if (context.hasWarned) enqueue.sendTo(named('toasts'), { type: 'toasts.dismiss', id: WARNING_ID });
      enqueue.assign({ failures: 0, hasWarned: false });
    }),
    recordProgress: sendTo(named('progress'), ({ context }, { time }: { time: number | null }): ProgressCommand => ({
      type: 'progress.recorded',
      media: context.media,
      libraryId: context.opened?.session.libraryId ?? '',
      currentTime: time ?? readPlayhead(context.playhead).time,
      duration: context.opened?.session.duration ?? 0,
      hasEnded: time === null,
    })),
    report: sendParent((_, params: PlaybackSessionParentEvent) => params),
  },
});

const playing = (isPlaying: boolean) => ({ type: 'rememberPlaying', params: { isPlaying } }) as const;
const UNREACHED: AppError = { kind: 'network' };
const DUE = { type: 'save.due' } as const;

/** Until replaced, the lost session takes the time; without sound it is given up. */
const whileLost = sessionSetup.createStateConfig({
  on: {
    'save.due': {
      actions: { type: 'countFailure', params: ({ context }) => ({ error: context.error ?? UNREACHED }) },
    },
    'playback.paused': { target: 'suspended', actions: 'suspend' },
    'playback.close': '#playbackSession.closed',
  },
}).on;

export const playbackSessionMachine = sessionSetup.createMachine({
  id: 'playbackSession',
  context: ({ input }) => ({
    ...input,
    opened: null,
    error: null,
    tries: 0,
    isPlaying: false,
    dueAt: 0,
    failures: 0,
    hasWarned: false,
  }),
  initial: 'opening',
  on: {
    'playback.reopen': { actions: by('rememberManner') },
    'playback.started': { actions: playing(true) },
    'playback.paused': { actions: playing(false) },
  },
  states: {
    opening: {
      invoke: {
        src: 'openSession',
        id: 'openSession',
        input: ({ context }) => context,
        onDone: {
          target: 'live',
          actions: { type: 'takeSession', params: ({ event }) => ({ type: 'playback.opened', opened: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
      on: { 'playback.close': 'closed' },
    },
    live: {
      type: 'parallel',
      invoke: [
        { src: 'recorder', id: 'recorder', input: ({ context }) => context },
        { src: 'documentEnd', id: 'documentEnd' },
      ],
      on: {
        'document.left': { actions: { type: 'record', params: { type: 'ledger.save', isLast: true } } },
        'playback.adopt': {
          actions: { type: 'record', params: ({ event }) => ({ type: 'ledger.adopt', time: event.time }) },
        },
        'ledger.saved': { actions: [by('recordProgress'), 'endFailures'] },
        'playback.finished': { actions: { type: 'recordProgress', params: { time: null } } },
      },
      states: {
        pace: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'isPlaying', target: 'sounding' }, { target: 'paused' }] },
            paused: { on: { 'playback.started': { target: 'sounding', actions: playing(true) } } },
            sounding: {
              after: {
                noteTime: [
                  { guard: 'isDue', target: 'sounding', reenter: true, actions: ['note', 'planNext', raise(DUE)] },
                  { target: 'sounding', reenter: true, actions: 'note' },
                ],
              },
              on: { 'playback.paused': { target: 'paused', actions: playing(false) } },
            },
          },
        },
        session: {
          initial: 'open',
          states: {
            open: {
              entry: ['recordOpened', 'planFirst', 'saveUnsaved'],
              on: {
                'save.due': { actions: 'saveIfMoved' },
                // `isPlaying` is false until the position was checked: the save waits.
                'playback.paused': { guard: 'isPlaying', actions: 'saveUnsaved' },
                'playback.save': { actions: 'saveUnsaved' },
                'ledger.failed': [
                  { guard: 'isPlaying', actions: by('countFailure') },
                  { target: 'suspended', actions: [by('countFailure'), 'suspend'] },
                ],
                'ledger.lost': [
                  { guard: 'isReplaced', target: 'reopening', actions: by('countFailure') },
                  { target: 'suspended', actions: [by('countFailure'), 'suspend'] },
                ],
                'playback.reopen': { target: 'reopening', actions: ['note', by('rememberManner')] },
                'playback.endedElsewhere': {
                  target: 'suspended',
                  actions: [
                    { type: 'record', params: { type: 'ledger.abandon' } },
                    { type: 'report', params: { type: 'playback.takenOver' } },
                  ],
                },
                'playback.close': 'closing',
              },
            },
            reopening: {
              invoke: {
                src: 'openSession',
                id: 'reopenSession',
                input: ({ context }) => ({ ...context, isReopened: true }),
                onDone: {
                  target: 'open',
                  actions: {
                    type: 'takeSession',
                    params: ({ event }) => ({ type: 'playback.reopened', opened: event.output }),
                  },
                },
                onError: [
                  {
                    guard: { type: 'isPassing', params: failureOf },
                    target: 'waiting',
                    actions: [
                      { type: 'rememberFailure', params: failureOf },
                      'countTry',
                      { type: 'report', params: { type: 'playback.delayed' } },
                    ],
                  },
                  { target: '#playbackSession.failed', actions: { type: 'rememberFailure', params: failureOf } },
                ],
              },
              on: whileLost,
            },
            waiting: {
              invoke: { src: 'serverCalls', id: 'serverCalls' },
              after: { reopenDelay: 'reopening' },
              on: {
                ...whileLost,
                'call.answered': { guard: 'wasUnreachable', target: 'reopening' },
                'playback.retry': 'reopening',
              },
            },
            /** Given up without sound; the next play opens another one. */
            suspended: {
              on: {
                'playback.started': 'reopening',
                'playback.save': { guard: 'hasMoved', target: 'reopening', actions: 'note' },
                'playback.reopen': { target: 'reopening', actions: by('rememberManner') },
                'playback.close': '#playbackSession.closed',
              },
            },
            closing: { entry: 'end', on: { 'ledger.left': '#playbackSession.closed' } },
          },
        },
      },
    },
    failed: {
      entry: {
        type: 'report',
        params: ({ context }) => ({ type: 'playback.failed', error: context.error ?? toAppError(null) }),
      },
      on: { 'playback.close': 'closed' },
    },
    closed: { type: 'final' },
  },
});

function nextSave(playhead: PlayheadRef): number {
  return readPlayhead(playhead).listened + NEXT_SAVE_S;
}

function movedBy(playhead: PlayheadRef): number {
  const { time, savedTime } = readPlayhead(playhead);
  return Math.abs(time - savedTime);
}
