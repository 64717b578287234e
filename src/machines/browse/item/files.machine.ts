import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { changeInput, deliveryInput, filesContext, filesSetup, probeInput } from './files.setup.ts';

/** Files tab: list, details, download, delete (asks first) and main ebook. One change and one download at a time. */
export const filesMachine = filesSetup.createMachine({
  id: 'itemFiles',
  context: ({ input }) => filesContext(input),
  type: 'parallel',
  on: {
    'tab.itemChanged': { actions: by('takeItem') },
    'files.togglePaths': { actions: 'togglePaths' },
  },
  states: {
    content: {
      initial: 'listed',
      states: {
        listed: {
          on: {
            'files.open': {
              guard: by('isThere'),
              target: 'opened',
              actions: by('open'),
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
              guard: by('hasLost'),
              target: 'listed',
              actions: by('takeItem'),
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
              guard: by('isThere'),
              target: 'asking',
              actions: by('beginChange'),
            },
            'files.toggleEbook': {
              guard: by('isEbook'),
              target: 'toggling',
              actions: by('beginChange'),
            },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [
              { guard: by('isAccepted'), target: 'deleting' },
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
              guard: by('isThere'),
              target: 'fetching',
              actions: by('beginDownload'),
            },
          },
        },
        fetching: {
          tags: 'busy',
          invoke: { src: 'fileDelivery', id: 'fileDelivery', input: ({ context }) => deliveryInput(context) },
          on: {
            'files.progressed': { actions: by('keepShare') },
            'files.delivered': { target: 'idle', actions: 'endDownload' },
            'files.failed': { target: 'idle', actions: by('failDownload') },
            'files.cancel': { target: 'idle', actions: 'endDownload' },
          },
        },
      },
    },
  },
});

export type FilesRef = ActorRefFrom<typeof filesMachine>;
