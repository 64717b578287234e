import { assign, enqueueActions, fromPromise, sendParent, sendTo, setup, stopChild } from 'xstate';
import { toAppError } from '../../../schemas/app-error.ts';
import { keepError } from '../failure.logic.ts';
import { freshnessMachine } from '../freshness.machine.ts';
import {
  follow,
  idAt,
  keepsPlace,
  nearPages,
  NO_WINDOW,
  pagesInView,
  patchPages,
  planLoads,
  totalAfter,
  wantedPages,
  type CellWindow,
  type Updates,
  isShown,
} from './window.logic.ts';
import type { ListContext, ListEvent, ListInput, ListPlaceChanged, LoadedPage } from './windowed-list.protocol.ts';

/** Scrolled less than this, new items may push the first one away. */
export const AT_START_PX = 24;

const loaderId = (page: number) => `page-${page}`;
export const pageOfLoader = (id: string) => Number(id.slice(loaderId(0).length - 1));

export const windowedListSetup = setup({
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
    /** A shuffled list has no place to keep: each answer has another order. */
    isAnotherShuffle: (_context, _params: LoadedPage): boolean => false,
    isOtherTotal: ({ context }, params: LoadedPage) => params.isOpen === undefined && context.total !== params.total,
    isAtStart: (_, params: { offset: number }) => params.offset < AT_START_PX,
  },
  delays: {
    /** A restored list is drawn by then, in ms. */
    drawn: 100,
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
    /** A finished loader would be kept with its answer. */
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
    /** While another query loads there is no place in it. */
    notifyPlace: enqueueActions(({ context, enqueue }) => {
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
    notifyRefreshed: sendTo('freshness', { type: 'freshness.succeeded' }),
    notifyStale: sendTo('freshness', (_, params: { cause: unknown }) => ({ type: 'freshness.failed', ...params })),
  },
});
