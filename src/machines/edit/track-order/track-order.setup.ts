import { assign, sendParent, sendTo, setup, stateIn } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import { orderDraft } from '../../../schemas/drafts.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { updateChapters, updateTracks } from '../../../services/endpoints/item-editing.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { defineStored } from '../../../services/storage.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { discardQuestion, editorToast, savedToast, unsavedToast, isAccepted } from '../../kit/messages.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { leaveGuard, type LeaveWanted } from '../../kit/leave-guard.actor.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import { redone, undone } from '../../kit/history.logic.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageLibraryResolved, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import type { OrderEdit } from './order.logic.ts';
import {
  followed,
  hasTracks,
  isChanged,
  keptOf,
  opened,
  saved,
  withEdit,
  type TrackOrderContext,
} from './track-order.logic.ts';
import type { PageRetry } from '../../kit/data-page.ts';

export type TrackOrderEvent =
  | PageRetry
  | { type: 'trackOrder.edit'; edit: OrderEdit }
  | { type: 'trackOrder.settle'; ino: string }
  | { type: 'trackOrder.undo' }
  | { type: 'trackOrder.redo' }
  | { type: 'trackOrder.reset' }
  | { type: 'trackOrder.save' }
  | LeaveWanted
  | ResourceReport<'item', typeof getItem>
  | PageRefresh
  | ModalClosed<'confirm'>
  | ServerEventOf<'server.item.updated' | 'server.items.updated' | 'server.item.removed'>;

type Loaded = { readonly data: LibraryItemExpanded };

/** Updates come in bursts: wait before reloading the item, in ms. */
export const SETTLE_MS = 300;

export const ORDER_DRAFT = defineStored('earmark.orderDraft', orderDraft);

const EDITOR = 'itemEdit';

const titleOf = ({ book }: TrackOrderContext): string => book?.media.metadata.title ?? '';

export const trackOrderSetup = setup({
  types: {
    input: {} as PageInput<'tracks'>,
    context: {} as TrackOrderContext,
    events: {} as TrackOrderEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { item: 'item'; leaveGuard: 'leaveGuard'; save: 'save'; moveChapters: 'moveChapters' },
  },
  actors: {
    item: resource('item', getItem),
    leaveGuard,
    save: callEndpoint(updateTracks),
    moveChapters: callEndpoint(updateChapters),
  },
  guards: {
    isUsable: (_, { data }: Loaded) => data.mediaType === 'book' && data.media.audioFiles.items.length > 0,
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isThis: ({ context }, { id }: { id: string }) => id === context.itemId,
    holdsThis: ({ context }, { items }: { items: readonly { readonly id: string }[] }) =>
      items.some(({ id }) => id === context.itemId),
    isChanged: ({ context }) => isChanged(context),
    isSaved: ({ context }) => !isChanged(context),
    /** Leaving needs a confirmation. */
    isHeld: stateIn({ editing: { door: 'held' } }),
    maySave: ({ context }) => isChanged(context) && hasTracks(context),
    /** After the save, chapters would start in other files. */
    leavesChapters: ({ context }) => saved(context).movedChapters !== null,
    isAgreed: (_, closed: ModalClosed<'confirm'>) => isAccepted(closed),
    /** Meanwhile the draft may equal the server's again: then nothing blocks the exit. */
    isAccepted: ({ context }, { output }: ModalClosed<'confirm'>) => output?.accepted === true && isChanged(context),
  },
  actions: {
    open: assign(({ context }, { data }: Loaded) => (data.mediaType === 'book' ? opened(context, data) : {})),
    follow: assign(({ context }, { data }: Loaded) => (data.mediaType === 'book' ? followed(context, data) : {})),
    notifyLibrary: sendParent(
      (_, { data }: Loaded) =>
        ({ type: 'page.libraryResolved', libraryId: data.libraryId }) satisfies PageLibraryResolved,
    ),
    edit: assign(({ context }, { edit }: { edit: OrderEdit }) => withEdit(context, edit)),
    undo: assign(({ context }) => ({ history: undone(context.history), sort: null })),
    redo: assign(({ context }) => ({ history: redone(context.history), sort: null })),
    reset: assign(({ context }) => ({
      ...withEdit(context, { kind: 'replace', order: context.base }),
      isOutdated: false,
      isRestored: false,
    })),
    rememberFailure: assign(keepError),
    keepSaved: assign(({ context }) => saved(context)),
    /** Kept until saved, discarded, or equal to the server's. */
    keepDraft: ({ context, system }) => {
      const { tabStorage } = getPorts(system);
      if (!isChanged(context)) tabStorage.remove(ORDER_DRAFT);
      else tabStorage.write(ORDER_DRAFT, keptOf(context));
    },
    forgetDraft: ({ system }) => getPorts(system).tabStorage.remove(ORDER_DRAFT),
    ask: sendTo(named('modals'), ({ context, self }) => discardQuestion(titleOf(context), self)),
    offerToMove: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      tag: 'chapters',
      replyTo: self,
      input: {
        type: 'yesNo',
        tone: 'primary',
        message: {
          key: 'chaptersQuestion.move',
          values: { title: titleOf(context), count: context.book?.media.chapters.items.length ?? 0 },
        },
        confirmLabel: { key: 'chaptersQuestion.moveChapters' },
        cancelLabel: { key: 'chaptersQuestion.leaveChapters' },
      },
    })),
    notifyMoved: sendTo(named('toasts'), ({ context }) =>
      editorToast(EDITOR, titleOf(context), { kind: 'success', key: 'chaptersQuestion.moved' }),
    ),
    notifyNotMoved: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      editorToast(EDITOR, titleOf(context), {
        kind: 'error',
        key: 'chaptersQuestion.notMoved',
        error: toAppError(cause),
      }),
    ),
    notifySaved: sendTo(named('toasts'), ({ context }) =>
      savedToast(EDITOR, titleOf(context), true, { key: 'itemEdit.orderSaved' }),
    ),
    notifyNotSaved: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      unsavedToast(EDITOR, titleOf(context), toAppError(cause)),
    ),
    showItem: sendTo(named('router'), ({ context }): RouterEvent => ({
      type: 'router.go',
      to: { name: 'item', id: context.itemId },
      replace: true,
    })),
    markOutdated: sendTo('item', { type: 'resource.markOutdated' }),
    refresh: sendTo('item', { type: 'resource.refresh' }),
    retry: sendTo('item', { type: 'resource.retry' }),
  },
});
