import { assign, enqueueActions, sendTo, setup, stopChild, type ActorRefFrom } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastKind } from '../../kit/toasts.protocol.ts';
import { editorToast, savedToast, unsavedToast } from '../../kit/messages.ts';
import { failedBy, type Failure } from '../../kit/failure.logic.ts';
import type { AfterSave, FormReport } from '../../kit/form.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import { holdAddress, type AddressLeft } from '../../kit/address.actor.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import { newEpisodesMachine, type NewEpisodesRef } from '../podcasts/new-episodes.machine.ts';
import { detailsForm, keepMine, takeTheirs, type DetailsSaved, type DetailsValues } from './details-form.logic.ts';
import { detailsOf, type DetailName } from './details.logic.ts';
import {
  COVER_DRAFT,
  EDITED_LIST,
  draftKeeper,
  ITEM_DRAFT,
  MATCH_DRAFT,
  SCHEDULE_DRAFT,
  begunWith,
  discarded,
} from './draft.actor.ts';
import { changeIn, type ProviderNews } from '../quick-match/find-providers.actor.ts';
import { coverMachine, type CoverRef } from './cover.machine.ts';
import { filesMachine, type FilesRef } from '../../browse/item/files.machine.ts';
import { folderPicturesMachine, type FolderPicturesRef } from './folder-pictures.machine.ts';
import { matchMachine, type MatchRef } from './match.machine.ts';
import {
  afterNews,
  afterSaved,
  detailsChanges,
  hasEdits,
  hasOtherEdits,
  scheduleChangesBy,
  type EditsSaved,
} from './edits.logic.ts';
import type { ItemEditInput, ItemEditOutput, ListedItem } from '../../app/modals/modal-inputs.protocol.ts';
import { rescanMachine, type RescanRef } from './rescan.machine.ts';
import {
  discardedSchedule,
  keepingUpOf,
  scheduleForm,
  scheduleBegunWith,
  type ScheduleSaved,
  type ScheduleValues,
} from './schedule-form.logic.ts';
import type { SearchNews, TabNews, TabParentEvent } from './item-edit.protocol.ts';
import type { TabName } from './tabs.logic.ts';
import { toolsMachine, type ToolsRef } from './tools.machine.ts';

/** Next (1) or previous (-1). */
export type Step = 1 | -1;

export type ItemEditEvent =
  | { type: 'itemEdit.showTab'; tab: TabName }
  | { type: 'itemEdit.save' }
  | { type: 'itemEdit.saveAndClose' }
  | { type: 'itemEdit.saveAndNext' }
  | { type: 'itemEdit.step'; by: Step }
  | { type: 'itemEdit.takeTheirs'; field: DetailName }
  | { type: 'itemEdit.keepMine'; field: DetailName }
  | { type: 'itemEdit.forgetDraft' }
  | { type: 'itemEdit.close' }
  | AddressLeft
  | TabParentEvent
  | ResourceReport<'item', typeof getItem>
  | FormReport<'edits', DetailsValues, DetailsSaved>
  | FormReport<'edits', ScheduleValues, ScheduleSaved>
  | ModalClosed<'confirm'>
  | ServerEventOf<'server.item.updated' | 'server.items.updated' | 'server.item.removed'>
  | ProviderNews;

export type Leaving = Step | 'close';

interface Tabs {
  readonly cover: CoverRef;
  readonly files: FilesRef;
  readonly match: MatchRef;
  readonly episodes: NewEpisodesRef;
  readonly tools: ToolsRef;
  readonly pictures: FolderPicturesRef;
  readonly rescan: RescanRef;
}
type TabWithMachine = Exclude<keyof Tabs, 'pictures' | 'rescan'>;
const TABS_WITH_MACHINE: readonly TabWithMachine[] = ['cover', 'episodes', 'files', 'match', 'tools'];
const TABS_WITH_PICTURES: readonly TabName[] = ['cover', 'files'];
const hasMachine = (tab: TabName): tab is TabWithMachine => TABS_WITH_MACHINE.some((one) => one === tab);

interface ItemEditContext extends ItemEditInput {
  readonly tab: TabName;
  readonly item: LibraryItemExpanded | null;
  readonly fields: ActorRefFrom<typeof detailsForm> | null;
  readonly schedule: ActorRefFrom<typeof scheduleForm> | null;
  readonly tabs: Tabs | null;
  readonly isRestored: boolean;
  readonly isScheduleRestored: boolean;
  readonly afterSave: AfterSave;
  readonly leaving: Leaving;
  readonly isRemoved: boolean;
}

/** Update events come in bursts: the item is fetched after this pause, in ms. */
export const SETTLE_MS = 300;

/** Undefined at the ends of the list. */
export function stepFrom(list: readonly ListedItem[], itemId: string, by: Step): ListedItem | undefined {
  const index = list.findIndex(({ id }) => id === itemId);
  return index === -1 ? undefined : list[index + by];
}

