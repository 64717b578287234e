import { assign, setup, type ActorRefFrom } from 'xstate';
import type { ListeningSessionsPage } from '../../schemas/api/listening-session.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { listMySessions } from '../../services/endpoints/account.ts';
import { callEndpoint } from '../app/ports.ts';
import { failureOf, keepError } from '../kit/failure.logic.ts';
import { withPage, type HeardSession } from './hours.logic.ts';

export type HeardEvent =
  /** No further page; what is loaded stays. */
  | { type: 'heard.stop' }
  /** All sessions, up to the most that are kept. */
  | { type: 'heard.readOn' }
  /** A session has ended: the latest are read again. After a failure it goes on where it failed. */
  | { type: 'heard.refresh' };

interface HeardContext {
  /** Latest first. */
  readonly sessions: readonly HeardSession[];
  /** How many the server has; null until it said so. */
  readonly total: number | null;
  /** The next page to read, from 0. */
  readonly page: number;
  /** Where the last page was the last one. */
  readonly isWhole: boolean;
  /** No page is read once so many sessions are loaded. */
  readonly limit: number;
  readonly isOutdated: boolean;
  readonly error: AppError | null;
}

/** Sessions of a page. A server may read its whole history for each one: few large pages are less work. */
export const HEARD_PAGE = 500;
/** Loaded without being asked for. */
export const FIRST_HEARD = 2000;
/** Most that are ever loaded: ten sessions a day for five years. */
export const MOST_HEARD = 20_000;

const keep = {
  type: 'keepPage',
  params: ({ event }: { event: { output: ListeningSessionsPage } }) => ({ read: event.output }),
} as const;

/**
 * The listening sessions of the account, as far as figures need them (STA-001, areas 16.1): the latest at once, page by
 * page, the others when somebody wants them.
 *
 * Invariants:
 * 1. Each session is there once, whatever is heard meanwhile.
 * 2. It never reads on past its limit, nor after it was stopped.
 * 3. A page that failed takes no session away.
 */
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
        // The next session that ends brings what is missing.
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
