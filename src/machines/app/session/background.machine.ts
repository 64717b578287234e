import { assign, enqueueActions, sendParent, sendTo, setup, type AnyActorRef, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { named, type SystemRef } from '../../kit/system.ts';
import { hotkey } from '../../kit/hotkey.actor.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import type { InspectorDoorEvent, InspectorDoorRef } from '../../inspector/inspector-door.machine.ts';
import type { ModalClosed } from '../modals/modals.protocol.ts';
import type { FailedDownloadNews, FailedDownloadsRef } from '../../edit/podcasts/failed-downloads.machine.ts';
import type { EbookSenderRef } from '../../admin/send-ebook/ebook-sender.machine.ts';
import type { TasksRef } from '../../browse/tasks/tasks.machine.ts';
import type { TasksEvent, TasksParentEvent } from '../../browse/tasks/tasks.protocol.ts';
import type { UploadsRef } from '../../edit/upload/uploads.machine.ts';
import type { UpdatesInput, UpdatesRef } from '../updates/updates.machine.ts';
import type { UploadsOpen } from '../../edit/upload/upload-visit.protocol.ts';
import { INSPECTOR_KEY } from '../../kit/keys.logic.ts';
import { loadIdleMachines, type IdleMachines } from './idle-code.ts';
import { spawnLoaded } from '../../kit/spawn-loaded.ts';

type ForTasks = Extract<TasksEvent, { type: `server.${string}` | 'tasks.refresh' }>;

export type BackgroundEvent =
  | ForTasks
  | FailedDownloadNews
  | TasksParentEvent
  | InspectorDoorEvent
  | UploadsOpen
  | { type: 'changelog.open' }
  | ModalClosed<'changelog'>;

interface BackgroundContext {
  readonly server: UpdatesInput;
  /** The socket was connected before the tasks started: they have to load what they missed. */
  readonly isLive: boolean;
  readonly ebookSender: EbookSenderRef | null;
  readonly failedDownloads: FailedDownloadsRef | null;
  readonly inspectorDoor: InspectorDoorRef | null;
  /** The inspector key was pressed before its code loaded. */
  readonly isInspectorWanted: boolean;
  readonly itemRestorer: AnyActorRef | null;
  readonly tasks: TasksRef | null;
  readonly updates: UpdatesRef | null;
  /** From the first visit of the upload page, which has the code. */
  readonly uploads: UploadsRef | null;
}

/** Wait before failed code loads again, in ms. */
const RETRY_MS = 30_000;

/**
 * Machines that no page waits for: their code loads when the browser is idle. Earlier events are dropped. Uploads come
 * with their page, and outlive it.
 */
export const backgroundMachine = setup({
  types: {
    input: {} as UpdatesInput,
    context: {} as BackgroundContext,
    events: {} as BackgroundEvent,
    children: {} as { inspectorKey: 'inspectorKey'; loadIdleMachines: 'loadIdleMachines' },
    tags: {} as 'busy' | 'failed',
  },
  actors: { inspectorKey: hotkey(INSPECTOR_KEY, 'inspector.toggle'), loadIdleMachines },
  guards: { isInspectorWanted: ({ context }) => context.isInspectorWanted },
  delays: { retryTime: RETRY_MS },
  actions: {
    start: assign(({ context: { isLive, server }, spawn }, { machines }: { machines: IdleMachines }) => ({
      ebookSender: spawnLoaded(spawn, machines.ebookSender, { id: 'ebookSender', systemId: 'ebookSender' }),
      failedDownloads: spawnLoaded(spawn, machines.failedDownloads, { id: 'failedDownloads' }),
      inspectorDoor: spawnLoaded(spawn, machines.inspectorDoor, { id: 'inspectorDoor' }),
      itemRestorer: spawnLoaded(spawn, machines.itemRestorer, { id: 'itemRestorer', systemId: 'itemRestorer' }),
      tasks: spawnLoaded(spawn, machines.tasks, { id: 'tasks', systemId: 'tasks', input: { isLive } }),
      updates: spawnLoaded(spawn, machines.updates, { id: 'updates', systemId: 'updates', input: server }),
    })),
    startUploads: assign(({ context: { uploads }, spawn }, { logic }: UploadsOpen) => ({
      uploads: uploads ?? spawnLoaded(spawn, logic, { id: 'uploads', systemId: 'uploads' }),
    })),
    openUploads: enqueueActions(({ context, enqueue }, { data }: UploadsOpen) => {
      if (context.uploads) enqueue.sendTo(context.uploads, { type: 'uploads.opened', data });
    }),
    rememberLive: assign({ isLive: true }),
    handOn: enqueueActions(({ context, enqueue }, event: ForTasks) => {
      if (context.tasks) enqueue.sendTo(context.tasks, event);
    }),
    toFailedDownloads: enqueueActions(({ context, enqueue }, event: FailedDownloadNews) => {
      if (context.failedDownloads) enqueue.sendTo(context.failedDownloads, event);
    }),
    toInspector: enqueueActions(({ context, enqueue }, event: InspectorDoorEvent) => {
      if (context.inspectorDoor) enqueue.sendTo(context.inspectorDoor, event);
    }),
    /** A second press cancels the first. */
    noteInspector: assign({ isInspectorWanted: ({ context }) => !context.isInspectorWanted }),
    forgetInspector: assign({ isInspectorWanted: false }),
    openWanted: enqueueActions(({ context, enqueue }) => {
      const { inspectorDoor, isInspectorWanted } = context;
      if (inspectorDoor && isInspectorWanted) enqueue.sendTo(inspectorDoor, { type: 'inspector.toggle' });
    }),
    notifyNoInspector: sendTo(named('toasts'), {
      type: 'toasts.show',
      kind: 'error',
      message: { key: 'app.modalFailed' },
    }),
    notifyParent: sendParent((_, event: TasksParentEvent) => event),
    openChangelog: enqueueActions(({ context, enqueue, self }) => {
      const input = { version: context.server.version };
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'changelog', input, tag: 'open', replyTo: self });
    }),
    logFailure: (_, { cause }: Failure) => console.info('Tasks and updates failed to load', cause),
  },
}).createMachine({
  id: 'background',
  context: ({ input }) => ({
    server: input,
    isLive: false,
    ebookSender: null,
    failedDownloads: null,
    inspectorDoor: null,
    isInspectorWanted: false,
    itemRestorer: null,
    tasks: null,
    updates: null,
    uploads: null,
  }),
  invoke: { src: 'inspectorKey', id: 'inspectorKey' },
  initial: 'loading',
  on: {
    'changelog.open': { actions: 'openChangelog' },
    'tasks.refresh': { actions: 'rememberLive' },
    'uploads.open': {
      actions: [by('startUploads'), by('openUploads')],
    },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadIdleMachines',
        id: 'loadIdleMachines',
        onDone: {
          target: 'started',
          actions: [{ type: 'start', params: ({ event }) => ({ machines: event.output }) }, 'openWanted'],
        },
        onError: [
          {
            guard: 'isInspectorWanted',
            target: 'failed',
            actions: [{ type: 'logFailure', params: failureOf }, 'notifyNoInspector', 'forgetInspector'],
          },
          { target: 'failed', actions: { type: 'logFailure', params: failureOf } },
        ],
      },
      on: { 'inspector.toggle': { actions: 'noteInspector' } },
    },
    failed: {
      tags: 'failed',
      after: { retryTime: 'loading' },
      on: { 'inspector.toggle': { target: 'loading', actions: 'noteInspector' } },
    },
    started: {
      on: {
        'inspector.toggle': { actions: by('toInspector') },
        'tasks.cancelRequested': { actions: by('notifyParent') },
        'tasks.refresh': { actions: by('handOn') },
        'server.episodeDownload.*': { actions: by('toFailedDownloads') },
        'server.task.*': { actions: by('handOn') },
        'server.embedQueue.updated': { actions: by('handOn') },
      },
    },
  },
});

export type BackgroundRef = SystemRef<'background', ActorRefFrom<typeof backgroundMachine>>;