const EDITOR = 'itemEdit';

const savedDetails = ({ title, itemId }: ItemEditContext, { isUpdated, undo }: EditsSaved) =>
  savedToast(EDITOR, title, isUpdated, { undo: { type: 'itemRestorer.restore', id: itemId, change: undo } });

const showsSchedule = ({ tab, schedule }: ItemEditContext): boolean => tab === 'schedule' && schedule !== null;

export const itemEditSetup = setup({
  types: {
    input: {} as ItemEditInput,
    context: {} as ItemEditContext,
    events: {} as ItemEditEvent,
    output: {} as ItemEditOutput,
    tags: {} as 'busy',
    children: {} as {
      address: 'address';
      item: 'item';
      fields: 'fields';
      schedule: 'schedule';
      draftKeeper: 'draftKeeper';
      pictures: 'pictures';
      rescan: 'rescan';
    } & {
      [Tab in TabWithMachine]: Tab;
    },
  },
  actors: {
    address: holdAddress,
    draftKeeper,
    item: resource('item', getItem),
    fields: detailsForm,
    schedule: scheduleForm,
    cover: coverMachine,
    files: filesMachine,
    match: matchMachine,
    episodes: newEpisodesMachine,
    tools: toolsMachine,
    pictures: folderPicturesMachine,
    rescan: rescanMachine,
  },
  guards: {
    isThis: ({ context }, { item }: { item: { readonly id: string } }) => item.id === context.itemId,
    holdsThis: ({ context }, { items }: { items: { readonly items: readonly { readonly id: string }[] } }) =>
      items.items.some(({ id }) => id === context.itemId),
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    hasStep: ({ context }, { by }: { by: Step }) => stepFrom(context.list, context.itemId, by) !== undefined,
    leavesChanges: ({ context }, { by }: { by: Step }) =>
      stepFrom(context.list, context.itemId, by) !== undefined && hasEdits(context),
    isChanged: ({ context }) => hasEdits(context),
    closes: ({ context }) => context.afterSave === 'close',
    movesOn: ({ context: { afterSave, list, itemId } }) =>
      afterSave === 'next' && stepFrom(list, itemId, 1) !== undefined,
    /** Edits of the other form are unsaved. */
    leavesOver: ({ context }, { answer }: { answer: EditsSaved }) =>
      context.afterSave !== 'stay' && hasOtherEdits(context, answer),
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
    /** Of an item that was opened from a list before, as by a reload. */
    restoreList: assign(({ context: { list, itemId }, self }) => {
      const kept = getPorts(self.system).tabStorage.read(EDITED_LIST) ?? [];
      return list.length > 0 || !kept.some(({ id }) => id === itemId) ? {} : { list: kept };
    }),
    keepList: ({ context: { list }, system }) => {
      if (list.length > 0) void getPorts(system).tabStorage.write(EDITED_LIST, [...list]);
    },
    openForm: assign(({ context: { item, tab }, spawn, self }) => {
      if (!item) return {};
      const { tabStorage } = getPorts(self.system);
      const kept = tabStorage.read(ITEM_DRAFT);
      const matching = tabStorage.read(MATCH_DRAFT);
      const keptMatch = matching?.itemId === item.id ? matching : null;
      const covered = tabStorage.read(COVER_DRAFT);
      const keptCover = covered?.itemId === item.id ? covered : null;
      const { values, isRestored } = begunWith(kept, item.id, item.mediaType, detailsOf(item));
      const keepingUp = keepingUpOf(item);
      const planned = keepingUp && scheduleBegunWith(tabStorage.read(SCHEDULE_DRAFT), item.id, keepingUp);
      return {
        isRestored,
        tab: keptMatch ? 'match' : keptCover ? 'cover' : planned?.isRestored ? 'schedule' : tab,
        fields: spawn('fields', { id: 'fields', input: { values } }),
        isScheduleRestored: planned?.isRestored ?? false,
        schedule: planned ? spawn('schedule', { id: 'schedule', input: { values: planned.values } }) : null,
        tabs: {
          cover: spawn('cover', { id: 'cover', input: { item, kept: keptCover } }),
          files: spawn('files', { id: 'files', input: { item } }),
          match: spawn('match', { id: 'match', input: { item, kept: keptMatch } }),
          episodes: spawn('episodes', { id: 'episodes', input: { item } }),
          tools: spawn('tools', { id: 'tools', input: { item } }),
          pictures: spawn('pictures', { id: 'pictures', input: { item } }),
          rescan: spawn('rescan', { id: 'rescan', input: { item } }),
        },
      };
    }),
    closeForm: enqueueActions(({ context: { fields, schedule, tabs }, enqueue }) => {
      if (fields) enqueue(stopChild(fields));
      if (schedule) enqueue(stopChild(schedule));
      for (const tab of Object.values(tabs ?? {})) enqueue(stopChild(tab));
      enqueue.assign({ fields: null, schedule: null, tabs: null, item: null });
    }),
    notifyTab: enqueueActions(({ context: { tab, tabs }, enqueue }) => {
      if (tabs && hasMachine(tab)) enqueue.sendTo(tab, { type: 'tab.show' } satisfies TabNews);
      if (tabs && TABS_WITH_PICTURES.includes(tab)) enqueue.sendTo('pictures', { type: 'tab.show' } satisfies TabNews);
    }),
    notifyTabs: enqueueActions(({ context: { item, tabs }, enqueue }) => {
      if (!item || !tabs) return;
      for (const tab of [...TABS_WITH_MACHINE, 'pictures', 'rescan'] as const)
        enqueue.sendTo(tab, { type: 'tab.itemChanged', item } satisfies TabNews);
    }),
    notifyProviders: enqueueActions(({ context, enqueue }, news: ProviderNews) => {
      for (const tab of context.tabs ? (['cover', 'match'] as const) : [])
        enqueue.sendTo(tab, { type: 'tab.providersChanged', ...changeIn(news) } satisfies SearchNews);
    }),
    moveBy: assign(({ context: { list, itemId, title } }, { by }: { by: Step }) => {
      const next = stepFrom(list, itemId, by);
      return { itemId: next?.id ?? itemId, title: next?.title ?? title };
    }),
    moveOn: assign(({ context: { list, itemId, title, leaving } }) => {
      const next = leaving === 'close' ? undefined : stepFrom(list, itemId, leaving);
      return { itemId: next?.id ?? itemId, title: next?.title ?? title };
    }),
    /** 'Back' removes the name from the address. */
    nameAddress: sendTo('address', ({ context }) => ({ type: 'address.hold', query: { edit: context.itemId } })),
    markOutdated: sendTo('item', { type: 'resource.markOutdated' }),
    submit: sendTo(({ context }) => (showsSchedule(context) ? 'schedule' : 'fields'), { type: 'form.submit' }),
    planAfterSave: assign((_, { afterSave }: { afterSave: AfterSave }) => ({ afterSave })),
    leaveAfterSave: assign(({ context: { afterSave } }): { leaving: Leaving } => ({
      leaving: afterSave === 'next' ? 1 : 'close',
    })),
    rememberRemoval: assign({ isRemoved: true }),
    rememberLeaving: assign((_, { leaving }: { leaving: Leaving }) => ({ leaving })),
    followItem: enqueueActions(({ context, enqueue }) => {
      if (!context.item) return;
      const { fields, schedule } = afterNews(context, context.item);
      for (const change of fields) enqueue.sendTo('fields', change);
      for (const change of schedule) enqueue.sendTo('schedule', change);
    }),
    takeSaved: enqueueActions(({ context, enqueue }, { answer }: { answer: EditsSaved }) => {
      if (!context.item) return;
      const { fields, schedule } = afterSaved(context, context.item, answer);
      for (const change of fields) enqueue.sendTo('fields', change);
      for (const change of schedule) enqueue.sendTo('schedule', change);
      enqueue.sendTo(named('toasts'), savedDetails(context, answer));
    }),
    takeTheirs: enqueueActions(({ context, enqueue }, { field }: { field: DetailName }) => {
      for (const change of detailsChanges(context, takeTheirs, field)) enqueue.sendTo('fields', change);
    }),
    discardDraft: enqueueActions(({ context, enqueue }) => {
      if (showsSchedule(context)) {
        for (const change of scheduleChangesBy(context, discardedSchedule, null)) enqueue.sendTo('schedule', change);
        enqueue.assign({ isScheduleRestored: false });
        return;
      }
      for (const change of detailsChanges(context, discarded, null)) enqueue.sendTo('fields', change);
      enqueue.assign({ isRestored: false });
    }),
    keepMine: enqueueActions(({ context, enqueue }, { field }: { field: DetailName }) => {
      for (const change of detailsChanges(context, keepMine, field)) enqueue.sendTo('fields', change);
    }),
    notify: sendTo(named('toasts'), ({ context }, message: { kind: ToastKind; key: string }) =>
      editorToast(EDITOR, context.title, message),
    ),
    notifySaved: sendTo(named('toasts'), ({ context }, { answer }: { answer: EditsSaved }) =>
      savedDetails(context, answer),
    ),
    notifyFailure: sendTo(named('toasts'), ({ context }, { key, cause }: Failure & { key: string }) =>
      editorToast(EDITOR, context.title, { kind: 'error', key, error: toAppError(cause) }),
    ),
    notifyUnsaved: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      unsavedToast(EDITOR, context.title, toAppError(cause)),
    ),
  },
});
