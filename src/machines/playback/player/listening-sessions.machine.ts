import { assign, setup, type ActorRefFrom } from 'xstate';
import type { ListeningSession, ListeningSessionsPage } from '../../../schemas/api/listening-session.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { listMyItemSessions } from '../../../services/endpoints/account.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import type { MediaRef } from '../../kit/media.logic.ts';

export type ListeningSessionsEvent = { type: 'sessions.loadMore' } | { type: 'sessions.retry' };

interface ListeningSessionsContext {
  readonly media: MediaRef;
  readonly sessions: readonly ListeningSession[];
  readonly pages: number;
  readonly numPages: number;
  readonly error: AppError | null;
}

export const PAGE_SIZE = 10;

const nextPage = ({ context }: { context: ListeningSessionsContext }) => ({
  ...context.media,
  page: context.pages,
  itemsPerPage: PAGE_SIZE,
});
const add = {
  type: 'add',
  params: ({ event }: { event: { output: ListeningSessionsPage } }) => ({ page: event.output }),
} as const;
const rememberFailure = { type: 'rememberFailure', params: failureOf } as const;

/** An item's listening sessions, page by page. A failed page keeps the loaded ones. */
export const listeningSessionsMachine = setup({
  types: {
    input: {} as { media: MediaRef },
    context: {} as ListeningSessionsContext,
    events: {} as ListeningSessionsEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: { fetchSessions: callEndpoint(listMyItemSessions) },
  guards: { hasMore: ({ context }) => context.pages < context.numPages },
  actions: {
    add: assign(({ context }, { page }: { page: ListeningSessionsPage }) => {
      const known = new Set(context.sessions.map(({ id }) => id));
      return {
        sessions: [...context.sessions, ...page.sessions.items.filter(({ id }) => !known.has(id))],
        pages: context.pages + 1,
        numPages: page.numPages,
        error: null,
      };
    }),
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'listeningSessions',
  context: ({ input }) => ({ ...input, sessions: [], pages: 0, numPages: 0, error: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'fetchSessions',
        id: 'fetchSessions',
        input: nextPage,
        onDone: { target: 'ready', actions: add },
        onError: { target: 'failed', actions: rememberFailure },
      },
    },
    failed: { tags: 'failed', on: { 'sessions.retry': 'loading' } },
    ready: { on: { 'sessions.loadMore': { guard: 'hasMore', target: 'loadingMore' } } },
    loadingMore: {
      tags: 'busy',
      invoke: {
        src: 'fetchSessions',
        id: 'fetchMore',
        input: nextPage,
        onDone: { target: 'ready', actions: add },
        onError: { target: 'moreFailed', actions: rememberFailure },
      },
    },
    moreFailed: { tags: 'failed', on: { 'sessions.retry': 'loadingMore' } },
  },
});

export type ListeningSessionsRef = ActorRefFrom<typeof listeningSessionsMachine>;
