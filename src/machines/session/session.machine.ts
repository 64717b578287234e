import {
  and, assign, cancel, enqueueActions, raise, sendTo, setup, spawnChild, stateIn, stopChild, type ActorRefFrom, type AnyActorLogic, type AnyActorRef,
} from 'xstate';
import type { Authorized } from '../../schemas/api/auth.ts';
import type { User } from '../../schemas/api/user.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { authorize } from '../../services/endpoints/auth.ts';
import { callEndpoint, getPorts } from '../app/ports.ts';
import { getPreferences, named } from '../app/system.ts';
import { librariesMachine, type LibrariesEvent, type LibrariesParentEvent } from '../libraries/libraries.machine.ts';
import { playerMachine } from '../player/player.machine.ts';
import type { PlayerEvent } from '../player/player.setup.ts';
import { progressMachine, type ProgressEvent } from '../progress/progress.machine.ts';
import type { RouteChanged } from '../router/navigation.actor.ts';
import type { RouterEvent } from '../router/router.machine.ts';
import { hrefTo, inLibrary, isConfigRoute, libraryIdOf, type AnyRoute, type Route } from '../router/routes.ts';
import { socketMachine, type SocketParentEvent } from '../socket/socket.machine.ts';
import { mayAccessLibrary, mayOpen, startPage } from './destinations.ts';
import { listenersOf } from './fan-out.ts';
import { loadPageMachine, warmPage } from './page-code.ts';
import { pages, type PageInput, type PageBelongs, type PageKeeps, type PageMoved } from './pages.ts';

export interface SessionInput {
  /** The account, when the sign-in answer brought it; else it is asked for. */
  readonly account: Authorized | null;
  readonly route: AnyRoute;
  readonly path: string;
}

export type SessionEvent =
  | RouteChanged
  | { type: 'auth.refreshed' }
  | { type: 'session.retry' }
  /** Pointer or focus is on a link to this page: it may be opened next. */
  | { type: 'session.warm'; route: Route }
  | { type: 'session.warmNow'; route: Route }
  | PageKeeps
  | PageBelongs
  | LibrariesParentEvent
  | SocketParentEvent;

/** Sent to the open page when what it shows may be stale: events were missed while there was no connection. */
export interface PageRefresh {
  type: 'page.refresh';
}

interface SessionContext {
  account: Authorized | null;
  route: AnyRoute;
  entryKey: string;
  /** Ids of the accessible libraries in display order; null until they are known. */
  libraryIds: readonly string[] | null;
  page: AnyActorRef | null;
  /** What pages asked to keep, by the name of their history entry, the latest last. */
  memories: ReadonlyMap<string, unknown>;
  error: AppError | null;
}

/** So many history entries are found again as they were left. */
const MOST_MEMORIES = 20;

/**
 * One account at work: everything below dies at sign-out. Holds the account and the open page, and hands
 * what the server tells to whom it concerns.
 */
