import {
  assign,
  enqueueActions,
  sendParent,
  sendTo,
  setup,
  stateIn,
  stopChild,
  type AnyActorLogic,
  fromPromise,
  waitFor,
} from 'xstate';
import type { Authorized } from '../../../schemas/api/auth.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import type { ServerEvent } from '../../../schemas/socket/server-events.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { getPreferences, named, wantsSound } from '../../kit/system.ts';
import type { Failure } from '../../kit/failure.logic.ts';
import type { LinkedItem } from '../../kit/shown-item.logic.ts';
import type { ProgressParentEvent } from '../../playback/progress/progress.machine.ts';
import type { RouteChanged } from '../../kit/router/navigation.actor.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import {
  existsIn,
  hrefTo,
  inLibrary,
  isConfigRoute,
  libraryIdOf,
  type AnyRoute,
  type LibraryOutline,
  type Route,
} from '../../kit/router/routes.ts';
import { mayAccessLibrary, mayOpen, startPage } from '../../kit/destinations.ts';
import type {
  PageFailure,
  PageHostEvent,
  PageHostInput,
  PageHostParentEvent,
  PrefetchIntended,
} from './page-host.protocol.ts';
import type {
  PageInput,
  PageLibraryResolved,
  PageSettingsSaved,
  PageMoved,
  PageRef,
  PageRefresh,
  PageStateSaved,
} from './page.protocol.ts';
import { pageOf, type PageDeclaration } from './pages.ts';
import {
  addressOf,
  MOST_MEMORIES,
  placeOf,
  PLACES,
  withChange,
  withEntry,
  type PagePlace,
  type ScrollPlace,
} from './places.logic.ts';
import { spawnLoaded } from '../../kit/spawn-loaded.ts';

interface WantedPage {
  readonly route: AnyRoute;
  readonly known: LinkedItem | null;
}

/** Loads machine and view and requests the first data. Null: no such page. Rejects when the code fails to load. */
const loadPageMachine = fromPromise<AnyActorLogic | null, WantedPage>(async ({ input, system }) => {
  prefetchData(system, input.route);
  return loadCode(system, input);
});

/** Ignores failures: opening the page repeats and reports them. */
function prefetchPage(system: System, wanted: WantedPage): void {
  prefetchData(system, wanted.route);
  loadCode(system, wanted).catch(() => undefined);
}

async function loadCode(system: System, { route, known }: WantedPage): Promise<AnyActorLogic | null> {
  const page = pageOf(route);
  if (!page) return null;
  const { views } = getPorts(system);
  const [machine] = await Promise.all([page.load(), views.load(route.name, known?.mediaType)]);
  return machine;
}

function prefetchData(system: System, route: AnyRoute): void {
  const page: PageDeclaration | undefined = pageOf(route);
  if (route.name !== 'unknown') page?.prefetch?.(getPorts(system).api, route);
}

/** Events of the server, and progress that it has saved. */
type PageNews = ServerEvent | ProgressParentEvent;

/** More held events than this become one refresh. */
const MOST_HELD = 200;

const isLoading = (page: PageRef | null): boolean =>
  (page?.getSnapshot() as { value?: unknown } | undefined)?.value === 'loading';

/** Resolves when the page has loaded its data, or failed to. */
const pageLoaded = fromPromise<unknown, { page: PageRef | null }>(async ({ input: { page }, signal }) => {
  if (page) await waitFor(page, () => !isLoading(page), { signal });
});

interface PageHostContext {
  account: Authorized;
  route: AnyRoute;
  entryKey: string;
  libraries: readonly LibraryOutline[] | null;
  page: PageRef | null;
  /** Events that came while the page loads. */
  held: readonly PageNews[];
  /** Loaded machines by route: these pages open at once. */
  code: ReadonlyMap<AnyRoute['name'], AnyActorLogic>;
  known: LinkedItem | null;
  /** Counts opened pages, also the same one again. */
  visit: number;
  /** Place memory of the history entries, latest last. */
  places: readonly PagePlace[];
  /** In-memory state of pages by history entry, latest last. */
  memories: ReadonlyMap<string, unknown>;
  failure: PageFailure | null;
}

