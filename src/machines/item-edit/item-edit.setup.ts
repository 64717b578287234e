import { assign, enqueueActions, sendTo, setup, stopChild, type ActorRefFrom } from 'xstate';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import { getItem } from '../../services/endpoints/items.ts';
import { named } from '../app/system.ts';
import type { ToastKind, ToastsEvent } from '../app/toasts.protocol.ts';
import { failedBy, type Failure } from '../kit/failure.logic.ts';
import type { FormEvent } from '../kit/form.machine.ts';
import type { FormTold } from '../kit/form.ts';
import { resource, type ResourceTold } from '../kit/resource.ts';
import { holdAddress, type AddressLeft } from '../modals/address.actor.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';
import {
  afterSave,
  detailsForm,
  hasChanges,
  keepMine,
  takeTheirs,
  valuesOf,
  withTheirs,
  type DetailsSaved,
  type DetailsValues,
} from './details-form.logic.ts';
import { detailsOf, type DetailName } from './details.logic.ts';
import type { ItemEditInput, ItemEditOutput, ListedItem } from './item-edit.protocol.ts';
import {
  hasScheduleChanges,
  keepingUpOf,
  scheduleForm,
  scheduleValuesOf,
  withTheirSchedule,
  type ScheduleSaved,
  type ScheduleValues,
} from './schedule-form.logic.ts';
import type { TabName } from './tabs.logic.ts';

/** To the next (1) or previous (-1) item of the list. */
export type Step = 1 | -1;

export type ItemEditEvent =
  | { type: 'itemEdit.showTab'; tab: TabName }
  /** Saves what the tab that is shown edits. */
  | { type: 'itemEdit.save' }
  /** Closes when it is saved. */
  | { type: 'itemEdit.saveAndClose' }
  | { type: 'itemEdit.step'; by: Step }
  /** Decides about a detail that was changed elsewhere meanwhile. */
  | { type: 'itemEdit.takeTheirs'; field: DetailName }
  | { type: 'itemEdit.keepMine'; field: DetailName }
  | { type: 'itemEdit.close' }
  | AddressLeft
  | ResourceTold<'item', typeof getItem>
  | FormTold<'fields', DetailsValues, DetailsSaved>
  | FormTold<'schedule', ScheduleValues, ScheduleSaved>
  | ModalClosed<'confirm'>
  | ServerEventOf<'server.item.updated' | 'server.items.updated' | 'server.item.removed'>;

/** Where to go from an item: to another one, or nowhere. */
export type Leaving = Step | 'close';

interface ItemEditContext extends ItemEditInput {
  readonly tab: TabName;
  /** As the server has it. */
  readonly item: LibraryItemExpanded | null;
  /** There once the item has loaded. */
  readonly fields: ActorRefFrom<typeof detailsForm> | null;
  /** Of a podcast: how it keeps up with its feed. There with the fields. */
  readonly schedule: ActorRefFrom<typeof scheduleForm> | null;
  /** It was asked to close after the save that is under way. */
  readonly closes: boolean;
  /** What the question about unsaved changes is for. */
  readonly leaving: Leaving;
  /** The item went away while that was asked. */
  readonly isRemoved: boolean;
}

/** Updates come in bursts: how long it must be quiet before the item is fetched again, in ms. */
export const SETTLE_MS = 300;

/** The item of the list that is so many places on; undefined at its ends (AMB-35). */
export function stepFrom(list: readonly ListedItem[], itemId: string, by: Step): ListedItem | undefined {
  const index = list.findIndex(({ id }) => id === itemId);
  return index === -1 ? undefined : list[index + by];
}

const toast = (kind: ToastKind, key: string, title: string, error?: AppError): ToastsEvent => ({
  type: 'toasts.show',
  id: 'itemEdit',
  kind,
  message: { key, values: { title } },
  ...(error ? { error } : {}),
});
const typedIn = ({ fields }: ItemEditContext) => fields?.getSnapshot().context.values;
const plannedIn = ({ schedule }: ItemEditContext) => schedule?.getSnapshot().context.values;

const hasTyped = (context: ItemEditContext): boolean => {
  const values = typedIn(context);
  return values !== undefined && hasChanges(values);
};
const hasPlanned = (context: ItemEditContext): boolean => {
  const values = plannedIn(context);
  return values !== undefined && hasScheduleChanges(values);
};

/** What a form is told when its values become others: each that is another one then. */
function changes<Values extends object, By>(
  before: Values | undefined,
  rule: (values: Values, by: By) => Values,
  by: By,
): readonly FormEvent<Values>[] {
  if (!before) return [];
  const after = rule(before, by);
  const names = Object.keys(after) as (keyof Values)[];
  return names
    .filter((field) => after[field] !== before[field])
    .map((field) => ({ type: 'form.change', field, value: after[field] }) as FormEvent<Values>);
}

function scheduleChangesFrom(context: ItemEditContext): readonly FormEvent<ScheduleValues>[] {
  const theirs = context.item && keepingUpOf(context.item);
  return theirs ? changes(plannedIn(context), withTheirSchedule, theirs) : [];
}