export const sessionMachine = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { libraries: 'libraries'; socket: 'socket'; player: 'player'; progress: 'progress' },
  },
  actors: { authorize: callEndpoint(authorize), libraries: librariesMachine, socket: socketMachine, progress: progressMachine, player: playerMachine, loadPageMachine },
  guards: {
    hasAccount: ({ context }) => context.account !== null,
    isStart: ({ context }) => context.route.name === 'index' || context.route.name === 'login',
    isForbidden: ({ context }) => context.account !== null && !mayOpen(context.account.user, context.route),
    isElsewhere: ({ context }, params: { route: Route }) =>
      context.route.name === 'unknown' || hrefTo(params.route) !== hrefTo(context.route),
    isForeignLibrary: ({ context }) => {
      const libraryId = libraryIdOf(context.route);
      return libraryId !== null && context.account !== null && !mayAccessLibrary(context.account.user, libraryId);
    },
    /** The open page changed its own address (a filter chosen in it). */
    staysOpen: ({ context }, { route, kind }: RouteChanged) =>
      kind === 'replace' && context.page !== null && route.name !== 'unknown' && context.route.name !== 'unknown' &&
      hrefTo(route).split('?')[0] === hrefTo(context.route).split('?')[0],
    knowsLibraries: ({ context }) => context.libraryIds !== null,
    hasStartPage: ({ context }) => startRoute(context, []) !== null,
    isConfig: ({ context }) => isConfigRoute(context.route),
    isUnknown: ({ context }) => context.route.name === 'unknown',
    wasTriedAgain: stateIn({ ready: { page: { loadingCode: 'again' } } }),
    isBuilt: ({ context }) => context.route.name !== 'unknown' && context.route.name in pages,
  },
  delays: { intent: 80 },
  actions: {
    warm: ({ system }, params: { route: Route }) => warmPage(system, params.route),
    keepAccount: assign((_, params: { account: Authorized }) => ({ account: params.account, error: null })),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ error: toAppError(params.cause) })),
    identify: enqueueActions(({ context, enqueue }) => {
      if (context.account) enqueue.sendTo(named('auth'), { type: 'auth.identified', userId: context.account.user.id });
    }),
    rememberLibraries: assign((_, params: { ids: readonly string[] }) => ({ libraryIds: params.ids })),
    goToStart: enqueueActions(({ context, enqueue, system }) => {
      const to = startRoute(context, [getPreferences(system).lastLibraryId]);
      if (to) enqueue.sendTo(named('router'), { type: 'router.go', to, replace: true });
    }),
    rememberRoute: assign((_, params: RouteChanged) => ({ route: params.route, entryKey: params.key })),
    selectLibrary: enqueueActions(({ context, enqueue }) => {
      const id = libraryIdOf(context.route);
      if (id !== null && context.account && mayAccessLibrary(context.account.user, id)) enqueue.sendTo('libraries', { type: 'libraries.select', id });
    }),
    openPage: assign(({ context, spawn }, params: { logic: AnyActorLogic }) => {
      const { route, entryKey, memories } = context;
      const input = { route, entryKey, memory: memories.get(entryKey) ?? null } as PageInput;
      // The logic comes with the route's chunk, so it cannot be a key of this setup.
      const spawnPage = spawn as unknown as (logic: AnyActorLogic, options: object) => AnyActorRef;
      return { page: spawnPage(params.logic, { id: 'page', systemId: 'page', input }) };
    }),
    closePage: enqueueActions(({ context, enqueue }) => {
      if (!context.page) return;
      enqueue(stopChild(context.page));
      enqueue.assign({ page: null });
    }),
    tellMove: enqueueActions(({ context, enqueue }, { route, key }: RouteChanged) => {
      if (context.page) enqueue.sendTo(context.page, { type: 'page.moved', route, entryKey: key } as PageMoved);
    }),
    keepMemory: assign(({ context }, { entryKey, memory }: PageKeeps) => ({
      memories: new Map([...[...context.memories].filter(([key]) => key !== entryKey).slice(1 - MOST_MEMORIES), [entryKey, memory] as const]),
    })),
    go: sendTo(named('router'), (_, params: { to: Route }): RouterEvent => ({ type: 'router.go', to: params.to, replace: true })),
    /** A browser does not ask twice for code that failed once, and a newer server no longer has it. */
    reloadClient: sendTo(named('router'), { type: 'router.reload' }),
    warnForeignLibrary: sendTo(named('toasts'), { type: 'toasts.show', kind: 'warning', message: { key: 'session.libraryForbidden' } }),
    /** What was asked for ahead may be older than what the server tells now. */
    forgetAnswers: ({ system }) => getPorts(system).api.forget(),
    fanOut: enqueueActions(({ context, enqueue, event }) => {
      if (!('type' in event) || !event.type.startsWith('server.') || event.type === 'server.malformed') return;
      const serverEvent = event as Parameters<typeof listenersOf>[0];
      for (const listener of listenersOf(serverEvent)) {
        if (listener === 'page' && context.page) enqueue.sendTo(context.page, serverEvent);
        if (listener === 'libraries') enqueue.sendTo('libraries', serverEvent as LibrariesEvent);
        if (listener === 'progress') enqueue.sendTo('progress', serverEvent as ProgressEvent);
        if (listener === 'player') enqueue.sendTo('player', serverEvent as PlayerEvent);
      }
    }),
    /** An administrator also hears of other accounts (server facts 6). */
    mergeUser: assign(({ context }, params: { user: User }) =>
      context.account?.user.id === params.user.id ? { account: { ...context.account, user: params.user } } : {},
    ),
    refreshAll: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo('libraries', { type: 'libraries.refresh' });
      if (context.page) enqueue.sendTo(context.page, { type: 'page.refresh' } satisfies PageRefresh);
    }),
    logMalformed: (_, params: { name: string; issues: readonly unknown[] }) =>
      console.warn(`The server sent a malformed '${params.name}' event`, params.issues),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ account: input.account, route: input.route, entryKey: 'default', libraryIds: null, page: null, memories: new Map(), error: null }),
  initial: 'starting',
  on: {
    'route.changed': { actions: { type: 'rememberRoute', params: ({ event }) => event } },
  },
  states: {
    starting: { always: [{ guard: 'hasAccount', target: 'ready' }, { target: 'authorizing' }] },
    authorizing: {
      tags: 'busy',
      invoke: {
        src: 'authorize',
        id: 'authorize',
        onDone: { target: 'ready', actions: [{ type: 'keepAccount', params: ({ event }) => ({ account: event.output }) }, 'identify'] },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
      },
    },
    failed: { tags: 'failed', on: { 'session.retry': 'authorizing' } },
    ready: {
      entry: [
        spawnChild('libraries', {
          id: 'libraries',
          systemId: 'libraries',
          input: ({ context, self }) => ({
            currentId: libraryIdOf(context.route) ?? getPreferences(self.system).lastLibraryId ?? context.account?.userDefaultLibraryId ?? null,
          }),
        }),
        spawnChild('progress', { id: 'progress', systemId: 'progress', input: ({ context }) => ({ user: context.account?.user ?? null }) }),
        spawnChild('player', { id: 'player', systemId: 'player' }),
        spawnChild('socket', { id: 'socket', systemId: 'socket' }),
      ],
      on: {
        'auth.refreshed': { actions: sendTo('socket', { type: 'socket.retry' }) },
        'socket.connected': [{ guard: ({ event }) => event.again, actions: 'refreshAll' }],
        'server.malformed': { actions: { type: 'logMalformed', params: ({ event }) => event } },
        'server.user.updated': { actions: [{ type: 'mergeUser', params: ({ event }) => ({ user: event.user }) }, 'forgetAnswers', 'fanOut'] },
        'server.*': { actions: ['forgetAnswers', 'fanOut'] },
        'libraries.loaded': { actions: { type: 'rememberLibraries', params: ({ event }) => ({ ids: event.ids }) } },
        'libraries.currentRemoved': {
          actions: { type: 'go', params: ({ context, event }) => ({ to: event.nextId === null ? { name: 'index' } : inLibrary(context.route, event.nextId) }) },
        },
        'session.warm': {
          guard: { type: 'isElsewhere', params: ({ event }) => ({ route: event.route }) },
          actions: [cancel('warm'), raise(({ event }) => ({ type: 'session.warmNow', route: event.route }), { id: 'warm', delay: 'intent' })],
        },
        // The page may be open by now; an answer that nobody takes would be taken for that of a later refresh.
        'session.warmNow': {
          guard: { type: 'isElsewhere', params: ({ event }) => ({ route: event.route }) },
          actions: { type: 'warm', params: ({ event }) => ({ route: event.route }) },
        },
        'page.belongs': { actions: sendTo('libraries', ({ event }) => ({ type: 'libraries.select', id: event.libraryId })) },
        'page.kept': { actions: { type: 'keepMemory', params: ({ event }) => event } },
        'route.changed': [
          {
            guard: { type: 'staysOpen', params: ({ event }) => event },
            actions: [{ type: 'rememberRoute', params: ({ event }) => event }, { type: 'tellMove', params: ({ event }) => event }],
          },
          { target: '.page', actions: { type: 'rememberRoute', params: ({ event }) => event } },
        ],
      },
      initial: 'page',
      states: {
        page: {
          initial: 'deciding',
          entry: 'selectLibrary',
          states: {
            deciding: {
              always: [
                { guard: 'isStart', target: 'choosingStart' },
                { guard: 'isForeignLibrary', target: 'choosingStart', actions: 'warnForeignLibrary' },
                { guard: and(['isForbidden', 'isConfig']), target: 'forbidden', actions: { type: 'go', params: { to: { name: 'configStats' } } } },
                { guard: 'isForbidden', target: 'forbidden' },
                { guard: 'isUnknown', target: 'unknown' },
                { guard: 'isBuilt', target: 'loadingCode' },
                { target: 'unbuilt' },
              ],
            },
            choosingStart: {
              always: [
                { guard: and(['knowsLibraries', 'hasStartPage']), target: 'leaving', actions: 'goToStart' },
                { guard: 'knowsLibraries', target: 'noLibrary' },
              ],
            },
            leaving: {},
            loadingCode: {
              tags: 'busy',
              initial: 'first',
              states: { first: {}, again: {} },
              invoke: {
                src: 'loadPageMachine',
                id: 'loadPageMachine',
                input: ({ context }) => ({ route: context.route }),
                onDone: [
                  {
                    guard: ({ event }) => event.output !== null,
                    target: 'open',
                    actions: { type: 'openPage', params: ({ event }) => ({ logic: event.output as AnyActorLogic }) },
                  },
                  { target: 'unbuilt' },
                ],
                onError: [
                  {
                    guard: 'wasTriedAgain',
                    target: 'failed',
                    actions: [{ type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) }, 'reloadClient'],
                  },
                  { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
                ],
              },
            },
            open: { exit: 'closePage' },
            failed: { tags: 'failed', on: { 'session.retry': 'loadingCode.again' } },
            unbuilt: {},
            unknown: {},
            forbidden: {},
            noLibrary: {},
          },
        },
      },
    },
  },
});

/** Where the account starts, or null while that is not known or there is no library for it. */
function startRoute({ account, libraryIds }: SessionContext, preferred: readonly (string | null)[]): Route | null {
  if (!account || !libraryIds) return null;
  return startPage(account.user, libraryIds, [...preferred, account.userDefaultLibraryId]);
}

export type SessionRef = ActorRefFrom<typeof sessionMachine>;
