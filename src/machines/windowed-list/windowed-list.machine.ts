import { assign, enqueueActions, fromPromise, sendParent, sendTo, setup, stopChild } from 'xstate';
import { toAppError } from '../../schemas/app-error.ts';
import { failureOf, keepError } from '../kit/failure.logic.ts';
import { freshnessMachine } from '../kit/freshness.machine.ts';
import { begin } from './memory.logic.ts';
import { isShown } from './query.logic.ts';
import {
  follow,
  idAt,
  keepsPlace,
  middlePage,
  nearPages,
  NO_WINDOW,
  pageOfIndex,
  pagesInView,
  patchPages,
  planLoads,
  totalAfter,
  wantedPages,
  type CellWindow,
  type Updates,
} from './window.logic.ts';
import type { ListContext, ListEvent, ListInput, ListPlaceChanged, LoadedPage } from './windowed-list.protocol.ts';

/** Items come and go in bursts (a scan): how long it must be quiet before the list looks at them, in ms. */
const SETTLE_MS = 1000;
/** Scrolled less than this, the list stands at its start: new items may push the first one away. */
const AT_START_PX = 24;

const loaderId = (page: number) => `page-${page}`;
const pageOfLoader = (id: string) => Number(id.slice(loaderId(0).length - 1));
const loaded = ({ event }: { event: { output: LoadedPage } }) => event.output;
const release = { type: 'releaseLoader', params: ({ event }: { event: { actorId: string } }) => event } as const;

/**
 * A list of any length, of which only the pages near the window are held. What a page is comes from its user
 * (`windowedList` in list-source.ts).
 *
 * Invariants:
 * 1. At most four pages are on their way; a page that left the window is not waited for.
 * 2. A page belongs to the query in `shownQuery`: another query stops all loaders before it counts.
 * 3. While scrolled, nothing that happens on the server moves the first item in view (pitfall 34): changes that
 *    would are offered, not shown.
 */