/** Names and types of what the states of the modal use. */
export const itemEditSetup = setup({
  types: {
    input: {} as ItemEditInput,
    context: {} as ItemEditContext,
    events: {} as ItemEditEvent,
    output: {} as ItemEditOutput,
    tags: {} as 'busy',
    children: {} as { address: 'address'; item: 'item'; fields: 'fields'; schedule: 'schedule' },
  },
  actors: { address: holdAddress, item: resource('item', getItem), fields: detailsForm, schedule: scheduleForm },
  guards: {
    isThis: ({ context }, { item }: { item: { readonly id: string } }) => item.id === context.itemId,
    holdsThis: ({ context }, { items }: { items: { readonly items: readonly { readonly id: string }[] } }) =>
      items.items.some(({ id }) => id === context.itemId),
    isGone: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    hasStep: ({ context }, { by }: { by: Step }) => stepFrom(context.list, context.itemId, by) !== undefined,
    leavesChanges: ({ context }, { by }: { by: Step }) =>
      stepFrom(context.list, context.itemId, by) !== undefined && (hasTyped(context) || hasPlanned(context)),
    isChanged: ({ context }) => hasTyped(context) || hasPlanned(context),
    closes: ({ context }) => context.closes,
    /** What the other form has is not saved. */
    closesOver: ({ context }, { other }: { other: 'fields' | 'schedule' }) =>
      context.closes && (other === 'fields' ? hasTyped(context) : hasPlanned(context)),
    isRemoved: ({ context }) => context.isRemoved,
    isAcceptedClose: ({ context }, { output }: ModalClosed<'confirm'>) =>
      output?.accepted === true && context.leaving === 'close',
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
  },
  actions: {
    showTab: assign((_, { tab }: { tab: TabName }) => ({ tab })),
    keep: assign((_, { data }: { data: LibraryItemExpanded }) => ({
      item: data,
      title: data.media.metadata.title,
    })),
    openForm: assign(({ context: { item }, spawn }) => {
      if (!item) return {};
      const values = valuesOf(item.id, item.mediaType, detailsOf(item));
      const keepingUp = keepingUpOf(item);
      return {
        fields: spawn('fields', { id: 'fields', input: { values } }),
        schedule: keepingUp
          ? spawn('schedule', { id: 'schedule', input: { values: scheduleValuesOf(item.id, keepingUp) } })
          : null,
      };
    }),
    closeForm: enqueueActions(({ context: { fields, schedule }, enqueue }) => {
      if (fields) enqueue(stopChild(fields));
      if (schedule) enqueue(stopChild(schedule));
      enqueue.assign({ fields: null, schedule: null, item: null });
    }),
    moveBy: assign(({ context: { list, itemId, title } }, { by }: { by: Step }) => {
      const next = stepFrom(list, itemId, by);
      return { itemId: next?.id ?? itemId, title: next?.title ?? title };
    }),
    moveOn: assign(({ context: { list, itemId, title, leaving } }) => {
      const next = leaving === 'close' ? undefined : stepFrom(list, itemId, leaving);
      return { itemId: next?.id ?? itemId, title: next?.title ?? title };
    }),
    /** Again after 'back', which takes the name away. */
    nameAddress: sendTo('address', ({ context }) => ({ type: 'address.hold', query: { edit: context.itemId } })),
    markOutdated: sendTo('item', { type: 'resource.markOutdated' }),
    submit: sendTo(({ context: { tab, schedule } }) => (tab === 'schedule' && schedule ? 'schedule' : 'fields'), {
      type: 'form.submit',
    }),
    rememberClosing: assign((_, { closes }: { closes: boolean }) => ({ closes })),
    rememberRemoval: assign({ isRemoved: true }),
    rememberLeaving: assign((_, { leaving }: { leaving: Leaving }) => ({ leaving })),
    followItem: enqueueActions(({ context, enqueue }) => {
      const { item } = context;
      if (!item) return;
      for (const change of changes(typedIn(context), withTheirs, detailsOf(item))) enqueue.sendTo('fields', change);
      for (const change of scheduleChangesFrom(context)) enqueue.sendTo('schedule', change);
    }),
    /** Each form with what was saved of it, and the other one with what came from the server meanwhile. */
    followSave: enqueueActions(({ context, enqueue }, { details }: DetailsSaved) => {
      for (const change of changes(typedIn(context), afterSave, details)) enqueue.sendTo('fields', change);
      for (const change of scheduleChangesFrom(context)) enqueue.sendTo('schedule', change);
    }),
    followScheduleSave: enqueueActions(({ context, enqueue }, { keepingUp }: ScheduleSaved) => {
      const { item } = context;
      const theirs = item ? changes(typedIn(context), withTheirs, detailsOf(item)) : [];
      for (const change of theirs) enqueue.sendTo('fields', change);
      for (const change of changes(plannedIn(context), withTheirSchedule, keepingUp))
        enqueue.sendTo('schedule', change);
    }),
    takeTheirs: enqueueActions(({ context, enqueue }, { field }: { field: DetailName }) => {
      for (const change of changes(typedIn(context), takeTheirs, field)) enqueue.sendTo('fields', change);
    }),
    keepMine: enqueueActions(({ context, enqueue }, { field }: { field: DetailName }) => {
      for (const change of changes(typedIn(context), keepMine, field)) enqueue.sendTo('fields', change);
    }),
    tell: sendTo(named('toasts'), ({ context }, { kind, key }: { kind: ToastKind; key: string }) =>
      toast(kind, key, context.title),
    ),
    tellSaved: sendTo(named('toasts'), ({ context }, { isUpdated }: DetailsSaved | ScheduleSaved) =>
      isUpdated
        ? toast('success', 'itemEdit.updated', context.title)
        : toast('info', 'itemEdit.noUpdates', context.title),
    ),
    tellFailure: sendTo(named('toasts'), ({ context }, { key, cause }: Failure & { key: string }) =>
      toast('error', key, context.title, toAppError(cause)),
    ),
    tellUnsaved: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      toast('error', 'itemEdit.updateFailed', context.title, toAppError(cause)),
    ),
    ask: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      input: {
        type: 'yesNo',
        tone: 'danger',
        message: { key: 'itemEdit.confirmDiscard', values: { title: context.title } },
        confirmLabel: { key: 'itemEdit.discard' },
      },
      tag: 'discard',
      replyTo: self,
    })),
  },
});
