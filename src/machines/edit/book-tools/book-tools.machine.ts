import { type ActorRefFrom, assign, sendTo } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Task } from '../../../schemas/api/task.ts';
import { getPorts } from '../../kit/ports.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { choiceOf } from './book-tools.logic.ts';
import { untilLoaded } from '../draft-page.ts';
import { bookToolsSetup, SETTLE_MS, readTyped, SHOULD_BACKUP } from './book-tools.setup.ts';
import { sentChoice } from './encode.logic.ts';
import { NO_WORKS } from './work.logic.ts';
import { toAppError } from '../../../schemas/app-error.ts';

const ofTask = {
  guard: { type: 'isOurs', params: ({ event }: { event: { task: Task } }) => event },
  actions: { type: 'keepTask', params: ({ event }: { event: { task: Task } }) => event },
} as const;

/** Page of the tools for a book's audio files. Follows task events; reloads the tasks after a reconnect. */
export const bookToolsMachine = bookToolsSetup.createMachine({
  id: 'bookTools',
  context: ({ input, self }) => {
    const { storage } = getPorts(self.system);
    return {
      itemId: input.route.id,
      tool: input.route.tool ?? 'embed',
      book: null,
      tags: null,
      tagsError: null,
      tasksError: null,
      works: NO_WORKS,
      marks: {},
      isHeard: false,
      hasBackup: storage.read(SHOULD_BACKUP) ?? true,
      isTyped: false,
      chosen: {},
      typed: readTyped(storage),
      hasPaths: false,
      open: new Set(['files', 'tags']),
      error: null,
    };
  },
  invoke: [
    {
      src: 'item',
      id: 'item',
      input: ({ context }) => ({ request: { id: context.itemId }, settleMs: SETTLE_MS }),
    },
    { src: 'tasks', id: 'tasks', input: { request: undefined, settleMs: 0 } },
  ],
  initial: 'loading',
  on: {
    'page.refresh': { actions: 'refresh' },
    'page.moved': { actions: assign(({ event: { route } }) => ({ tool: route.tool ?? 'embed', error: null })) },
    'tasks.loaded': { actions: by('keepTasks') },
    'tasks.failed': { actions: assign(({ event: { cause } }) => ({ tasksError: toAppError(cause) })) },
    'server.task.started': ofTask,
    'server.task.finished': ofTask,
    'server.task.progressed': {
      guard: { type: 'isAbout', params: ({ event }) => event.progress },
      actions: { type: 'keepProgress', params: ({ event }) => event.progress },
    },
    'server.embedQueue.updated': {
      guard: { type: 'isAbout', params: ({ event }) => event.entry },
      actions: { type: 'keepQueued', params: ({ event }) => event.entry },
    },
    'server.track.started': {
      guard: { type: 'isAbout', params: ({ event }) => event.track },
      actions: { type: 'mark', params: ({ event: { track } }) => ({ ino: track.ino, mark: 0 }) },
    },
    'server.track.progressed': {
      guard: { type: 'isAbout', params: ({ event }) => event.track },
      actions: {
        type: 'mark',
        params: ({ event: { track } }) => ({ ino: track.ino, mark: Math.round(track.progress ?? 0) }),
      },
    },
    'server.track.finished': {
      guard: { type: 'isAbout', params: ({ event }) => event.track },
      actions: { type: 'mark', params: ({ event: { track } }) => ({ ino: track.ino, mark: 'done' as const }) },
    },
  },
  states: {
    ...untilLoaded('ready'),
    unavailable: {
      on: {
        'item.loaded': { guard: by('isUsable'), target: 'ready', actions: by('open') },
        'server.item.updated': {
          guard: { type: 'isThis', params: ({ event }) => event.item },
          actions: sendTo('item', { type: 'resource.markOutdated' }),
        },
      },
    },
    removed: {},
    ready: {
      invoke: {
        src: 'tags',
        id: 'tags',
        input: ({ context }) => ({ request: { id: context.itemId }, settleMs: SETTLE_MS }),
      },
      on: {
        'page.refresh': { actions: ['refresh', sendTo('tags', { type: 'resource.refresh' })] },
        'item.loaded': [
          {
            guard: by('isUsable'),
            actions: assign(({ event: { data } }) => (data.mediaType === 'book' ? { book: data } : {})),
          },
          { target: 'unavailable' },
        ],
        'item.failed': { guard: by('isMissing'), target: 'removed' },
        'server.item.updated': {
          guard: { type: 'isThis', params: ({ event }) => event.item },
          actions: 'markOutdated',
        },
        'server.items.updated': {
          guard: { type: 'holdsThis', params: ({ event }) => event.items },
          actions: 'markOutdated',
        },
        'server.item.removed': { guard: { type: 'isThis', params: ({ event }) => event.item }, target: 'removed' },
        'tags.loaded': { actions: assign(({ event: { data } }) => ({ tags: data, tagsError: null })) },
        'tags.failed': { actions: assign(({ event: { cause } }) => ({ tagsError: toAppError(cause) })) },
        'bookTools.retryTags': { actions: sendTo('tags', { type: 'resource.retry' }) },
        'bookTools.retryTasks': { actions: sendTo('tasks', { type: 'resource.retry' }) },
        'bookTools.togglePaths': { actions: assign(({ context }) => ({ hasPaths: !context.hasPaths })) },
        'bookTools.toggle': { actions: by('toggle') },
      },
      initial: 'resting',
      states: {
        resting: {
          on: {
            'bookTools.chooseTool': { actions: by('showTool') },
            'bookTools.keepBackup': {
              actions: [assign(({ event: { isOn } }) => ({ hasBackup: isOn })), 'storeBackup'],
            },
            'bookTools.chooseTyped': { actions: by('chooseTyped') },
            'bookTools.choose': { actions: by('choose') },
            'bookTools.typeIn': { actions: [by('typeIn'), 'storeTyped'] },
            'bookTools.run': [
              { guard: 'mayEmbed', target: 'asking' },
              { guard: 'mayEncode', target: 'startingEncode' },
            ],
            'bookTools.cancel': { guard: 'mayCancel', target: 'askingToCancel' },
          },
        },
        asking: {
          entry: ['forgetFailure', 'askEmbed'],
          on: {
            'modal.closed': [{ guard: by('isAgreed'), target: 'startingEmbed' }, { target: 'resting' }],
          },
        },
        startingEmbed: {
          tags: 'busy',
          entry: { type: 'begin', params: { tool: 'embed' } },
          invoke: {
            src: 'startEmbed',
            id: 'startEmbed',
            input: ({ context }) => ({ id: context.itemId, backup: context.hasBackup }),
            onDone: { target: 'resting', actions: { type: 'keepOrder', params: { tool: 'embed' } } },
            onError: { target: 'resting', actions: [{ type: 'rememberFailure', params: failureOf }, 'refreshTasks'] },
          },
        },
        startingEncode: {
          tags: 'busy',
          entry: { type: 'begin', params: { tool: 'm4b' } },
          invoke: {
            src: 'startEncode',
            id: 'startEncode',
            input: ({ context }) => ({ id: context.itemId, ...sentChoice(choiceOf(context)) }),
            onDone: { target: 'resting', actions: { type: 'keepOrder', params: { tool: 'm4b' } } },
            onError: { target: 'resting', actions: [{ type: 'rememberFailure', params: failureOf }, 'refreshTasks'] },
          },
        },
        askingToCancel: {
          entry: ['forgetFailure', 'askCancel'],
          on: {
            'modal.closed': [{ guard: by('isCancelAgreed'), target: 'canceling' }, { target: 'resting' }],
          },
        },
        canceling: {
          tags: 'busy',
          invoke: {
            src: 'cancelEncode',
            id: 'cancelEncode',
            input: ({ context }) => ({ id: context.itemId }),
            onDone: 'resting',
            onError: { target: 'resting', actions: [{ type: 'rememberFailure', params: failureOf }, 'refreshTasks'] },
          },
        },
      },
    },
  },
});

export type BookToolsRef = ActorRefFrom<typeof bookToolsMachine>;
