import { assign, enqueueActions, raise, sendTo, setup } from 'xstate';
import type { Chapter } from '../../../schemas/api/audio-file.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { Shelf } from '../../../schemas/api/shelf.ts';
import type { Task } from '../../../schemas/api/task.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { TolerantList } from '../../../schemas/tolerant-list.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { listShelves, scanLibrary } from '../../../services/endpoints/libraries.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { getProgress, isOpenInPlayer, named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import { itemUpdatesMachine, type ItemUpdatesParentEvent } from '../item/item-updates.machine.ts';
import type { ItemUpdates } from '../../kit/shown-item.logic.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { PlayerCommand } from '../../playback/player/player.protocol.ts';
import { keyOf } from '../../kit/media.logic.ts';
import type { ProgressParentEvent } from '../../playback/progress/progress.machine.ts';
import type { ProgressCommand } from '../../playback/progress/progress.protocol.ts';
import {
  continueItemOf,
  effectOf,
  moveStart,
  moveToFront,
  type MovedStart,
  type ProgressFact,
  CONTINUE_SHELVES,
  episodeOf,
} from './continue-item.logic.ts';
import {
  dropEntity,
  isEmpty,
  patchEntity,
  patchShelves,
  renewShelves,
  showsItem,
  changeLists,
  itemsOf,
} from './shelves.logic.ts';

interface Removal {
  readonly shelfId: string;
  readonly item: LibraryItemMinified;
  readonly id: string;
  readonly command: Extract<ProgressCommand, { type: 'progress.edit' | 'progress.hideSeries' }>;
}

function removalOf(shelves: readonly Shelf[], { shelfId, item }: Pick<Removal, 'shelfId' | 'item'>): Removal | null {
  if (!shelves.some((shelf) => shelf.id === shelfId && itemsOf(shelf).some((shown) => isSame(shown, item))))
    return null;
  const episodeId = episodeOf(item);
  if (CONTINUE_SHELVES.includes(shelfId)) {
    const episode = item.mediaType === 'podcast' ? item.recentEpisode : undefined;
    const title = episode?.title ?? item.media.metadata.title;
    const media = { libraryItemId: item.id, episodeId };
    return {
      shelfId,
      item,
      id: keyOf(media),
      command: { type: 'progress.edit', media, edit: { kind: 'hide' }, title },
    };
  }
  const series = shelfId === 'continue-series' && item.mediaType === 'book' ? item.media.metadata.series : undefined;
  return series
    ? {
        shelfId,
        item,
        id: series.id,
        command: { type: 'progress.hideSeries', seriesId: series.id, title: series.name },
      }
    : null;
}

function isSame(one: LibraryItemMinified, other: LibraryItemMinified): boolean {
  return one.id === other.id && episodeOf(one) === episodeOf(other);
}

function withoutRemoved(shelves: readonly Shelf[], removals: readonly Removal[]): readonly Shelf[] {
  if (removals.length === 0) return shelves;
  return changeLists(shelves, (shelf) => {
    const own = removals.filter(({ shelfId }) => shelfId === shelf.id);
    if (own.length === 0) return null;
    return (entities) =>
      entities.filter((entity) => !own.some(({ item }) => 'mediaType' in entity && isSame(entity, item)));
  });
}

export type HomeEvent =
  | { type: 'home.retry' }
  | { type: 'home.scan' }
  /** A toast offers undo. */
  | { type: 'home.hide'; shelfId: string; item: LibraryItemMinified }
  /** Seeks in the first card's item, in the player if it is open there. */
  | { type: 'home.jump'; media: MediaRef; seconds: number }
  | { type: 'home.refetched' }
  | ResourceReport<'shelves', typeof listShelves>
  | PageRefresh
  | ProgressParentEvent
  | ItemUpdatesParentEvent
  | ServerEventOf<
      | 'server.item.added'
      | 'server.item.updated'
      | 'server.item.removed'
      | 'server.items.added'
      | 'server.items.updated'
      | 'server.episode.added'
      | 'server.author.updated'
      | 'server.author.removed'
      | 'server.series.updated'
      | 'server.series.removed'
      | 'server.progress.updated'
      | 'server.task.finished'
      | 'server.user.updated'
    >;

interface HomeContext {
  libraryId: string;
  shelves: readonly Shelf[];
  /** The socket missed events, and the shelves were not refetched since. */
  hasMissed: boolean;
  continueItem: { readonly itemId: string; readonly chapters: readonly Chapter[] } | null;
  movedStart: MovedStart | null;
  removals: readonly Removal[];
  error: AppError | null;
}

