import { and, assign, sendParent, sendTo, setup, stateIn, type ActorRef, type Snapshot } from 'xstate';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getItems } from '../../../services/endpoints/item-batch.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { batchTableMachine, type CellsChanged, type TableFed } from '../batch-table/batch-table.machine.ts';
import type { DetailChange } from '../item-edit/details-form.logic.ts';
import type { DetailName } from '../item-edit/details.logic.ts';
import { keepError, type Failure } from '../../kit/failure.logic.ts';
import { redone, undone } from '../../kit/history.logic.ts';
import { leaveGuard, type LeaveWanted } from '../../kit/leave-guard.actor.ts';
import { leaveQuestion } from '../../kit/messages.ts';
import { toast } from '../../kit/toast.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageLibraryResolved, PageMoved, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { PageRetry } from '../../kit/data-page.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import { partsOf } from '../../browse/selection/selection.logic.ts';
import {
  changedDetail,
  changedOf,
  decided,
  draftsOf,
  edited,
  followed,
  isTableStale,
  maySave,
  opened,
  refused,
  revertedItem,
  settledPart,
  stillClashing,
  tableDataOf,
  type BatchEditContext,
  type BatchView,
} from './batch-edit.logic.ts';
import { BATCH_DRAFT } from './batch-edit.stored.ts';
import { batchItemOf, keptOf, type BatchItem } from './drafts.logic.ts';
import { mapDetailsOf, mapTyped, toggledUse, type MapMode } from './map-details.logic.ts';
import { updateSender, type UpdateReport } from './update-sender.actor.ts';

export type BatchEditEvent =
  | PageRetry
  | { type: 'batch.show'; view: BatchView }
  | PageMoved<'batch'>
  | CellsChanged
  | { type: 'batch.change'; id: string; change: DetailChange }
  /** Ends an undo step: the next letter begins a new one. */
  | { type: 'batch.settle' }
  | { type: 'batch.revert'; id: string; field: DetailName | null }
  | { type: 'batch.undo' }
  | { type: 'batch.redo' }
  | { type: 'batch.reset' }
  | { type: 'batch.toggleMap' }
  | { type: 'batch.setMapMode'; mode: MapMode }
  | { type: 'batch.toggleUse'; field: DetailName }
  | { type: 'batch.changeMap'; change: DetailChange }
  | { type: 'batch.resetMap' }
  | { type: 'batch.populate' }
  | { type: 'batch.populateFrom'; id: string }
  | { type: 'batch.apply' }
  | { type: 'batch.takeTheirs'; of: Decided }
  | { type: 'batch.keepMine'; of: Decided }
  | { type: 'batch.showFault' }
  | { type: 'batch.review' }
  | { type: 'batch.back' }
  | { type: 'batch.save' }
  | LeaveWanted
  | UpdateReport
  | { type: 'items.progressed'; count: number }
  | { type: 'items.loaded'; data: readonly BatchItem[] }
  | ({ type: 'items.failed' } & Failure)
  | PageRefresh
  | ModalClosed<'confirm'>
  | ServerEventOf<'server.item.updated' | 'server.items.updated' | 'server.item.removed'>;

/** One detail; `field` null: the whole item; null: all items. */
type Decided = { readonly id: string; readonly field: DetailName | null } | null;
type Of = { readonly of: Decided };
type Loaded = { readonly data: readonly BatchItem[] };

/** Updates come in bursts: wait before reloading the items, in ms. */
export const SETTLE_MS = 500;

interface ItemsRequest {
  readonly ids: readonly string[];
  readonly replyTo: ActorRef<Snapshot<unknown>, { type: 'items.progressed'; count: number }>;
}

const items = resourceBy<ItemsRequest>('items', async (api, { ids, replyTo }, signal) => {
  const found: BatchItem[] = [];
  for (const itemIds of partsOf(ids)) {
    const { libraryItems } = await api.call(getItems, { itemIds }, signal);
    found.push(...libraryItems.items.map(batchItemOf));
    replyTo.send({ type: 'items.progressed', count: found.length });
  }
  return found;
});

const libraryOf = ({ items: all }: BatchEditContext): string => [...all.values()][0]?.libraryId ?? '';