export const windowedListMachine = setup({
  types: {
    input: {} as ListInput,
    context: {} as ListContext,
    events: {} as ListEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { freshness: 'freshness' },
  },
  actors: {
    loadPage: fromPromise<LoadedPage, { query: unknown; number: number }>(() =>
      Promise.reject(new Error('A list needs a source')),
    ),
    freshness: freshnessMachine,
  },
  guards: {
    isKept: ({ context }) => context.total > 0,
    holdsPages: ({ context }) => context.pages.size > 0,
    isNothing: (_, params: LoadedPage) => params.total === 0,
    mayAccept: ({ context }, params: LoadedPage) => context.offset < AT_START_PX || keepsPlace(context, params),
    /** Without an order there is no place to keep: each answer shuffles the items again. */
    isAnotherShuffle: (_context, _params: LoadedPage): boolean => false,
    isOtherTotal: ({ context }, params: LoadedPage) => params.isOpen === undefined && context.total !== params.total,
    isAtStart: (_, params: { offset: number }) => params.offset < AT_START_PX,
  },
  actions: {
    moveWindow: assign((_, { first, last, offset }: CellWindow & { offset: number }) => ({
      window: { first, last },
      offset,
    })),
    rest: assign((_, { offset }: { offset: number }) => ({ offset })),
    rememberFocus: assign(({ context: { pages } }, { index }: { index: number }) => ({
      focused: index,
      focusedId: idAt(pages, index),
    })),
    rememberFailure: assign(keepError),
    takeQuery: assign((_, { query }: { query: unknown }) => ({ query })),
    stopLoaders: enqueueActions(({ context, enqueue }) => {
      for (const page of context.loading) enqueue.stopChild(loaderId(page));
      enqueue.assign({ loading: [], failed: [] });
    }),
    /** What is shown comes from this page on. A new query starts at its beginning. */
    startList: assign(({ context }, { number, page, total }: LoadedPage) => ({
      pages: new Map([[number, page]]),
      total,
      outdated: new Set<number>(),
      error: null,
      ...(isShown(context)
        ? follow(context, { number, page })
        : { offset: 0, focused: null, focusedId: null, window: NO_WINDOW }),
      shownQuery: context.query,
    })),
    /** The total may have changed and every other page with it. */
    acceptRevalidation: assign(({ context }, { number, page, ...answer }: LoadedPage) => ({
      pages: new Map(context.pages).set(number, page),
      outdated: new Set([...context.pages.keys()].filter((other) => other !== number)),
      total: totalAfter(context.total, answer),
      ...follow(context, { number, page }),
    })),
    keepPage: assign(({ context }, { number, page, ...answer }: LoadedPage) => ({
      total: answer.isOpen === undefined ? context.total : totalAfter(context.total, answer),
      pages: new Map(context.pages).set(number, page),
      outdated: new Set([...context.outdated].filter((other) => other !== number)),
      loading: context.loading.filter((other) => other !== number),
      ...follow(context, { number, page }),
    })),
    /** A loader that has ended would be kept with its answer. */
    releaseLoader: stopChild((_, params: { actorId: string }) => params.actorId),
    noteFailedPage: assign(({ context }, params: { page: number; cause: unknown }) => ({
      loading: context.loading.filter((other) => other !== params.page),
      failed: [...context.failed, params.page],
      error: toAppError(params.cause),
    })),
    forgetFailures: assign({ failed: [], error: null }),
    planLoads: enqueueActions(({ context, enqueue }) => {
      const { window, total, pages, outdated, failed, loading, query, focused } = context;
      const isThere = (page: number) => failed.includes(page) || (pages.has(page) && !outdated.has(page));
      const { start, stop } = planLoads(wantedPages(window, total), isThere, loading);
      for (const page of stop) enqueue.stopChild(loaderId(page));
      for (const page of start) enqueue.spawnChild('loadPage', { id: loaderId(page), input: { query, number: page } });
      enqueue.assign({
        loading: [...loading.filter((page) => !stop.includes(page)), ...start],
        pages: nearPages(pages, window, focused),
      });
    }),
    /** While another query is loading there is no place in it yet. */
    tellPlace: enqueueActions(({ context, enqueue }) => {
      if (!isShown(context)) return;
      const { query, total, window, offset, focused, pages } = context;
      const memory = { query, total, window, offset, focused, pages: pagesInView(pages, window) };
      enqueue(sendParent({ type: 'list.placeChanged', memory } satisfies ListPlaceChanged));
    }),
    showUpdates: assign(({ context }, params: { items: Updates }) => ({
      pages: patchPages(context.pages, params.items, (_shown, update) => update),
    })),
    markOutdated: sendTo('freshness', { type: 'freshness.outdated' }),
    refresh: sendTo('freshness', { type: 'freshness.refresh' }),
    resetFreshness: sendTo('freshness', { type: 'freshness.reset' }),
    tellRefreshed: sendTo('freshness', { type: 'freshness.succeeded' }),
    tellStale: sendTo('freshness', (_, params: { cause: unknown }) => ({ type: 'freshness.failed', ...params })),
  },
}).createMachine({
  id: 'windowedList',
  context: ({ input }) => begin(input),
  invoke: { src: 'freshness', id: 'freshness', input: { settleMs: SETTLE_MS } },
  initial: 'deciding',
  on: {
    'list.show': { target: '.loading', actions: { type: 'takeQuery', params: ({ event }) => event } },
    'list.focused': { actions: [{ type: 'rememberFocus', params: ({ event }) => event }, 'tellPlace'] },
    'list.outdated': { actions: 'markOutdated' },
    'list.refresh': { actions: 'refresh' },
  },
  states: {
    deciding: {
      always: [
        { guard: 'holdsPages', target: 'filled.resuming' },
        { guard: 'isKept', target: 'filled', actions: 'planLoads' },
        { target: 'loading' },
      ],
    },
    loading: {
      tags: 'busy',
      entry: 'resetFreshness',
      invoke: {
        src: 'loadPage',
        id: 'firstPage',
        input: ({ context }) => ({
          query: context.query,
          number: isShown(context) ? pageOfIndex(context.window.first) : 0,
        }),
        onDone: [
          {
            guard: { type: 'isNothing', params: loaded },
            target: 'empty',
            actions: [{ type: 'startList', params: loaded }, 'tellPlace'],
          },
          { target: 'filled', actions: [{ type: 'startList', params: loaded }, 'planLoads', 'tellPlace'] },
        ],
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
      on: { 'freshness.due': { target: 'loading', reenter: true } },
    },
    failed: { tags: 'failed', on: { 'list.retry': 'loading', 'freshness.due': 'loading' } },
    empty: { on: { 'freshness.due': 'loading' } },
    filled: {
      initial: 'resting',
      exit: 'stopLoaders',
      on: {
        'list.windowMoved': { actions: [{ type: 'moveWindow', params: ({ event }) => event }, 'planLoads'] },
        'list.rested': { actions: [{ type: 'rest', params: ({ event }) => event }, 'tellPlace'] },
        'list.refresh': { actions: ['forgetFailures', 'planLoads', 'refresh'] },
        'list.retryPages': { actions: ['forgetFailures', 'planLoads'] },
        'list.patch': { actions: { type: 'showUpdates', params: ({ event }) => event } },
        'freshness.due': '.revalidating',
        'xstate.done.actor.*': [
          {
            guard: { type: 'isOtherTotal', params: loaded },
            actions: [release, { type: 'keepPage', params: loaded }, 'planLoads', 'tellPlace', 'markOutdated'],
          },
          { actions: [release, { type: 'keepPage', params: loaded }, 'planLoads', 'tellPlace'] },
        ],
        'xstate.error.actor.*': {
          actions: [
            release,
            {
              type: 'noteFailedPage',
              params: ({ event }) => ({ page: pageOfLoader(event.actorId), cause: event.error }),
            },
            'planLoads',
          ],
        },
      },
      states: {
        /** Left and found again: what is shown may be old. */
        resuming: { entry: 'refresh', always: 'resting' },
        resting: {},
        revalidating: {
          invoke: {
            src: 'loadPage',
            id: 'revalidation',
            input: ({ context: { query, offset, window } }) => ({
              query,
              number: offset < AT_START_PX ? 0 : middlePage(window),
            }),
            onDone: [
              {
                guard: { type: 'isNothing', params: loaded },
                target: '#windowedList.empty',
                actions: [{ type: 'startList', params: loaded }, 'tellRefreshed', 'tellPlace'],
              },
              { guard: { type: 'isAnotherShuffle', params: loaded }, target: 'resting', actions: 'tellRefreshed' },
              {
                guard: { type: 'mayAccept', params: loaded },
                target: 'resting',
                actions: [{ type: 'acceptRevalidation', params: loaded }, 'planLoads', 'tellPlace', 'tellRefreshed'],
              },
              { target: 'changed', actions: 'tellRefreshed' },
            ],
            onError: { target: 'resting', actions: { type: 'tellStale', params: failureOf } },
          },
        },
        /** What changed would move what is in view: it is offered. Choosing it loads the list, whatever else comes. */
        changed: {
          on: {
            'freshness.due': { actions: 'tellRefreshed' },
            'list.showChanges': '#windowedList.loading',
            'list.rested': [
              {
                guard: { type: 'isAtStart', params: ({ event }) => event },
                target: 'resting',
                actions: [{ type: 'rest', params: ({ event }) => event }, 'refresh'],
              },
              { actions: [{ type: 'rest', params: ({ event }) => event }, 'tellPlace'] },
            ],
          },
        },
      },
    },
  },
});
