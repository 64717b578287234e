import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { Task, TaskList } from '../../../schemas/api/task.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { z } from '../../../schemas/zod.ts';
import { cancelEncode, embedMetadata, encodeM4b, getMetadataObject } from '../../../services/endpoints/item-tools.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { listTasks } from '../../../services/endpoints/tasks.ts';
import { defineStored, type KeyValueStorage } from '../../../services/storage.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageLibraryResolved, PageMoved, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import {
  filesOf,
  isUsable,
  maySendOrder,
  typedFrom,
  workFilesOf,
  type BookToolsContext,
  type ToolsPart,
} from './book-tools.logic.ts';
import type { EncodeField, EncodeChoice } from './encode.logic.ts';
import {
  activeTool,
  ended,
  listed,
  marked,
  NO_WORK,
  toolOf,
  withOrder,
  withProgress,
  withQueued,
  withTask,
  type ToolName,
} from './work.logic.ts';
import type { PageRetry } from '../../kit/data-page.ts';

export const SHOULD_BACKUP = defineStored('embedMetadataShouldBackup', z.boolean());
const CODEC = defineStored('embedMetadataCodec', z.string());
const BITRATE = defineStored('embedMetadataBitrate', z.string());
const CHANNELS = defineStored('embedMetadataChannels', z.string());

export const readTyped = (storage: KeyValueStorage): EncodeChoice => ({
  codec: storage.read(CODEC) ?? '',
  bitrate: storage.read(BITRATE) ?? '',
  channels: storage.read(CHANNELS) ?? '',
});

function writeTyped(storage: KeyValueStorage, { codec, bitrate, channels }: EncodeChoice): void {
  storage.write(CODEC, codec);
  storage.write(BITRATE, bitrate);
  storage.write(CHANNELS, channels);
}

type BookToolsEvent =
  | PageRetry
  | { type: 'bookTools.retryTags' }
  | { type: 'bookTools.retryTasks' }
  | { type: 'bookTools.chooseTool'; tool: ToolName }
  | { type: 'bookTools.keepBackup'; isOn: boolean }
  | { type: 'bookTools.chooseTyped'; isOn: boolean }
  | { type: 'bookTools.choose'; field: EncodeField; value: string }
  | { type: 'bookTools.typeIn'; field: EncodeField; value: string }
  | { type: 'bookTools.togglePaths' }
  | { type: 'bookTools.toggle'; part: ToolsPart }
  | { type: 'bookTools.run' }
  | { type: 'bookTools.cancel' }
  | ResourceReport<'item', typeof getItem>
  | ResourceReport<'tags', typeof getMetadataObject>
  | ResourceReport<'tasks', typeof listTasks>
  | PageRefresh
  | PageMoved<'manage'>
  | ModalClosed<'confirm'>
  | ServerEventOf<
      | 'server.item.updated'
      | 'server.items.updated'
      | 'server.item.removed'
      | 'server.task.started'
      | 'server.task.finished'
      | 'server.task.progressed'
      | 'server.track.started'
      | 'server.track.progressed'
      | 'server.track.finished'
      | 'server.embedQueue.updated'
    >;

type Loaded = { readonly data: LibraryItemExpanded };
const isYes = ({ output }: ModalClosed<'confirm'>) => output?.accepted === true;

/** Updates come in bursts: wait before reloading the item, in ms. */
export const SETTLE_MS = 300;