export const batchEditSetup = setup({
  types: {
    input: {} as PageInput<'batch'>,
    context: {} as BatchEditContext,
    events: {} as BatchEditEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { items: 'items'; leaveGuard: 'leaveGuard'; sender: 'sender'; table: 'table' },
  },
  actors: { items, leaveGuard, sender: updateSender, table: batchTableMachine },
  guards: {
    isAnyLeft: (_, { data }: Loaded) => data.length > 0,
    isOne: ({ context }, { id }: { id: string }) => context.items.has(id),
    areSome: ({ context }, { items: reported }: { items: readonly { readonly id: string }[] }) =>
      reported.some(({ id }) => context.items.has(id)),
    isChanged: ({ context }) => changedOf(context).length > 0,
    isSaved: ({ context }) => changedOf(context).length === 0,
    maySave: ({ context }) => maySave(context),
    isReady: and(['maySave', stateIn({ editing: { panel: 'reviewing' } })]),
    isOver: ({ context }) => context.report === null && !maySave(context),
    isHeld: stateIn({ editing: { door: 'held' } }),
    isAccepted: ({ context }, { output }: ModalClosed<'confirm'>) =>
      output?.accepted === true && changedOf(context).length > 0,
    isAllSaved: ({ context }) => context.report?.failed.size === 0,
    isTable: ({ context }) => context.view === 'table',
    isCards: ({ context }) => context.view === 'cards',
    isTableStale: ({ context }) => isTableStale(context),
    isResting: stateIn({ editing: { draft: 'resting' } }),
    isPartSaved: ({ context }) => (context.report?.saved ?? 0) > 0,
  },
  actions: {
    open: assign(({ context }, { data }: Loaded) => opened(context, data)),
    follow: assign(({ context }, { data }: Loaded) => followed(context, data)),
    notifyLibrary: sendParent(
      (_, { data }: Loaded) =>
        ({ type: 'page.libraryResolved', libraryId: data[0]?.libraryId ?? '' }) satisfies PageLibraryResolved,
    ),
    showView: sendTo(named('router'), (_, { view }: { view: BatchView }): RouterEvent => ({
      type: 'router.go',
      to: { name: 'batch', ...(view === 'table' ? { view } : {}) },
      replace: true,
    })),
    noteFed: assign(({ context }) => ({ fed: tableDataOf(context) })),
    feed: sendTo('table', ({ context }): TableFed => ({ type: 'table.fed', data: tableDataOf(context) })),
    change: assign(({ context }, { id, change }: { id: string; change: DetailChange }) =>
      changedDetail(context, id, change),
    ),
    revert: assign(({ context }, { id, field }: { id: string; field: DetailName | null }) =>
      revertedItem(context, id, field),
    ),
    undo: assign(({ context }) => ({ history: undone(context.history), applied: null })),
    redo: assign(({ context }) => ({ history: redone(context.history), applied: null })),
    reset: assign(({ context }) => ({ ...edited(context, new Map(), null), isRestored: false })),
    dropClashes: assign(({ context }) => ({ clashes: stillClashing(context) })),
    toggleUse: assign(({ context }, { field }: { field: DetailName }) => ({ map: toggledUse(context.map, field) })),
    changeMap: assign(({ context }, { change }: { change: DetailChange }) => ({
      map: mapTyped(context.map, change),
      applied: null,
    })),
    resetMap: assign(({ context: { map } }) => ({ map: mapDetailsOf(map.values.mediaType, map.mode), applied: null })),
    takeTheirs: assign(({ context }, { of }: Of) => decided(context, 'theirs', of)),
    keepMine: assign(({ context }, { of }: Of) => decided(context, 'mine', of)),
    refuse: assign(({ context }) => refused(context)),
    accept: assign({ isRefused: false }),
    rememberFailure: assign(keepError),
    takePart: assign(({ context }, { saved, failed }: Extract<UpdateReport, { type: 'batch.partSettled' }>) =>
      settledPart(context, saved, failed),
    ),
    /** Kept until saved or discarded; the item ids for the life of the tab. */
    keepDraft: ({ context, system }) => {
      const kept = keptOf(context.ids, context.items, draftsOf(context), context.clashes);
      getPorts(system).tabStorage.write(BATCH_DRAFT, kept);
    },
    forgetAll: ({ system }) => getPorts(system).tabStorage.remove(BATCH_DRAFT),
    ask: sendTo(named('modals'), ({ context, self }) => {
      const message = { key: 'selection.confirmDiscard', values: { count: changedOf(context).length } };
      return leaveQuestion(self, message, 'itemEdit.discard');
    }),
    notifySaved: sendTo(named('toasts'), ({ context }): ToastsEvent =>
      toast('success', 'selection', 'selection.done.update', {
        values: { count: context.former.size },
        action: { label: { key: 'toasts.undo' }, to: 'selection', event: takingBack(context) },
      }),
    ),
    showShelf: sendTo(named('router'), ({ context }): RouterEvent => ({
      type: 'router.goBack',
      to: { name: 'bookshelf', libraryId: libraryOf(context) },
    })),
    markOutdated: sendTo('items', { type: 'resource.markOutdated' }),
    refresh: sendTo('items', { type: 'resource.refresh' }),
    retry: sendTo('items', { type: 'resource.retry' }),
  },
});

const takingBack = ({ former }: BatchEditContext) =>
  ({
    type: 'selection.run',
    job: { kind: 'restoreDetails', before: former },
    picked: [...former.keys()].map((id) => ({ id, item: null })),
  }) as const;