export const pageHostSetup = setup({
  types: {
    input: {} as PageHostInput,
    context: {} as PageHostContext,
    events: {} as PageHostEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: { loadPageMachine, pageLoaded },
  guards: {
    isStart: ({ context }) => context.route.name === 'index' || context.route.name === 'login',
    isForbidden: ({ context }) => !mayOpen(context.account.user, context.route),
    forbidsPage: ({ context: { route } }, { account: { user } }: { account: Authorized }) => {
      const libraryId = libraryIdOf(route);
      return !mayOpen(user, route) || (libraryId !== null && !mayAccessLibrary(user, libraryId));
    },
    isElsewhere: ({ context }, params: { route: Route }) =>
      context.route.name === 'unknown' || hrefTo(params.route) !== hrefTo(context.route),
    isForeignLibrary: ({ context }) => {
      const libraryId = libraryIdOf(context.route);
      return libraryId !== null && !mayAccessLibrary(context.account.user, libraryId);
    },
    /** The open page changed its own URL (a filter). */
    staysOpen: ({ context }, { route, kind }: RouteChanged) =>
      kind === 'replace' &&
      context.page !== null &&
      route.name !== 'unknown' &&
      context.route.name !== 'unknown' &&
      hrefTo(route).split('?')[0] === hrefTo(context.route).split('?')[0],
    knowsLibraries: ({ context }) => context.libraries !== null,
    hasStartPage: ({ context }) => startRoute(context, []) !== null,
    isForOtherMediaType: ({ context }) => isForOtherMediaType(context.route, context.libraries),
    willBeForOtherMediaType: ({ context }, { libraries }: { libraries: readonly LibraryOutline[] }) =>
      isForOtherMediaType(context.route, libraries),
    isConfig: ({ context }) => isConfigRoute(context.route),
    isUnknown: ({ context }) => context.route.name === 'unknown',
    isBuilt: ({ context }) => pageOf(context.route) !== undefined,
    isCodeLoaded: ({ context }) => context.code.has(context.route.name),
    wasRetried: stateIn({ loadingCode: 'again' }),
    /** Without an answer, a reload would lose the page. */
    isUnreached: (_, { cause }: Failure) => toAppError(cause).kind === 'network',
    isPageLoading: ({ context }) => isLoading(context.page),
    failedToLoad: ({ context }) => context.failure?.kind === 'code',
    mayReloadClient: ({ context }, { keepsClient = false }: { keepsClient?: boolean }) =>
      context.failure?.kind === 'code' && !keepsClient,
    hasCode: (_, params: { logic: AnyActorLogic | null }) => params.logic !== null,
  },
  delays: { intent: 80 },
  actions: {
    rememberKnown: assign((_, { known }: Pick<PrefetchIntended, 'known'>) => ({ known: known ?? null })),
    rememberCode: assign(({ context: { code, route } }, { logic }: { logic: AnyActorLogic | null }) =>
      logic ? { code: new Map(code).set(route.name, logic) } : {},
    ),
    prefetch: ({ context: { known }, system }, { route }: { route: Route }) => prefetchPage(system, { route, known }),
    rememberAccount: assign((_, params: { account: Authorized }) => ({ account: params.account })),
    rememberLibraries: assign((_, { libraries }: { libraries: readonly LibraryOutline[] }) => ({ libraries })),
    rememberRoute: assign(({ context }, { route, key }: RouteChanged) => ({
      route,
      entryKey: key,
      places: withEntry(context.places, key, addressOf(route)),
    })),
    rememberFailure: assign((_, { kind, cause }: { kind: PageFailure['kind']; cause: unknown }) => ({
      failure: { kind, error: toAppError(cause) },
    })),
    forgetFailure: assign({ failure: null }),
    countVisit: assign(({ context }) => ({ visit: context.visit + 1 })),
    logCrash: ({ context }, params: { cause: unknown }) =>
      console.error(`The page '${context.route.name}' stopped`, params.cause),
    /** The server is back. */
    retryAutomatically: enqueueActions(({ enqueue, system }, { again }: PageRefresh) => {
      if (again) enqueue.raise({ type: 'page.retry', keepsClient: wantsSound(system) });
    }),
    goToStart: enqueueActions(({ context, enqueue, system }) => {
      const to = startRoute(context, [getPreferences(system).lastLibraryId]);
      if (to) enqueue.sendTo(named('router'), { type: 'router.go', to, replace: true });
    }),
    go: sendTo(named('router'), (_, params: { to: Route }): RouterEvent => ({
      type: 'router.go',
      to: params.to,
      replace: true,
    })),
    /** Fallback without access: the library's home, else the start. */
    goHome: sendTo(named('router'), ({ context }): RouterEvent => {
      const libraryId = libraryIdOf(context.route);
      return { type: 'router.go', to: libraryId ? { name: 'library', libraryId } : { name: 'index' }, replace: true };
    }),
    leaveLibrary: sendTo(named('router'), ({ context }, params: { nextId: string | null }): RouterEvent => {
      const next = context.libraries?.find(({ id }) => id === params.nextId);
      return { type: 'router.go', to: next ? inLibrary(context.route, next) : { name: 'index' }, replace: true };
    }),
    /** A browser does not request a failed module again, and a newer server no longer has it. */
    reloadClient: sendTo(named('router'), { type: 'router.reload' }),
    warnForeignLibrary: sendTo(named('toasts'), {
      type: 'toasts.show',
      kind: 'warning',
      message: { key: 'session.libraryForbidden' },
    }),
    resolveLibrary: enqueueActions(({ context, enqueue }) => {
      const libraryId = libraryIdOf(context.route);
      if (libraryId === null || !mayAccessLibrary(context.account.user, libraryId)) return;
      enqueue(sendParent({ type: 'page.libraryResolved', libraryId } satisfies PageHostParentEvent));
    }),
    notifyLibrary: sendParent((_, params: PageLibraryResolved) => params satisfies PageHostParentEvent),
    notifySettings: sendParent((_, params: PageSettingsSaved) => params satisfies PageHostParentEvent),
    openPage: assign(({ context, spawn }) => {
      const { route, entryKey, memories, places, code } = context;
      const known = route.name === 'item' && context.known?.id === route.id ? { known: context.known } : {};
      const stored = placeOf(places, entryKey, addressOf(route))?.state ?? null;
      const input = { route, entryKey, memory: memories.get(entryKey) ?? null, stored, ...known } as PageInput;
      const logic = code.get(route.name);
      return { page: logic ? spawnLoaded(spawn, logic, { id: 'page', systemId: 'page', input }) : null, known: null };
    }),
    closePage: enqueueActions(({ context, enqueue }) => {
      if (!context.page) return;
      enqueue(stopChild(context.page));
      enqueue.assign({ page: null, held: [] });
    }),
    notifyPage: enqueueActions(({ context, enqueue }, params: PageNews | PageRefresh) => {
      if (context.page) enqueue.sendTo(context.page, params);
    }),
    hold: assign(({ context: { held } }, event: PageNews) => ({ held: [...held, event].slice(0, MOST_HELD + 1) })),
    sendHeld: enqueueActions(({ context: { page, held }, enqueue }) => {
      const refresh: PageRefresh = { type: 'page.refresh', again: false };
      const events = held.length > MOST_HELD ? [refresh] : held;
      for (const event of events) if (page) enqueue.sendTo(page, event);
      enqueue.assign({ held: [] });
    }),
    forgetHeld: assign({ held: [] }),
    notifyMove: enqueueActions(({ context, enqueue }, { route, key }: RouteChanged) => {
      if (context.page) enqueue.sendTo(context.page, { type: 'page.moved', route, entryKey: key } as PageMoved);
    }),
    saveState: assign(({ context }, { entryKey, memory, stored }: PageStateSaved) => {
      const others = [...context.memories].filter(([key]) => key !== entryKey);
      return {
        memories: new Map([...others.slice(1 - MOST_MEMORIES), [entryKey, memory] as const]),
        places: withChange(context.places, entryKey, { state: stored ?? null }),
      };
    }),
    savePlace: assign(({ context }, { entryKey, scroll }: { entryKey: string; scroll: ScrollPlace }) => ({
      places: withChange(context.places, entryKey, { scroll }),
    })),
    /** Storage may be full or blocked: then a reload loses the places. */
    storePlaces: ({ context, system }) => {
      getPorts(system).tabStorage.write(PLACES, [...context.places]);
    },
  },
});

function startRoute({ account, libraries }: PageHostContext, preferred: readonly (string | null)[]): Route | null {
  if (!libraries) return null;
  const ids = libraries.map(({ id }) => id);
  return startPage(account.user, ids, [...preferred, account.userDefaultLibraryId]);
}

function isForOtherMediaType(route: AnyRoute, libraries: readonly LibraryOutline[] | null): boolean {
  const library = libraries?.find(({ id }) => id === libraryIdOf(route));
  return library !== undefined && !existsIn(route, library.mediaType);
}
