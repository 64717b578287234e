import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Narrator, NarratorList } from '../../../schemas/api/author.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { listNarrators } from '../../../services/endpoints/library-lists.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { dataPage, itemChanges, type ItemChange, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { NarratorsBefore } from '../selection/selection.protocol.ts';
import { changeNarrator, type NarratorChanged } from './change-narrator.actor.ts';
import { orderAfter, type NarratorOrder, type NarratorSort } from './narrators.logic.ts';

export type NarratorsEvent =
  | { type: 'narrators.filter'; text: string }
  | { type: 'narrators.sort'; sort: NarratorSort }
  | { type: 'narrators.edit'; narrator: Narrator }
  | { type: 'narrators.remove'; narrator: Narrator }
  | ModalClosed<'confirm' | 'renameNarrator'>
  | ResourceReport<'data', typeof listNarrators>
  | PageRetry
  | PageRefresh
  | ServerEventOf<ItemChange>;

interface NarratorsContext {
  readonly libraryId: string;
  readonly narrators: NarratorList['narrators'];
  readonly order: NarratorOrder;
  readonly text: string;
  readonly subject: Narrator | null;
  readonly error: AppError | null;
}

/** Changes come in bursts (a scan): wait before reloading the list, in ms. */
const SETTLE_MS = 1000;

const TOAST = 'narrators';
const NO_TEXT = '';
const NONE: Narrator = { id: '', name: '' };

const { loading, failed, kept, removed } = dataPage<NarratorList>();

/** The narrators of a library: sorts, searches, renames and removes them, with undo. Reloads after every change. */
export const narratorsMachine = setup({
  types: {
    input: {} as PageInput<'libraryNarrators'>,
    context: {} as NarratorsContext,
    events: {} as NarratorsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; removeNarrator: 'removeNarrator' },
  },
  actors: { data: resource('data', listNarrators), removeNarrator: changeNarrator },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isAccepted: ({ context }, params: ModalClosed) =>
      params.modal === 'confirm' && params.output?.accepted === true && context.subject !== null,
    isRenamed: (_, params: ModalClosed) => params.modal === 'renameNarrator' && params.output !== null,
  },
  actions: {
    keepData: assign((_, { data }: { data: NarratorList }) => ({ narrators: data.narrators, error: null })),
    rememberFailure: assign(keepError),
    takeText: assign((_, { text }: { text: string }) => ({ text })),
    takeSort: assign(({ context }, { sort }: { sort: NarratorSort }) => ({ order: orderAfter(context.order, sort) })),
    takeSubject: assign((_, { narrator }: { narrator: Narrator }) => ({ subject: narrator })),
    forgetSubject: assign({ subject: null }),
    askToRemove: sendTo(
      named('modals'),
      ({ self }, { narrator: { name, numBooks } }: { narrator: Narrator }): ModalsEvent => ({
        type: 'modals.open',
        modal: 'confirm',
        tag: 'remove',
        replyTo: self,
        input: {
          type: 'yesNo',
          tone: 'danger',
          message: { key: 'narrators.confirmRemove', values: { name, count: numBooks ?? 0 } },
          confirmLabel: { key: 'narrators.remove' },
        },
      }),
    ),
    openRename: enqueueActions(({ context, enqueue, self }, { narrator }: { narrator: Narrator }) => {
      const others = context.narrators.items.filter(({ id }) => id !== narrator.id).map(({ name }) => name);
      enqueue.sendTo(named('modals'), {
        type: 'modals.open',
        modal: 'renameNarrator',
        tag: 'rename',
        replyTo: self,
        input: { libraryId: context.libraryId, narrator, others },
      });
    }),
    notifyRenamed: enqueueActions(({ enqueue }, { modal, output }: ModalClosed) => {
      if (modal !== 'renameNarrator' || !output || !('name' in output)) return;
      const values = { name: output.name, count: output.updated };
      enqueue.sendTo(named('toasts'), undoable({ key: 'narrators.renamed', values }, output.before));
    }),
    notifyRemoved: sendTo(named('toasts'), ({ context }, { updated, before }: NarratorChanged) => {
      const values = { name: context.subject?.name ?? '', count: updated };
      return undoable({ key: 'narrators.removed', values }, before);
    }),
    notifyNotRemoved: sendTo(named('toasts'), ({ context }, { cause }: Failure): ToastsEvent => ({
      ...toast('error', { key: 'narrators.notRemoved', values: { name: context.subject?.name ?? '' } }),
      error: toAppError(cause),
    })),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    markOutdated: sendTo('data', { type: 'resource.markOutdated' }),
  },
}).createMachine({
  id: 'narrators',
  context: ({ input }) => ({
    libraryId: input.route.libraryId,
    narrators: { items: [], dropped: [] },
    order: { sort: 'name', isDescending: false },
    text: NO_TEXT,
    subject: null,
    error: null,
  }),
  invoke: {
    src: 'data',
    id: 'data',
    input: ({ context: { libraryId } }) => ({ request: { libraryId }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      initial: 'resting',
      on: {
        ...kept,
        ...removed,
        ...itemChanges,
        'narrators.filter': { actions: by('takeText') },
        'narrators.sort': { actions: by('takeSort') },
      },
      states: {
        resting: {
          entry: 'forgetSubject',
          on: {
            'narrators.edit': {
              target: 'asking',
              actions: by('openRename'),
            },
            'narrators.remove': {
              target: 'asking',
              actions: [by('takeSubject'), by('askToRemove')],
            },
          },
        },
        asking: {
          on: {
            'modal.closed': [
              { guard: by('isAccepted'), target: 'removing' },
              {
                guard: by('isRenamed'),
                target: 'resting',
                actions: [by('notifyRenamed'), 'refresh'],
              },
              { target: 'resting' },
            ],
          },
        },
        removing: {
          tags: 'busy',
          invoke: {
            src: 'removeNarrator',
            id: 'removeNarrator',
            input: ({ context: { libraryId, subject } }) => ({ libraryId, narrator: subject ?? NONE, name: null }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'notifyRemoved', params: ({ event }) => event.output }, 'refresh'],
            },
            onError: { target: 'resting', actions: { type: 'notifyNotRemoved', params: failureOf } },
          },
        },
      },
    },
  },
});

type Shown = Extract<ToastsEvent, { type: 'toasts.show' }>;

function toast(kind: 'success' | 'error', message: Shown['message']): Shown {
  return { type: 'toasts.show', id: TOAST, kind, message };
}

function undoable(message: Shown['message'], before: NarratorsBefore): Shown {
  if (before.size === 0) return toast('success', message);
  const picked = [...before.keys()].map((id) => ({ id, item: null }));
  const event = { type: 'selection.run', job: { kind: 'restoreNarrators', before }, picked } as const;
  return { ...toast('success', message), action: { label: { key: 'toasts.undo' }, to: 'selection', event } };
}

export type NarratorsRef = ActorRefFrom<typeof narratorsMachine>;
