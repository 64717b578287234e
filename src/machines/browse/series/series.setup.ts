import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import type { BookItemMinified, LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { Series, SeriesDetail } from '../../../schemas/api/series.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getLibrarySeries } from '../../../services/endpoints/library-lists.ts';
import { getProgress, named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { ItemListRef } from '../bookshelf/bookshelf.protocol.ts';
import { itemList } from '../bookshelf/item-list.ts';
import type { ShelfQuery } from '../bookshelf/query.logic.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ItemUpdates } from '../../kit/shown-item.logic.ts';
import { itemUpdatesMachine, type ItemUpdatesParentEvent } from '../item/item-updates.machine.ts';
import type { ConfirmInput } from '../../app/modals/confirm.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { preferencesWatch, type PreferencesChanged } from '../../playback/player/watchers.actor.ts';
import type { MediaEdit, ProgressCommand } from '../../playback/progress/progress.protocol.ts';
import { listSaved } from '../../kit/windowed-list/memory.logic.ts';
import { holdsItem } from '../../kit/windowed-list/window.logic.ts';
import type { ListMemory, ListPlaceChanged } from '../../kit/windowed-list/windowed-list.protocol.ts';
import { findNextBook } from './next-book.actor.ts';
import { namesSeries, targetOf } from './series.logic.ts';
import { failedToast, toast } from '../../kit/toast.ts';

export type SeriesEvent =
  | { type: 'series.retry' }
  /** Plays or pauses the first unfinished book. */
  | { type: 'series.playOrPause' }
  /** Marks all books after a confirmation. */
  | { type: 'series.markAll'; isFinished: boolean }
  /** Removes the series from its continue shelf, or puts it back. */
  | { type: 'series.hide' }
  | { type: 'series.show' }
  | { type: 'series.toggleDescription' }
  | { type: 'series.rename' }
  | ResourceReport<'series', typeof getLibrarySeries>
  | ListPlaceChanged<LibraryItemMinified, ShelfQuery>
  | PreferencesChanged
  | PageRefresh
  | ModalClosed
  | ItemUpdatesParentEvent
  | ServerEventOf<
      | 'server.series.updated'
      | 'server.series.removed'
      | 'server.item.added'
      | 'server.items.added'
      | 'server.item.updated'
      | 'server.items.updated'
      | 'server.item.removed'
      | 'server.rssFeed.opened'
      | 'server.rssFeed.closed'
    >;

export interface SeriesContext {
  readonly entryKey: string;
  readonly libraryId: string;
  readonly seriesId: string;
  query: ShelfQuery;
  readonly list: ItemListRef;
  series: SeriesDetail | null;
  marksFinished: boolean;
  /** Of books that don't have the mark yet. */
  edits: readonly MediaEdit[];
  isDescriptionOpen: boolean;
  error: AppError | null;
}

export const seriesSetup = setup({
  types: {
    input: {} as PageInput<'series'>,
    context: {} as SeriesContext,
    events: {} as SeriesEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      series: 'series';
      list: 'list';
      itemUpdates: 'itemUpdates';
      findNextBook: 'findNextBook';
    },
  },
  actors: {
    series: resource('series', getLibrarySeries),
    list: itemList,
    itemUpdates: itemUpdatesMachine,
    preferencesWatch,
    findNextBook,
  },
  guards: {
    isThis: ({ context }, { id }: { id: string }) => id === context.seriesId,
    collapsesOtherwise: ({ context }, { preferences }: { preferences: Preferences }) =>
      preferences.collapseBookSeries !== context.query.collapseSeries,
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isToSave: ({ context }, params: ModalClosed) =>
      params.modal === 'confirm' && params.output?.accepted === true && context.edits.length > 0,
    isRenamed: (_, params: ModalClosed) => params.modal === 'renameSeries' && params.output !== null,
    isFound: (_, { book }: { book: BookItemMinified | null }) => book !== null,
  },
  actions: {
    collapse: assign(({ context: { query } }, { preferences }: { preferences: Preferences }) => ({
      query: { ...query, collapseSeries: preferences.collapseBookSeries },
    })),
    showQuery: sendTo('list', ({ context }) => ({ type: 'list.show', query: context.query })),
    keep: assign((_, { data }: { data: SeriesDetail }) => ({ series: data, error: null })),
    takeUpdate: assign(({ context }, { series }: { series: Series }) => ({
      series: context.series && { ...context.series, ...series },
    })),
    rename: enqueueActions(({ context: { series }, enqueue, self }) => {
      if (!series) return;
      const opening = { type: 'modals.open', modal: 'renameSeries', tag: 'rename', replyTo: self } as const;
      enqueue.sendTo(named('modals'), { ...opening, input: { series } });
    }),
    takeName: enqueueActions(({ context, enqueue }, closed: ModalClosed) => {
      if (closed.modal !== 'renameSeries' || !closed.output) return;
      const { name } = closed.output;
      enqueue.assign({ series: context.series && { ...context.series, name } });
      enqueue.sendTo(
        named('toasts'),
        toast('success', `series/${context.seriesId}`, 'series.renamed', { values: { name } }),
      );
    }),
    rememberFailure: assign(keepError),
    retry: sendTo('series', { type: 'resource.retry' }),
    refresh: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('series', { type: 'resource.refresh' });
      enqueue.sendTo('list', { type: 'list.refresh' });
    }),
    markOutdated: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('series', { type: 'resource.markOutdated' });
      enqueue.sendTo('list', { type: 'list.outdated' });
    }),
    saveState: sendParent(({ context }, { memory }: { memory: ListMemory }) => listSaved(context.entryKey, memory)),
    /** Shown books, and books that name the series: they may be new in it. */
    collect: enqueueActions(({ context, enqueue }, { items }: { items: readonly LibraryItemMinified[] }) => {
      const { pages } = context.list.getSnapshot().context;
      const name = context.series?.name;
      for (const item of items) {
        if (holdsItem(pages, item.id) || (name !== undefined && namesSeries(item, name)))
          enqueue.sendTo('itemUpdates', { type: 'itemUpdates.put', item });
      }
    }),
    showUpdates: sendTo('list', (_, { items }: { items: ItemUpdates }) => ({ type: 'list.patch', items })),
    toggleDescription: assign(({ context }) => ({ isDescriptionOpen: !context.isDescriptionOpen })),
    playOrPause: enqueueActions(({ enqueue }, { book }: { book: BookItemMinified | null }) => {
      if (book) enqueue.sendTo(named('player'), { type: 'player.playOrPause', ...targetOf(book) });
    }),
    notifySilent: sendTo(named('toasts'), (): ToastsEvent => toast('info', 'series/play', 'series.nothingToPlay')),
    notifyFailure: sendTo(named('toasts'), ({ context }, { key, cause }: Failure & { key: string }): ToastsEvent =>
      failedToast(`series/${context.seriesId}`, key, cause),
    ),
    notifyMarked: sendTo(named('toasts'), ({ context }): ToastsEvent =>
      toast(
        'success',
        `series/${context.seriesId}`,
        context.marksFinished ? 'series.allFinished' : 'series.allUnfinished',
        { values: { title: context.series?.name ?? '' } },
      ),
    ),
    rememberMark: assign(({ context, system }, { isFinished }: { isFinished: boolean }) => ({
      marksFinished: isFinished,
      edits: (context.series?.progress?.libraryItemIds ?? [])
        .map((libraryItemId) => ({ libraryItemId, episodeId: null }))
        .filter((media) => (getProgress(system, media)?.isFinished ?? false) !== isFinished)
        .map((media): MediaEdit => ({ media, edit: { kind: isFinished ? 'finish' : 'unfinish' } })),
    })),
    mark: sendTo(named('progress'), ({ context: { edits } }): ProgressCommand => ({
      type: 'progress.editMany',
      edits,
    })),
    ask: enqueueActions(({ context: { series, marksFinished }, enqueue, self }) => {
      const input: ConfirmInput = {
        type: 'yesNo',
        message: {
          key: marksFinished ? 'series.confirmFinished' : 'series.confirmUnfinished',
          values: { title: series?.name ?? '', count: series?.progress?.libraryItemIds.length ?? 0 },
        },
        confirmLabel: { key: marksFinished ? 'series.markFinished' : 'series.markUnfinished' },
      };
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'confirm', input, tag: 'markAll', replyTo: self });
    }),
    hide: sendTo(named('progress'), ({ context }): ProgressCommand => ({
      type: 'progress.hideSeries',
      seriesId: context.seriesId,
      title: context.series?.name ?? '',
    })),
    show: enqueueActions(({ context: { seriesId, series }, enqueue }) => {
      enqueue.sendTo(named('progress'), { type: 'progress.showSeries', seriesId });
      enqueue.sendTo(
        named('toasts'),
        toast('success', `progress/${seriesId}`, 'series.shown', { values: { title: series?.name ?? '' } }),
      );
    }),
  },
});
