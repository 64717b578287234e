import {
  assign, enqueueActions, fromCallback, fromPromise, raise, sendParent, setup, spawnChild, type ActorRefFrom, type NonReducibleUnknown,
} from 'xstate';
import { toAppError } from '../../schemas/app-error.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { listItems } from '../../services/endpoints/libraries.ts';
import { getPorts } from '../app/ports.ts';
import { getPreferences, named, watchPreferences } from '../app/system.ts';
import type { ItemUpdates } from '../library/item-patch.logic.ts';
import { itemUpdatesMachine } from '../library/item-updates.machine.ts';
import type { PageInput, PageKeeps } from '../session/pages.ts';
import type { BookshelfContext, BookshelfEvent, BookshelfMemory, LoadedPage } from './bookshelf.protocol.ts';
import { filterMenuMachine } from './filter-menu.machine.ts';
import { isSameQuery, pressSort, queryOf, toItemsInput, type BookshelfRoute, type ShelfQuery } from './query.logic.ts';
import { holdsItem, keepsPlace, middlePage, nearPages, pageOfIndex, patchPages, planLoads, toPage, wantedPages, type CellWindow } from './window.logic.ts';

/** Things come and go in bursts (a scan): so long is waited before the shelf looks at them, in ms. */
const SETTLE_MS = 1000;
/** Scrolled less than this, the shelf stands at its start: new things may push the first card away. */
const AT_START_PX = 24;

const loadPage = fromPromise<LoadedPage, { query: ShelfQuery; number: number }>(async ({ input, system, signal }) => {
  const answer = await getPorts(system).api.call(listItems, toItemsInput(input.query, input.number), signal);
  return { number: input.number, page: toPage(answer), total: answer.total };
});

const preferencesWatch = fromCallback<BookshelfEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  watchPreferences(system, (preferences) => sendBack({ type: 'bookshelf.preferencesChanged', preferences })));

const loaderId = (page: number) => `page-${page}`;
const pageOfLoader = (id: string) => Number(id.slice(loaderId(0).length - 1));

/**
 * The items of a library as one long shelf, of which only the pages near the window are held.
 *
 * Invariants:
 * 1. At most four pages are on their way; a page that left the window is not waited for.
 * 2. A page belongs to the query in `shownQuery`: another query stops all loaders before it counts.
 * 3. While scrolled, nothing that happens on the server moves the first card in view (pitfall 34): changes that
 *    would are offered, not shown.
 */