export const bookToolsSetup = setup({
  types: {
    input: {} as PageInput<'manage'>,
    context: {} as BookToolsContext,
    events: {} as BookToolsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      item: 'item';
      tags: 'tags';
      tasks: 'tasks';
      startEmbed: 'startEmbed';
      startEncode: 'startEncode';
      cancelEncode: 'cancelEncode';
    },
  },
  actors: {
    item: resource('item', getItem),
    tags: resource('tags', getMetadataObject),
    tasks: resource('tasks', listTasks),
    startEmbed: callEndpoint(embedMetadata),
    startEncode: callEndpoint(encodeM4b),
    cancelEncode: callEndpoint(cancelEncode),
  },
  guards: {
    isUsable: (_, { data }: Loaded) => isUsable(data),
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isThis: ({ context }, { id }: { id: string }) => id === context.itemId,
    holdsThis: ({ context }, { items }: { items: readonly { readonly id: string }[] }) =>
      items.some(({ id }) => id === context.itemId),
    isAbout: ({ context }, { libraryItemId }: { libraryItemId: string }) => libraryItemId === context.itemId,
    isOurs: ({ context }, { task }: { task: Task }) => toolOf(task, context.itemId) !== null,
    mayEmbed: ({ context }) => context.tool === 'embed' && maySendOrder(context),
    mayEncode: ({ context }) => context.tool === 'm4b' && maySendOrder(context),
    mayCancel: ({ context }) => context.works.m4b.phase === 'running',
    isAgreed: ({ context }, params: ModalClosed<'confirm'>) => isYes(params) && activeTool(context.works) === null,
    isCancelAgreed: ({ context }, params: ModalClosed<'confirm'>) =>
      isYes(params) && context.works.m4b.phase === 'running',
  },
  actions: {
    open: assign((_, { data }: Loaded) => (data.mediaType === 'book' ? { book: data, error: null } : {})),
    notifyLibrary: sendParent(
      (_, { data }: Loaded) =>
        ({ type: 'page.libraryResolved', libraryId: data.libraryId }) satisfies PageLibraryResolved,
    ),
    rememberFailure: assign(keepError),
    forgetFailure: assign({ error: null }),

    showTool: sendTo(named('router'), ({ context }, { tool }: { tool: ToolName }): RouterEvent => ({
      type: 'router.go',
      to: { name: 'manage', id: context.itemId, tool },
      replace: true,
    })),
    storeBackup: ({ context, system }) => getPorts(system).storage.write(SHOULD_BACKUP, context.hasBackup),
    chooseTyped: assign(({ context }, { isOn }: { isOn: boolean }) => ({
      isTyped: isOn,
      typed: isOn ? typedFrom(context) : context.typed,
    })),
    choose: assign(({ context }, { field, value }: { field: EncodeField; value: string }) => ({
      chosen: { ...context.chosen, [field]: value },
    })),
    typeIn: assign(({ context }, { field, value }: { field: EncodeField; value: string }) => ({
      typed: { ...context.typed, [field]: value },
    })),
    storeTyped: ({ context, system }) => writeTyped(getPorts(system).storage, context.typed),
    toggle: assign(({ context }, { part }: { part: ToolsPart }) => ({
      open: new Set(context.open.has(part) ? [...context.open].filter((one) => one !== part) : [...context.open, part]),
    })),

    keepTask: assign(({ context }, { task }: { task: Task }) => {
      const tool = toolOf(task, context.itemId);
      if (tool === null) return {};
      const works = withTask(context.works, tool, task);
      const isNew = !task.isFinished && context.works[tool].task?.id !== task.id;
      const files = workFilesOf(context);
      const marks = task.isFinished ? ended(context.marks, files, works[tool].phase) : context.marks;
      return { works, marks: isNew ? {} : marks, isHeard: true };
    }),
    keepProgress: assign(({ context }, { progress }: { progress: number }) => ({
      works: withProgress(context.works, progress),
    })),
    keepQueued: assign(({ context }, { queued }: { queued: boolean }) => ({
      works: withQueued(context.works, queued),
      isHeard: true,
    })),
    mark: assign(({ context }, { ino, mark }: { ino: string; mark: number | 'done' }) => ({
      marks: marked(context.marks, workFilesOf(context), ino, mark),
    })),
    keepTasks: assign(({ context }, { data }: { data: TaskList }) => ({
      works: context.isHeard ? context.works : listed(context.works, data, context.itemId),
      tasksError: null,
    })),
    begin: assign(({ context }, { tool }: { tool: ToolName }) => ({
      works: { ...context.works, [tool]: NO_WORK },
      marks: {},
      error: null,
    })),
    keepOrder: assign(({ context }, { tool }: { tool: ToolName }) => ({ works: withOrder(context.works, tool) })),

    askEmbed: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      input: {
        type: 'yesNo',
        message: {
          key: 'itemEdit.confirmEmbed',
          values: { count: filesOf(context.book).length, backup: context.hasBackup ? 'yes' : 'no' },
        },
        confirmLabel: { key: 'itemEdit.embed' },
      },
      tag: 'embed',
      replyTo: self,
    })),
    askCancel: sendTo(named('modals'), ({ self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      input: {
        type: 'yesNo',
        tone: 'danger',
        message: { key: 'itemEdit.confirmCancelEncode' },
        confirmLabel: { key: 'itemEdit.stopEncode' },
      },
      tag: 'cancelEncode',
      replyTo: self,
    })),
    markOutdated: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('item', { type: 'resource.markOutdated' });
      enqueue.sendTo('tags', { type: 'resource.markOutdated' });
    }),
    refresh: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isHeard: false });
      enqueue.sendTo('item', { type: 'resource.refresh' });
      enqueue.sendTo('tasks', { type: 'resource.refresh' });
    }),
    refreshTasks: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isHeard: false });
      enqueue.sendTo('tasks', { type: 'resource.refresh' });
    }),
    retry: sendTo('item', { type: 'resource.retry' }),
  },
});