export const homeSetup = setup({
  types: {
    input: {} as PageInput<'library'>,
    context: {} as HomeContext,
    events: {} as HomeEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { itemUpdates: 'itemUpdates'; shelves: 'shelves' },
  },
  actors: {
    shelves: resource('shelves', listShelves),
    fetchContinueItem: callEndpoint(getItem),
    startScan: callEndpoint(scanLibrary),
    itemUpdates: itemUpdatesMachine,
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    hasItems: ({ context }) => !isEmpty(context.shelves),
    isEmpty: ({ context }) => isEmpty(context.shelves),
    isOfLibrary: ({ context }, params: { item: LibraryItemMinified }) => params.item.libraryId === context.libraryId,
    isOwnScan: ({ context }, params: { task: Task }) =>
      params.task.action === 'library-scan' && params.task.data?.libraryId === context.libraryId,
    isShown: ({ context }, params: { id: string }) => showsItem(context.shelves, params.id),
    isPlayedLast: ({ context }, params: ProgressFact) => effectOf(context.shelves, params) === 'first',
    changesShelves: ({ context }, params: ProgressFact) => effectOf(context.shelves, params) === 'unknown',
    wantsChapters: ({ context }) => {
      const continueItem = continueItemOf(context.shelves);
      return (
        continueItem?.item.mediaType === 'book' &&
        continueItem.item.media.numChapters > 0 &&
        continueItem.item.id !== context.continueItem?.itemId
      );
    },
  },
  actions: {
    keepShelves: assign(({ context }, { data }: { data: TolerantList<Shelf> }) => ({
      shelves: withoutRemoved(
        renewShelves(context.shelves, data.items, { picksStay: !context.hasMissed }),
        context.removals,
      ),
      hasMissed: false,
      error: null,
    })),
    rememberMissing: assign(({ context }, { again }: PageRefresh) => ({ hasMissed: context.hasMissed || again })),
    rememberFailure: assign(keepError),
    collect: enqueueActions(({ context, enqueue }, params: { items: readonly LibraryItemMinified[] }) => {
      for (const item of params.items) {
        if (showsItem(context.shelves, item.id)) enqueue.sendTo('itemUpdates', { type: 'itemUpdates.put', item });
      }
    }),
    showUpdates: assign(({ context }, params: { items: ItemUpdates }) => ({
      shelves: patchShelves(context.shelves, params.items),
    })),
    showEntity: assign(({ context }, params: { id: string; name: string }) => ({
      shelves: patchEntity(context.shelves, params),
    })),
    drop: assign(({ context }, params: { id: string }) => ({ shelves: dropEntity(context.shelves, params.id) })),
    remove: enqueueActions(({ context, enqueue }, params: Pick<Removal, 'shelfId' | 'item'>) => {
      const removal = removalOf(context.shelves, params);
      if (!removal) return;
      enqueue.assign({ removals: [...context.removals, removal], shelves: withoutRemoved(context.shelves, [removal]) });
      enqueue.sendTo(named('progress'), removal.command);
    }),
    forgetRemoval: assign(({ context }, params: { id: string }) => ({
      removals: context.removals.filter(({ id }) => id !== params.id),
    })),
    bringForward: assign(({ context }, params: MediaProgress) => ({ shelves: moveToFront(context.shelves, params) })),
    jump: enqueueActions(({ context, enqueue, system }, { media, seconds }: { media: MediaRef; seconds: number }) => {
      if (isOpenInPlayer(system, media)) return enqueue.sendTo(named('player'), { type: 'player.seekBy', seconds });
      const progress = getProgress(system, media);
      if (progress) enqueue.assign({ movedStart: moveStart(context.movedStart, progress, seconds) });
    }),
    markRefetched: raise({ type: 'home.refetched' }),
    markOutdated: sendTo('shelves', { type: 'resource.markOutdated' }),
    refresh: sendTo('shelves', { type: 'resource.refresh' }),
    retry: sendTo('shelves', { type: 'resource.retry' }),
    /** A response for another item gives no chapters and no retry. */
    keepContinueItem: assign(({ context: { continueItem } }, { item }: { item: LibraryItemExpanded }) => ({
      continueItem: continueItem && {
        ...continueItem,
        chapters: item.mediaType === 'book' && item.id === continueItem.itemId ? item.media.chapters.items : [],
      },
    })),
    /** Saves the player a request if it shows this item. */
    notifyPlayer: sendTo(named('player'), (_, params: { item: LibraryItemExpanded }): PlayerCommand => ({
      type: 'player.describe',
      item: params.item,
    })),
    claimContinueItem: assign(({ context }) => ({
      continueItem: { itemId: continueItemOf(context.shelves)?.item.id ?? '', chapters: [] },
    })),
    notifyRefusedScan: sendTo(named('toasts'), (_, params: Failure): ToastsEvent => ({
      type: 'toasts.show',
      kind: 'error',
      message: { key: 'home.scanFailed' },
      error: toAppError(params.cause),
    })),
    notifyScan: enqueueActions(({ enqueue }, { task }: { task: Task }) => {
      const toast: ToastsEvent | null = task.isFailed
        ? {
            type: 'toasts.show',
            kind: 'error',
            message: task.error ? { text: task.error } : { key: 'home.scanFailed' },
          }
        : task.data?.scanResults?.added
          ? null
          : { type: 'toasts.show', kind: 'info', message: { key: 'home.scanFoundNothing' } };
      if (toast) enqueue.sendTo(named('toasts'), toast);
    }),
  },
});
