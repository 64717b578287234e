import { assign, setup, type ActorRefFrom } from 'xstate';
import type { ListeningSessionsPage } from '../../../schemas/api/listening-session.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { listMySessions } from '../../../services/endpoints/account.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { withPage, type HeardSession } from './hours.logic.ts';

export type HeardEvent =
  | { type: 'heard.stop' }
  | { type: 'heard.readOn' }
  /** Loads the latest after a session has ended; continues after a failure. */
  | { type: 'heard.refresh' };

interface HeardContext {
  readonly sessions: readonly HeardSession[];
  /** Count on the server; null until loaded. */
  readonly total: number | null;
  readonly page: number;
  readonly isWhole: boolean;
  readonly limit: number;
  readonly isOutdated: boolean;
  readonly error: AppError | null;
}

/** A server may read its whole history for each page: few large pages. */
export const HEARD_PAGE = 500;
export const FIRST_HEARD = 2000;
export const MOST_HEARD = 20_000;

const keep = {
  type: 'keepPage',
  params: ({ event }: { event: { output: ListeningSessionsPage } }) => ({ read: event.output }),
} as const;

/** Loads listening sessions page by page: the latest at once, more on request. A failed page loses no session. */
export const heardMachine = setup({
  types: {
    context: {} as HeardContext,
    events: {} as HeardEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { readPage: 'readPage'; readLatest: 'readPage' },
  },
  actors: { readPage: callEndpoint(listMySessions) },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    wantsMore: ({ context: { isWhole, sessions, limit } }) => !isWhole && sessions.length < limit,
    hasOthers: ({ context: { isWhole, sessions } }) => !isWhole && sessions.length < MOST_HEARD,
  },
  actions: {
    keepPage: assign(({ context }, { read }: { read: ListeningSessionsPage }) => ({
      sessions: withPage(context.sessions, read),
      total: read.total,
      page: context.page + 1,
      isWhole: read.page + 1 >= read.numPages,
      error: null,
    })),
    keepLatest: assign(({ context }, { read }: { read: ListeningSessionsPage }) => ({
      sessions: withPage(context.sessions, read),
      total: read.total,
    })),
    raiseLimit: assign({ limit: MOST_HEARD }),
    markOutdated: assign({ isOutdated: true }),
    forgetOutdated: assign({ isOutdated: false }),
    rememberFailure: assign(keepError),
    forgetFailure: assign({ error: null }),
  },
}).createMachine({
  id: 'heard',
  context: { sessions: [], total: null, page: 0, isWhole: false, limit: FIRST_HEARD, isOutdated: false, error: null },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        src: 'readPage',
        id: 'readPage',
        input: ({ context: { page } }) => ({ page, itemsPerPage: HEARD_PAGE }),
        onDone: { target: 'deciding', actions: keep },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
      on: { 'heard.stop': 'resting', 'heard.refresh': { actions: 'markOutdated' } },
    },
    deciding: { always: [{ guard: 'wantsMore', target: 'reading' }, { target: 'resting' }] },
    resting: {
      always: { guard: 'isOutdated', target: 'refreshing' },
      on: {
        'heard.readOn': { guard: 'hasOthers', target: 'reading', actions: 'raiseLimit' },
        'heard.refresh': 'refreshing',
      },
    },
    refreshing: {
      entry: 'forgetOutdated',
      invoke: {
        src: 'readPage',
        id: 'readLatest',
        input: { page: 0, itemsPerPage: HEARD_PAGE },
        onDone: {
          target: 'resting',
          actions: { type: 'keepLatest', params: ({ event }) => ({ read: event.output }) },
        },
        onError: 'resting',
      },
      on: {
        'heard.refresh': { actions: 'markOutdated' },
        'heard.readOn': { guard: 'hasOthers', target: 'reading', actions: 'raiseLimit' },
      },
    },
    failed: {
      tags: 'failed',
      exit: 'forgetFailure',
      on: { 'heard.refresh': 'reading', 'heard.readOn': 'reading' },
    },
  },
});

export type HeardRef = ActorRefFrom<typeof heardMachine>;
