import type { ActorRefFrom } from 'xstate';
import { failureOf } from '../kit/failure.logic.ts';
import { changeInput, deliveryInput, filesContext, filesSetup, probeInput } from './files.setup.ts';

/** Files tab: list, details, download, delete (asks first) and main ebook. One change and one download at a time. */
export const filesMachine = filesSetup.createMachine({
  id: 'itemFiles',
  context: ({ input }) => filesContext(input),
  type: 'parallel',
  on: {
    'tab.itemChanged': { actions: { type: 'takeItem', params: ({ event }) => event } },
    'files.togglePaths': { actions: 'togglePaths' },
  },
  states: {
    content: {
      initial: 'listed',
      states: {
        listed: {
          on: {
            'files.open': {
              guard: { type: 'isThere', params: ({ event }) => event },
              target: 'opened',
              actions: { type: 'open', params: ({ event }) => event },
            },
          },
        },
        opened: {
          initial: 'resting',
          exit: 'close',
          invoke: { src: 'holdBack', id: 'holdBack', input: { when: 'always' } },
          on: {
            'files.close': 'listed',
            'back.pressed': 'listed',
            'tab.itemChanged': {
              guard: { type: 'hasLost', params: ({ event }) => event },
              target: 'listed',
              actions: { type: 'takeItem', params: ({ event }) => event },
            },
          },
          states: {
            resting: { on: { 'files.check': 'checking' } },
            checking: {
              tags: 'busy',
              entry: 'clearProbeError',
              invoke: {
                src: 'probeFile',
                id: 'probeFile',
                input: ({ context }) => probeInput(context),
                onDone: {
                  target: 'resting',
                  actions: { type: 'keepProbe', params: ({ event }) => ({ probe: event.output }) },
                },
                onError: { target: 'resting', actions: { type: 'keepProbeError', params: failureOf } },
              },
            },
          },
        },
      },
    },
    file: {
      initial: 'resting',
      states: {
        resting: {
          on: {
            'files.delete': {
              guard: { type: 'isThere', params: ({ event }) => event },
              target: 'asking',
              actions: { type: 'beginChange', params: ({ event }) => event },
            },
            'files.toggleEbook': {
              guard: { type: 'isEbook', params: ({ event }) => event },
              target: 'toggling',
              actions: { type: 'beginChange', params: ({ event }) => event },
            },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [
              { guard: { type: 'isAccepted', params: ({ event }) => event }, target: 'deleting' },
              { target: 'resting', actions: 'endChange' },
            ],
          },
        },
        deleting: {
          tags: 'busy',
          invoke: {
            src: 'deleteFile',
            id: 'deleteFile',
            input: ({ context }) => changeInput(context),
            onDone: { target: 'resting', actions: ['endChange', 'notifyChanged'] },
            onError: { target: 'resting', actions: { type: 'failChange', params: failureOf } },
          },
        },
        toggling: {
          tags: 'busy',
          invoke: {
            src: 'toggleEbook',
            id: 'toggleEbook',
            input: ({ context }) => changeInput(context),
            onDone: { target: 'resting', actions: ['endChange', 'notifyChanged'] },
            onError: { target: 'resting', actions: { type: 'failChange', params: failureOf } },
          },
        },
      },
    },
    delivery: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'files.download': {
              guard: { type: 'isThere', params: ({ event }) => event },
              target: 'fetching',
              actions: { type: 'beginDownload', params: ({ event }) => event },
            },
          },
        },
        fetching: {
          tags: 'busy',
          invoke: { src: 'fileDelivery', id: 'fileDelivery', input: ({ context }) => deliveryInput(context) },
          on: {
            'files.progressed': { actions: { type: 'keepShare', params: ({ event }) => event } },
            'files.delivered': { target: 'idle', actions: 'endDownload' },
            'files.failed': { target: 'idle', actions: { type: 'failDownload', params: ({ event }) => event } },
            'files.cancel': { target: 'idle', actions: 'endDownload' },
          },
        },
      },
    },
  },
});

export type FilesRef = ActorRefFrom<typeof filesMachine>;