export const bookshelfMachine = setup({
  types: {
    input: {} as PageInput<'bookshelf'>,
    context: {} as BookshelfContext,
    events: {} as BookshelfEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { itemUpdates: 'itemUpdates'; filterMenu: 'filterMenu' },
  },
  actors: { loadPage, itemUpdates: itemUpdatesMachine, filterMenu: filterMenuMachine, preferencesWatch },
  guards: {
    isKept: ({ context }) => context.pages.size > 0,
    isNothing: (_, params: LoadedPage) => params.total === 0,
    isOfLibrary: ({ context }, params: { item: LibraryItemMinified }) => params.item.libraryId === context.query.libraryId,
    holds: ({ context }, params: { id: string }) => holdsItem(context.pages, params.id),
    asksOtherwise: ({ context: { route, query } }, params: { preferences: Preferences }) =>
      !isSameQuery(queryOf(route, params.preferences, query), query),
    mayTakeOver: ({ context }, params: LoadedPage) =>
      context.offset < AT_START_PX || keepsPlace(context.pages, params, context.window),
    isAtStart: (_, params: { offset: number }) => params.offset < AT_START_PX,
    followsProgress: ({ context }) => context.query.filter?.startsWith('progress.') ?? false,
  },
  actions: {
    moveWindow: assign((_, { first, last, offset }: CellWindow & { offset: number }) => ({ window: { first, last }, offset })),
    rest: assign((_, { offset }: { offset: number }) => ({ offset })),
    rememberFocus: assign((_, { index }: { index: number }) => ({ focused: index })),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ error: toAppError(params.cause) })),
    takeRoute: assign(({ self }, { route, entryKey }: { route: BookshelfRoute; entryKey: string }) => ({
      route, entryKey, query: queryOf(route, getPreferences(self.system)),
    })),
    askAsLiked: assign(({ context }, params: { preferences: Preferences }) => ({
      query: queryOf(context.route, params.preferences, context.query),
    })),
    stopLoaders: enqueueActions(({ context, enqueue }) => {
      for (const page of context.loading) enqueue.stopChild(loaderId(page));
      enqueue.assign({ loading: [], failed: [] });
    }),
    /** A new count: what is shown comes from this page on. A new query starts at its beginning. */
    begin: assign(({ context }, { number, page, total }: LoadedPage) => ({
      pages: new Map([[number, page]]),
      total,
      outdated: new Set<number>(),
      error: null,
      ...(context.shownQuery && isSameQuery(context.shownQuery, context.query) ? {} : { offset: 0, focused: null, window: { first: 0, last: -1 } }),
      shownQuery: context.query,
    })),
    /** The count may have changed and every other page with it. */
    takeOver: assign(({ context }, { number, page, total }: LoadedPage) => ({
      pages: new Map(context.pages).set(number, page),
      outdated: new Set([...context.pages.keys()].filter((other) => other !== number)),
      total,
    })),
    keepPage: assign(({ context }, { number, page }: LoadedPage) => ({
      pages: new Map(context.pages).set(number, page),
      outdated: new Set([...context.outdated].filter((other) => other !== number)),
      loading: context.loading.filter((other) => other !== number),
    })),
    noteFailedPage: assign(({ context }, params: { page: number; cause: unknown }) => ({
      loading: context.loading.filter((other) => other !== params.page),
      failed: [...context.failed, params.page],
      error: toAppError(params.cause),
    })),
    forgetFailures: assign({ failed: [], error: null }),
    planLoads: enqueueActions(({ context, enqueue }) => {
      const { window, total, pages, outdated, failed, loading, query } = context;
      const isThere = (page: number) => failed.includes(page) || (pages.has(page) && !outdated.has(page));
      const { start, stop } = planLoads(wantedPages(window, total), isThere, loading);
      for (const page of stop) enqueue.stopChild(loaderId(page));
      for (const page of start) enqueue.spawnChild('loadPage', { id: loaderId(page), input: { query, number: page } });
      enqueue.assign({ loading: [...loading.filter((page) => !stop.includes(page)), ...start], pages: nearPages(pages, window) });
    }),
    keep: sendParent(({ context }) => {
      const { entryKey, query, total, pages, offset, focused } = context;
      return { type: 'page.kept', entryKey, memory: { query, total, pages, offset, focused } satisfies BookshelfMemory } satisfies PageKeeps;
    }),
    markOutdated: raise({ type: 'bookshelf.outdated' }),
    collect: enqueueActions(({ context, enqueue }, params: { items: readonly LibraryItemMinified[] }) => {
      for (const item of params.items) {
        if (holdsItem(context.pages, item.id)) enqueue.sendTo('itemUpdates', { type: 'itemUpdates.put', item });
      }
    }),
    showUpdates: assign(({ context }, params: { items: ItemUpdates }) => ({ pages: patchPages(context.pages, params.items) })),
    chooseSort: enqueueActions(({ context, enqueue }, params: { key: string }) => {
      const { sort, desc } = pressSort(context.query, params.key);
      enqueue.sendTo(named('preferences'), { type: 'preferences.set', change: { orderBy: sort, orderDesc: desc } });
      const { sort: _sort, desc: _desc, ...route } = context.route;
      if (context.route.sort !== undefined) enqueue.sendTo(named('router'), { type: 'router.go', to: route, replace: true });
    }),
    chooseFilter: enqueueActions(({ context, enqueue }, params: { filter: string | null }) => {
      const { filter: _filter, ...route } = context.route;
      enqueue.sendTo(named('preferences'), { type: 'preferences.set', change: { filterBy: params.filter ?? 'all' } });
      enqueue.sendTo(named('router'), {
        type: 'router.go', to: params.filter === null ? route : { ...route, filter: params.filter }, replace: true,
      });
    }),
  },
  delays: { settleTime: SETTLE_MS },
}).createMachine({
  id: 'bookshelf',
  context: ({ input, self, spawn }) => ({ ...begin(input, getPreferences(self.system)), filterMenu: spawn('filterMenu', { id: 'filterMenu' }) }),
  entry: spawnChild('itemUpdates', { id: 'itemUpdates' }),
  invoke: { src: 'preferencesWatch', id: 'preferencesWatch' },
  initial: 'deciding',
  on: {
    'bookshelf.sort': { actions: { type: 'chooseSort', params: ({ event }) => event } },
    'bookshelf.filter': { actions: { type: 'chooseFilter', params: ({ event }) => event } },
    'bookshelf.preferencesChanged': {
      guard: { type: 'asksOtherwise', params: ({ event }) => event },
      target: '.counting',
      actions: { type: 'askAsLiked', params: ({ event }) => event },
    },
    'page.moved': { target: '.counting', actions: { type: 'takeRoute', params: ({ event }) => event } },
    'bookshelf.focused': { actions: [{ type: 'rememberFocus', params: ({ event }) => event }, 'keep'] },
  },
  states: {
    deciding: { always: [{ guard: 'isKept', target: 'ready.probing' }, { target: 'counting' }] },
    counting: {
      tags: 'busy',
      invoke: {
        src: 'loadPage',
        id: 'firstPage',
        input: ({ context }) => ({ query: context.query, number: firstPageOf(context) }),
        onDone: [
          { guard: { type: 'isNothing', params: ({ event }) => event.output }, target: 'empty', actions: { type: 'begin', params: ({ event }) => event.output } },
          { target: 'ready', actions: [{ type: 'begin', params: ({ event }) => event.output }, 'planLoads', 'keep'] },
        ],
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
      },
    },
    failed: { tags: 'failed', on: { 'bookshelf.retry': 'counting', 'page.refresh': 'counting' } },
    empty: {
      initial: 'quiet',
      on: {
        'server.item.added': { guard: { type: 'isOfLibrary', params: ({ event }) => event }, target: '.settling' },
        'server.items.added': '.settling',
        'page.refresh': 'counting',
      },
      states: { quiet: {}, settling: { after: { settleTime: '#bookshelf.counting' } } },
    },
    ready: {
      initial: 'fresh',
      exit: 'stopLoaders',
      on: {
        'bookshelf.windowMoved': { actions: [{ type: 'moveWindow', params: ({ event }) => event }, 'planLoads'] },
        'bookshelf.rested': { actions: [{ type: 'rest', params: ({ event }) => event }, 'keep'] },
        'bookshelf.retryPages': { actions: ['forgetFailures', 'planLoads'] },
        'xstate.done.actor.*': { actions: [{ type: 'keepPage', params: ({ event }) => event.output }, 'planLoads', 'keep'] },
        'xstate.error.actor.*': {
          actions: [{ type: 'noteFailedPage', params: ({ event }) => ({ page: pageOfLoader(event.actorId), cause: event.error }) }, 'planLoads'],
        },
        'itemUpdates.collected': { actions: { type: 'showUpdates', params: ({ event }) => event } },
        'server.item.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: [event.item] }) } },
        'server.items.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: event.items.items }) } },
        'server.item.added': { guard: { type: 'isOfLibrary', params: ({ event }) => event }, actions: 'markOutdated' },
        'server.items.added': { actions: 'markOutdated' },
        'server.item.removed': { actions: 'markOutdated' },
        'server.user.updated': { guard: 'followsProgress', actions: 'markOutdated' },
        'page.refresh': { target: '.probing', actions: 'forgetFailures' },
      },
      states: {
        fresh: { on: { 'bookshelf.outdated': 'settling' } },
        settling: { after: { settleTime: 'probing' } },
        probing: {
          invoke: {
            src: 'loadPage',
            id: 'probe',
            input: ({ context }) => ({ query: context.query, number: context.offset < AT_START_PX ? 0 : middlePage(context.window) }),
            onDone: [
              { guard: { type: 'isNothing', params: ({ event }) => event.output }, target: '#bookshelf.empty', actions: { type: 'begin', params: ({ event }) => event.output } },
              {
                guard: { type: 'mayTakeOver', params: ({ event }) => event.output },
                target: 'fresh',
                actions: [{ type: 'takeOver', params: ({ event }) => event.output }, 'planLoads', 'keep'],
              },
              { target: 'changed' },
            ],
            onError: 'fresh',
          },
          on: { 'bookshelf.outdated': 'settling' },
        },
        changed: {
          on: {
            'bookshelf.showChanges': '#bookshelf.counting',
            'bookshelf.rested': [
              { guard: { type: 'isAtStart', params: ({ event }) => event }, target: 'probing', actions: { type: 'rest', params: ({ event }) => event } },
              { actions: [{ type: 'rest', params: ({ event }) => event }, 'keep'] },
            ],
          },
        },
      },
    },
  },
});

/** A shelf as its history entry left it, or a new one. */
function begin({ route, entryKey, memory }: PageInput<'bookshelf'>, preferences: Preferences): Omit<BookshelfContext, 'filterMenu'> {
  const kept = memory as BookshelfMemory | null;
  const query = queryOf(route, preferences, kept?.query ?? null);
  const usable = kept && isSameQuery(kept.query, query) ? kept : null;
  return {
    route,
    entryKey,
    query,
    shownQuery: usable ? query : null,
    total: usable?.total ?? 0,
    pages: usable?.pages ?? new Map(),
    outdated: new Set(),
    loading: [],
    failed: [],
    window: { first: 0, last: -1 },
    offset: usable?.offset ?? 0,
    focused: usable?.focused ?? null,
    error: null,
  };
}

/** The page to count with: the one in view when the same shelf is counted anew. */
function firstPageOf({ query, shownQuery, window }: BookshelfContext): number {
  return shownQuery && isSameQuery(query, shownQuery) ? pageOfIndex(window.first) : 0;
}

export type BookshelfRef = ActorRefFrom<typeof bookshelfMachine>;
