import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Library, LibraryList } from '../../../schemas/api/library.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { deleteLibrary, listLibrariesWithStats, orderLibraries } from '../../../services/endpoints/library-admin.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { Message } from '../../kit/message.ts';
import type { PageRetry } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { libraryCallMachine, type LibraryCallEnded, type LibraryWork } from './library-call.machine.ts';
import {
  arranged,
  inOrder,
  isInOrder,
  orderAfterMove,
  orderToSave,
  withLibrary,
  withoutLibrary,
} from './library-list.logic.ts';
import { failedToast } from '../../kit/toast.ts';

export type LibraryListEvent =
  /** `index` from 0. `libraryList.keepOrder` saves. */
  | { type: 'libraryList.move'; id: string; index: number }
  | { type: 'libraryList.keepOrder' }
  | { type: 'libraryList.start'; id: string; work: LibraryWork }
  | { type: 'libraryList.edit'; id: string | null }
  | { type: 'libraryList.remove'; id: string }
  | LibraryCallEnded
  | ResourceReport<'data', typeof listLibrariesWithStats>
  | PageRetry
  | PageRefresh
  | RemovalReport<Library>
  | ModalClosed
  | ServerEventOf<
      | `server.library.${'added' | 'updated' | 'removed'}`
      | 'server.item.added'
      | 'server.items.added'
      | 'server.item.removed'
    >;

export interface LibraryListContext {
  readonly libraries: readonly Library[];
  /** Ids in the visible order, if not the server's. */
  readonly order: readonly string[] | null;
  readonly sent: readonly string[] | null;
  readonly starting: readonly string[];
  /** Result of a move, for screen readers. */
  readonly said: Message | null;
  readonly error: AppError | null;
}

/** A scan sends many events: wait before reloading the sizes, in ms. */
export const SETTLE_MS = 2000;

const libraryRemoval = removal<Library, unknown>({
  remove: (api, { id }, signal) => api.call(deleteLibrary, { id }, signal),
  texts: ({ id, name, stats }) => ({
    toast: `library/${id}`,
    values: { name, count: stats?.totalItems ?? 0 },
    question: 'libraryList.confirmRemove',
    confirm: 'libraryList.remove',
    removed: 'libraryList.removed',
    notRemoved: 'libraryList.removeFailed',
  }),
});

export const orderToSend = ({ libraries, sent }: LibraryListContext) => orderToSave(libraries, sent);

const nameOf = ({ libraries }: LibraryListContext, id: string) =>
  libraries.find((library) => library.id === id)?.name ?? '';

const isSame = (one: readonly string[] | null, other: readonly string[] | null) =>
  JSON.stringify(one) === JSON.stringify(other);

export const libraryListSetup = setup({
  types: {
    input: {} as PageInput<'configLibraries'>,
    context: {} as LibraryListContext,
    events: {} as LibraryListEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; saveOrder: 'saveOrder'; removal: 'removal'; recheck: 'recheck' },
  },
  actors: {
    recheck: recheckMachine,
    data: resource('data', listLibrariesWithStats),
    saveOrder: callEndpoint(orderLibraries),
    removal: libraryRemoval,
    call: libraryCallMachine,
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isListed: ({ context }, { id }: { id: string }) => context.libraries.some((library) => library.id === id),
    isIdle: ({ context }, { id }: { id: string }) =>
      context.libraries.some((library) => library.id === id) && !context.starting.includes(id),
    isMoved: ({ context }) => !isInOrder(context.libraries, context.order),
    isMovedOn: ({ context }) => !isSame(context.order, context.sent),
    isSaved: (_, closed: ModalClosed) => closed.modal === 'editLibrary' && closed.output?.library != null,
  },
  actions: {
    keepData: assign((_, { data }: { data: LibraryList }) => ({
      libraries: inOrder(data.libraries.items),
      error: null,
    })),
    /** The answer to a saved order has no sizes. */
    keepList: assign(({ context }, { data }: { data: LibraryList }) => ({
      libraries: inOrder(
        data.libraries.items.map(
          (library) => withLibrary(context.libraries, library).find(({ id }) => id === library.id) ?? library,
        ),
      ),
    })),
    keepLibrary: assign(({ context }, { library }: { library: Library }) => ({
      libraries: withLibrary(context.libraries, library),
    })),
    dropLibrary: assign(({ context }, { id }: { id: string }) => ({
      libraries: withoutLibrary(context.libraries, id),
    })),
    rememberFailure: assign(keepError),
    move: assign(({ context }, { id, index }: { id: string; index: number }) => {
      const order = orderAfterMove(arranged(context.libraries, context.order), id, index);
      const values = { title: nameOf(context, id), position: order.indexOf(id) + 1, count: order.length };
      return { order, said: { key: 'order.moved', values } };
    }),
    takeOrder: assign(({ context }) => ({ sent: context.order })),
    dropOrder: assign({ order: null, sent: null }),
    start: enqueueActions(({ context, enqueue }, { id, work }: { id: string; work: LibraryWork }) => {
      enqueue.assign({ starting: [...context.starting, id] });
      enqueue.spawnChild('call', { id: `call/${id}`, input: { id, work, name: nameOf(context, id) } });
    }),
    noteEnded: assign(({ context }, { id }: { id: string }) => ({
      starting: context.starting.filter((other) => other !== id),
    })),
    edit: sendTo(named('modals'), ({ context, self }, { id }: { id: string | null }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'editLibrary',
      tag: 'edit',
      replyTo: self,
      input: { library: context.libraries.find((library) => library.id === id) ?? null },
    })),
    keepSaved: assign(({ context }, closed: ModalClosed) => {
      const library = closed.modal === 'editLibrary' ? closed.output?.library : null;
      return library ? { libraries: withLibrary(context.libraries, library) } : {};
    }),
    askToRemove: sendTo('removal', ({ context }, { id }: { id: string }) => ({
      type: 'removal.ask',
      subject: context.libraries.find((library) => library.id === id),
    })),
    notifyNotOrdered: sendTo(named('toasts'), (_, { cause }: Failure): ToastsEvent =>
      failedToast('libraryOrder', 'libraryList.orderFailed', cause),
    ),
    markOutdated: sendTo('data', { type: 'resource.markOutdated' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    retry: sendTo('data', { type: 'resource.retry' }),
  },
});
