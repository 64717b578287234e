import { assign, enqueueActions, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { ListeningSession } from '../../../schemas/api/listening-session.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { deleteSessions } from '../../../services/endpoints/sessions.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { PageRetry } from '../../kit/data-page.ts';
import { failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { freshnessMachine, type FreshnessDue } from '../../kit/freshness.machine.ts';
import { dangerQuestion, isAccepted } from '../../kit/messages.ts';
import { failedToast, toast } from '../../kit/toast.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { hrefTo } from '../../kit/router/routes.ts';
import type { SessionPlace } from './session-details.protocol.ts';
import type { ExportTexts } from './session-export.logic.ts';
import { sessionExportMachine, type SessionExportEvent } from './session-export.machine.ts';
import {
  listenerName,
  queryInstead,
  queryOf,
  readSessions,
  routeTo,
  sortedBy,
  type PageSize,
  isFinding,
  type SessionFind,
  type SessionList,
  type SessionQuery,
  type SessionRequest,
  type SessionScope,
  type SessionSort,
  type SessionsRoute,
} from './sessions.logic.ts';

export type SessionsEvent =
  | { type: 'sessions.turn'; page: number }
  | { type: 'sessions.sort'; sort: SessionSort }
  | { type: 'sessions.filter'; userId: string | null }
  | { type: 'sessions.find'; find: Partial<SessionFind> }
  | { type: 'sessions.setSize'; size: PageSize }
  | { type: 'sessions.select'; id: string; isSelected: boolean }
  | { type: 'sessions.selectAll'; isSelected: boolean }
  /** After a confirmation. */
  | { type: 'sessions.remove' }
  | { type: 'sessions.show'; session: ListeningSession; place: SessionPlace }
  | { type: 'sessions.export'; texts: ExportTexts }
  | FreshnessDue
  | ModalClosed
  | PageRetry
  | PageRefresh
  | ServerEventOf<'server.user.streamUpdated' | 'server.user.offline' | 'server.session.closed'>;

type SessionsPage = PageInput<SessionsRoute['name']>;

interface SessionsContext {
  readonly scope: SessionScope;
  readonly route: SessionsRoute;
  readonly query: SessionQuery;
  readonly list: SessionList | null;
  readonly selected: readonly string[];
  /** In ms. */
  readonly readAt: number;
  readonly error: AppError | null;
}

function scopeOf(route: SessionsPage['route']): SessionScope {
  if (route.name === 'configSessions') return { kind: 'all' };
  return route.name === 'configUserSessions' ? { kind: 'user', id: route.id } : { kind: 'own' };
}

const requestOf = ({ scope, query, list }: SessionsContext): SessionRequest => ({
  scope,
  query,
  listeners: list?.listeners ?? [],
});

const listed = (context: SessionsContext) => context.list?.listed.sessions.items ?? [];

/** Playing changes sessions often: wait before refetching, in ms. */
const SETTLE_MS = 1000;
/** Wait for the next key, in ms. */
const TYPING_MS = 300;

const keep = {
  type: 'keepList',
  params: ({ event }: { event: { output: SessionList } }) => ({ list: event.output }),
} as const;
const remember = { type: 'rememberFailure', params: failureOf } as const;
/** Loads another part if the user or page does not exist. */
const instead = {
  guard: {
    type: 'isNone',
    params: ({ event }: { event: { output: SessionList } }) => ({ list: event.output }),
  },
  actions: {
    type: 'showInstead',
    params: ({ event }: { event: { output: SessionList } }) => ({ list: event.output }),
  },
} as const;

/**
 * A list of listening sessions, page by page: of all users (sortable, by user, with open sessions), of one user, or
 * one's own. The URL says which part is shown.
 *
 * Invariants:
 * 1. It shows the part requested last, or its failure.
 * 2. Only shown sessions are selected, and nothing is removed without a confirmation.
 */
export const sessionsMachine = setup({
  types: {
    input: {} as SessionsPage,
    context: {} as SessionsContext,
    events: {} as SessionsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      freshness: 'freshness';
      read: 'read';
      turn: 'read';
      reread: 'read';
      deleteSessions: 'deleteSessions';
      recheck: 'recheck';
      sessionExport: 'sessionExport';
    },
  },
  actors: {
    recheck: recheckMachine,
    freshness: freshnessMachine,
    read: fromPromise<SessionList, SessionRequest>(({ input, system, signal }) =>
      readSessions(getPorts(system).api, input, signal),
    ),
    deleteSessions: callEndpoint(deleteSessions),
    sessionExport: sessionExportMachine,
  },
  delays: { typingTime: TYPING_MS },
  guards: {
    isOfAll: ({ context }) => context.scope.kind === 'all',
    hasSelected: ({ context }) => context.selected.length > 0,
    /** All sessions are looked through then: not every few seconds. */
    mayRefresh: ({ context }, { again }: PageRefresh) => again || !isFinding(context.query),
    isListed: ({ context }, { id }: { id: string }) =>
      context.scope.kind === 'all' && listed(context).some((session) => session.id === id),
    isNone: ({ context }, { list }: { list: SessionList }) => queryInstead(context.query, list) !== null,
    isAccepted: ({ context }, closed: ModalClosed) => context.selected.length > 0 && isAccepted(closed),
    isRemoved: (_, closed: ModalClosed) => closed.modal === 'sessionDetails' && closed.output?.isRemoved === true,
  },
  actions: {
    keepList: assign(({ context, system }, { list }: { list: SessionList }) => ({
      list,
      selected: context.selected.filter((id) => list.listed.sessions.items.some((session) => session.id === id)),
      readAt: getPorts(system).clock.now(),
      error: null,
    })),
    rememberFailure: assign(keepError),
    turn: assign(({ context }, { page }: { page: number }) => ({
      query: { ...context.query, page: Math.max(0, page) },
      selected: [],
    })),
    showInstead: assign(({ context }, { list }: { list: SessionList }) => ({
      query: queryInstead(context.query, list) ?? context.query,
    })),
    sort: assign(({ context }, { sort }: { sort: SessionSort }) => ({
      query: sortedBy(context.query, sort),
      selected: [],
    })),
    filter: assign(({ context }, { userId }: { userId: string | null }) => ({
      query: { ...context.query, page: 0, userId },
      selected: [],
    })),
    find: assign(({ context }, { find }: { find: Partial<SessionFind> }) => ({
      query: { ...context.query, ...find, page: 0 },
      selected: [],
    })),
    resize: assign(({ context }, { size }: { size: PageSize }) => ({
      query: { ...context.query, page: 0, size },
      selected: [],
    })),
    writeAddress: enqueueActions(({ context, enqueue }) => {
      const route = routeTo(context.route, context.query);
      if (hrefTo(route) === hrefTo(context.route)) return;
      enqueue.assign({ route });
      enqueue.sendTo(named('router'), { type: 'router.go', to: route, replace: true });
    }),
    select: assign(({ context }, { id, isSelected }: { id: string; isSelected: boolean }) => ({
      selected: [...context.selected.filter((one) => one !== id), ...(isSelected ? [id] : [])],
    })),
    selectAll: assign(({ context }, { isSelected }: { isSelected: boolean }) => ({
      selected: isSelected ? listed(context).map(({ id }) => id) : [],
    })),
    deselect: assign({ selected: [] }),
    markOutdated: sendTo('freshness', { type: 'freshness.outdated' }),
    refresh: sendTo('freshness', { type: 'freshness.refresh' }),
    resetFreshness: sendTo('freshness', { type: 'freshness.reset' }),
    notifyFresh: sendTo('freshness', { type: 'freshness.succeeded' }),
    notifyStale: sendTo('freshness', (_, { cause }: Failure) => ({ type: 'freshness.failed', cause })),
    show: sendTo(
      named('modals'),
      ({ context, self }, { session, place }: { session: ListeningSession; place: SessionPlace }): ModalsEvent => ({
        type: 'modals.open',
        modal: 'sessionDetails',
        input: {
          session,
          place,
          listener: listenerName(session, context.list?.listeners ?? []),
          mayRemove: context.scope.kind !== 'own',
        },
        tag: 'show',
        replyTo: self,
      }),
    ),
    startExport: sendTo(
      'sessionExport',
      ({ context: { scope, query, list } }, { texts }: { texts: ExportTexts }): SessionExportEvent => ({
        type: 'sessionExport.start',
        request: { scope, userId: query.userId, find: query, listeners: list?.listeners ?? [], texts },
      }),
    ),
    ask: sendTo(named('modals'), ({ context, self }) =>
      dangerQuestion(
        'remove',
        { key: 'people.confirmRemoveSessions', values: { count: context.selected.length } },
        { key: 'people.removeSessions' },
        self,
      ),
    ),
    notifyRemoved: sendTo(named('toasts'), ({ context }): ToastsEvent =>
      toast('success', 'sessions', 'people.sessionsRemoved', { values: { count: context.selected.length } }),
    ),
    notifyNotRemoved: sendTo(named('toasts'), (_, { cause }: Failure): ToastsEvent =>
      failedToast('sessions', 'people.sessionsNotRemoved', cause),
    ),
  },
}).createMachine({
  id: 'sessions',
  context: ({ input }) => ({
    scope: scopeOf(input.route),
    route: input.route,
    query: queryOf(input.route),
    list: null,
    selected: [],
    readAt: 0,
    error: null,
  }),
  invoke: [
    { src: 'freshness', id: 'freshness', input: { settleMs: SETTLE_MS } },
    { src: 'recheck', id: 'recheck' },
    { src: 'sessionExport', id: 'sessionExport' },
  ],
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'writeAddress',
      on: { 'page.refresh': { target: 'loading', reenter: true } },
      invoke: {
        src: 'read',
        id: 'read',
        input: ({ context }) => requestOf(context),
        onDone: [
          { ...instead, target: 'loading', reenter: true },
          { target: 'shown', actions: keep },
        ],
        onError: { target: 'failed', actions: remember },
      },
    },
    failed: { tags: 'failed', entry: 'resetFreshness', on: { 'page.retry': 'loading', 'page.refresh': 'loading' } },
    shown: {
      initial: 'resting',
      on: {
        'page.refresh': { guard: by('mayRefresh'), actions: 'refresh' },
        'server.user.streamUpdated': { guard: 'isOfAll', actions: 'markOutdated' },
        'server.user.offline': { guard: 'isOfAll', actions: 'markOutdated' },
        'server.session.closed': { actions: 'markOutdated' },
        'sessions.turn': {
          target: '.turning',
          reenter: true,
          actions: by('turn'),
        },
        'sessions.sort': {
          guard: 'isOfAll',
          target: '.turning',
          reenter: true,
          actions: by('sort'),
        },
        'sessions.filter': {
          guard: 'isOfAll',
          target: '.turning',
          reenter: true,
          actions: by('filter'),
        },
        'sessions.find': { target: '.typing', reenter: true, actions: by('find') },
        'sessions.setSize': {
          target: '.turning',
          reenter: true,
          actions: by('resize'),
        },
        'sessions.select': {
          guard: by('isListed'),
          actions: by('select'),
        },
        'sessions.export': { actions: by('startExport') },
        'sessions.selectAll': { guard: 'isOfAll', actions: by('selectAll') },
      },
      states: {
        resting: {
          on: {
            'freshness.due': 'refreshing',
            'sessions.remove': { guard: 'hasSelected', target: 'asking', actions: 'ask' },
            'sessions.show': {
              target: 'asking',
              actions: ['deselect', by('show')],
            },
          },
        },
        typing: { tags: 'busy', after: { typingTime: 'turning' } },
        /** The previous part is still shown. */
        turning: {
          tags: 'busy',
          entry: 'writeAddress',
          on: { 'freshness.due': { target: 'turning', reenter: true } },
          invoke: {
            src: 'read',
            id: 'turn',
            input: ({ context }) => requestOf(context),
            onDone: [
              { ...instead, target: 'turning', reenter: true },
              { target: 'resting', actions: [keep, 'notifyFresh'] },
            ],
            onError: { target: '#sessions.failed', actions: remember },
          },
        },
        refreshing: {
          on: { 'freshness.due': { target: 'refreshing', reenter: true } },
          invoke: {
            src: 'read',
            id: 'reread',
            input: ({ context }) => requestOf(context),
            onDone: [
              { ...instead, target: 'turning' },
              { target: 'resting', actions: [keep, 'notifyFresh'] },
            ],
            onError: { target: 'resting', actions: { type: 'notifyStale', params: failureOf } },
          },
        },
        asking: {
          on: {
            'modal.closed': [
              { guard: by('isAccepted'), target: 'removing' },
              { guard: by('isRemoved'), target: 'turning' },
              // Catch up on refetches that were due while the dialog was open.
              { target: 'refreshing' },
            ],
          },
        },
        removing: {
          tags: 'busy',
          invoke: {
            src: 'deleteSessions',
            id: 'deleteSessions',
            input: ({ context }) => ({ sessions: [...context.selected] }),
            onDone: { target: 'turning', actions: ['notifyRemoved', 'deselect'] },
            onError: { target: 'refreshing', actions: { type: 'notifyNotRemoved', params: failureOf } },
          },
        },
      },
    },
  },
});

export type SessionsRef = ActorRefFrom<typeof sessionsMachine>;
