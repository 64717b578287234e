import { assign, enqueueActions, fromPromise, raise, sendTo, setup, spawnChild, type ActorRefFrom } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { Chapter } from '../../schemas/api/chapter.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { Shelf } from '../../schemas/api/shelf.ts';
import { getItem } from '../../services/endpoints/items.ts';
import { listShelves, scanLibrary } from '../../services/endpoints/libraries.ts';
import { hideProgressFromContinueListening, hideSeriesFromContinueListening } from '../../services/endpoints/me.ts';
import { callEndpoint, getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import type { ItemUpdates } from '../library/item-patch.logic.ts';
import { itemUpdatesMachine, type ItemUpdatesParentEvent } from '../library/item-updates.machine.ts';
import type { LibraryServerEvent } from '../library/server-events.ts';
import type { PageInput } from '../session/pages.ts';
import type { PageRefresh } from '../session/session.machine.ts';
import type { ToastsEvent } from '../toasts/toasts.machine.ts';
import {
  countUnreadable, dropEntity, effectOf, isBare, middleOf, moveToFront, patchEntity, patchShelves, renewShelves, showsItem, type ProgressFact,
} from './shelves.logic.ts';

/** What 'remove from continue …' takes away: a progress entry, or a series. */
export type HideTarget =
  | { readonly kind: 'progress'; readonly progressId: string }
  | { readonly kind: 'series'; readonly seriesId: string };

export type HomeEvent =
  | { type: 'home.retry' }
  | { type: 'home.scan' }
  /** Removes an entry from its continue shelf (areas 28.2). */
  | { type: 'home.hide'; shelfId: string; entityId: string; target: HideTarget }
  /** The shelves are not what the server would say now. */
  | { type: 'home.outdated' }
  | PageRefresh
  | ItemUpdatesParentEvent
  | LibraryServerEvent;

export interface HomeContext {
  libraryId: string;
  shelves: readonly Shelf[];
  /** Changes were missed (the connection was gone) and the shelves not asked for since. */
  hasMissed: boolean;
  /** How many entries and shelves could not be read. */
  unreadable: number;
  /** Chapters of the item that the first card shows; null until they are known. */
  middle: { readonly itemId: string; readonly chapters: readonly Chapter[] } | null;
  /** What was removed from its continue shelf last. */
  hiding: HideTarget | null;
  error: AppError | null;
}

/** Changes come in bursts (a scan): so long is waited before the shelves are asked for again, in ms. */
const SETTLE_MS = 1000;

const hide = fromPromise<void, HideTarget | null>(async ({ input, system, signal }) => {
  if (!input) return;
  const { api } = getPorts(system);
  if (input.kind === 'progress') await api.call(hideProgressFromContinueListening, { progressId: input.progressId }, signal);
  else await api.call(hideSeriesFromContinueListening, { seriesId: input.seriesId }, signal);
});

/**
 * The start page of a library: its personalised shelves. Updates are shown in place; what may change which
 * things stand on the shelves makes them asked for again once it is quiet, while the old ones stay in view.
 */
export const homeMachine = setup({
  types: {
    input: {} as PageInput<'library'>,
    context: {} as HomeContext,
    events: {} as HomeEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { itemUpdates: 'itemUpdates' },
  },
  actors: {
    fetchShelves: callEndpoint(listShelves),
    fetchMiddle: callEndpoint(getItem),
    startScan: callEndpoint(scanLibrary),
    hide,
    itemUpdates: itemUpdatesMachine,
  },
  guards: {
    isBare: ({ context }) => isBare(context.shelves),
    isOfLibrary: ({ context }, params: { item: LibraryItemMinified }) => params.item.libraryId === context.libraryId,
    isShown: ({ context }, params: { id: string }) => showsItem(context.shelves, params.id),
    isPlayedLast: ({ context }, params: ProgressFact) => effectOf(context.shelves, params) === 'first',
    changesShelves: ({ context }, params: ProgressFact) => effectOf(context.shelves, params) === 'unknown',
    wantsChapters: ({ context }) => {
      const middle = middleOf(context.shelves);
      return middle?.item.mediaType === 'book' && middle.item.media.numChapters > 0 && middle.item.id !== context.middle?.itemId;
    },
  },
  actions: {
    keepShelves: assign(({ context }, { items, dropped }: { items: readonly Shelf[]; dropped: readonly unknown[] }) => ({
      shelves: renewShelves(context.shelves, items, { picksStay: !context.hasMissed }),
      hasMissed: false, unreadable: countUnreadable(items) + dropped.length, error: null,
    })),
    rememberMissing: assign({ hasMissed: true }),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ error: toAppError(params.cause) })),
    collect: enqueueActions(({ context, enqueue }, params: { items: readonly LibraryItemMinified[] }) => {
      for (const item of params.items) {
        if (showsItem(context.shelves, item.id)) enqueue.sendTo('itemUpdates', { type: 'itemUpdates.put', item });
      }
    }),
    showUpdates: assign(({ context }, params: { items: ItemUpdates }) => ({ shelves: patchShelves(context.shelves, params.items) })),
    showEntity: assign(({ context }, params: { id: string; name: string }) => ({ shelves: patchEntity(context.shelves, params) })),
    drop: assign(({ context }, params: { id: string; shelfId?: string }) => ({
      shelves: dropEntity(context.shelves, params.id, params.shelfId),
    })),
    bringForward: assign(({ context }, params: MediaProgress) => ({ shelves: moveToFront(context.shelves, params) })),
    rememberHiding: assign((_, params: { target: HideTarget }) => ({ hiding: params.target })),
    markOutdated: raise({ type: 'home.outdated' }),
    keepMiddle: assign((_, params: { item: LibraryItemExpanded }) => ({
      middle: { itemId: params.item.id, chapters: params.item.mediaType === 'book' ? params.item.media.chapters : [] },
    })),
    claimMiddle: assign(({ context }) => ({ middle: { itemId: middleOf(context.shelves)?.item.id ?? '', chapters: [] } })),
    tell: sendTo(named('toasts'), (_, params: { key: string }): ToastsEvent => ({ type: 'toasts.show', kind: 'error', message: { key: params.key } })),
  },
  delays: { settleTime: SETTLE_MS },
}).createMachine({
  id: 'home',
  context: ({ input }) => ({
    libraryId: input.route.libraryId, shelves: [], hasMissed: false, unreadable: 0, middle: null, hiding: null, error: null,
  }),
  entry: spawnChild('itemUpdates', { id: 'itemUpdates' }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'fetchShelves',
        id: 'fetchShelves',
        input: ({ context }) => ({ libraryId: context.libraryId }),
        onDone: { target: 'shown', actions: { type: 'keepShelves', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
      },
    },
    failed: { tags: 'failed', on: { 'home.retry': 'loading', 'page.refresh': 'loading' } },
    shown: {
      type: 'parallel',
      on: {
        'itemUpdates.collected': { actions: { type: 'showUpdates', params: ({ event }) => event } },
        'server.item.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: [event.item] }) } },
        'server.items.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: event.items.items }) } },
        'server.item.added': { guard: { type: 'isOfLibrary', params: ({ event }) => event }, actions: 'markOutdated' },
        'server.items.added': { actions: 'markOutdated' },
        'server.item.removed': {
          guard: { type: 'isShown', params: ({ event }) => event.item },
          actions: [{ type: 'drop', params: ({ event }) => ({ id: event.item.id }) }, 'markOutdated'],
        },
        'server.episode.added': {
          guard: { type: 'isOfLibrary', params: ({ event }) => ({ item: event.episode.libraryItem }) },
          actions: 'markOutdated',
        },
        'server.author.updated': { actions: { type: 'showEntity', params: ({ event }) => event.author } },
        'server.author.removed': { actions: { type: 'drop', params: ({ event }) => ({ id: event.author.id }) } },
        'server.series.updated': { actions: { type: 'showEntity', params: ({ event }) => event.series } },
        'server.series.removed': { actions: { type: 'drop', params: ({ event }) => ({ id: event.series.id }) } },
        'server.user.updated': { actions: 'markOutdated' },
        'server.progress.updated': [
          {
            guard: { type: 'isPlayedLast', params: ({ event }) => event.progress.data },
            actions: { type: 'bringForward', params: ({ event }) => event.progress.data },
          },
          { guard: { type: 'changesShelves', params: ({ event }) => event.progress.data }, actions: 'markOutdated' },
        ],
      },
      states: {
        content: {
          initial: 'filled',
          states: {
            filled: { always: { guard: 'isBare', target: 'empty' } },
            empty: {
              always: { guard: ({ context }) => !isBare(context.shelves), target: 'filled' },
              initial: 'resting',
              states: {
                resting: { on: { 'home.scan': 'askingForScan' } },
                askingForScan: {
                  tags: 'busy',
                  invoke: {
                    src: 'startScan',
                    id: 'startScan',
                    input: ({ context }) => ({ id: context.libraryId }),
                    onDone: 'scanning',
                    onError: { target: 'resting', actions: { type: 'tell', params: { key: 'home.scanFailed' } } },
                  },
                },
                scanning: {},
              },
            },
          },
        },
        freshness: {
          initial: 'fresh',
          on: { 'page.refresh': { target: '.refreshing', actions: 'rememberMissing' } },
          states: {
            fresh: { on: { 'home.outdated': 'settling' } },
            settling: { after: { settleTime: 'refreshing' } },
            refreshing: {
              invoke: {
                src: 'fetchShelves',
                id: 'refetchShelves',
                input: ({ context }) => ({ libraryId: context.libraryId }),
                onDone: { target: 'fresh', actions: { type: 'keepShelves', params: ({ event }) => event.output } },
                onError: 'fresh',
              },
              on: { 'home.outdated': 'settling' },
            },
          },
        },
        hiding: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'home.hide': {
                  target: 'asking',
                  actions: [
                    { type: 'drop', params: ({ event }) => ({ id: event.entityId, shelfId: event.shelfId }) },
                    { type: 'rememberHiding', params: ({ event }) => event },
                  ],
                },
              },
            },
            asking: {
              invoke: {
                src: 'hide',
                id: 'hide',
                input: ({ context }) => context.hiding,
                onDone: 'resting',
                onError: { target: 'resting', actions: [{ type: 'tell', params: { key: 'home.hideFailed' } }, 'markOutdated'] },
              },
            },
          },
        },
        middle: {
          initial: 'resting',
          states: {
            resting: { always: { guard: 'wantsChapters', target: 'loading' } },
            loading: {
              entry: 'claimMiddle',
              invoke: {
                src: 'fetchMiddle',
                id: 'fetchMiddle',
                input: ({ context }) => ({ id: context.middle?.itemId ?? '' }),
                onDone: { target: 'resting', actions: { type: 'keepMiddle', params: ({ event }) => ({ item: event.output }) } },
                onError: 'resting',
              },
            },
          },
        },
      },
    },
  },
});

export type HomeRef = ActorRefFrom<typeof homeMachine>;
