import { uploadsSetup } from './uploads.setup.ts';

export const workRegion = uploadsSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: {
      always: { guard: 'hasQueued', target: 'sending' },
      on: { 'upload.reset': { actions: 'reset' } },
    },
    sending: {
      tags: 'busy',
      entry: 'forgetBlock',
      invoke: { src: 'awake', id: 'awake' },
      always: [
        { guard: 'isIdle', target: 'resting' },
        { guard: 'hasNext', actions: 'sendNext' },
      ],
      on: {
        'uploadItem.ended': [
          {
            guard: { type: 'isBroken', params: ({ event }) => event },
            target: 'interrupted',
            actions: { type: 'settle', params: ({ event }) => event },
          },
          {
            guard: { type: 'isBlocked', params: ({ event }) => event },
            target: 'blocked',
            actions: [
              { type: 'settle', params: ({ event }) => event },
              { type: 'keepBlock', params: ({ event }) => event },
            ],
          },
        ],
      },
    },
    interrupted: {
      initial: 'pausing',
      always: { guard: 'isIdle', target: 'resting' },
      on: { 'upload.goOn': 'sending' },
      states: {
        pausing: { after: { pauseTime: 'asking' } },
        asking: {
          invoke: { src: 'ping', id: 'ping', onDone: '#uploads.work.sending', onError: 'pausing' },
        },
      },
    },
    /** A failure that would meet every item. */
    blocked: {
      always: { guard: 'isIdle', target: 'resting', actions: 'forgetBlock' },
      on: { 'upload.goOn': 'sending' },
    },
  },
});
