import { by } from '../../kit/by.ts';
import { uploadsSetup } from './uploads.setup.ts';
import { assign } from 'xstate';
import { emptied } from './uploads.logic.ts';

export const workRegion = uploadsSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: {
      always: { guard: 'hasQueued', target: 'sending' },
      on: { 'upload.reset': { actions: assign(({ context }) => emptied(context)) } },
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
          { guard: by('isBroken'), target: 'interrupted', actions: by('settle') },
          { guard: by('isBlocked'), target: 'blocked', actions: [by('settle'), by('keepBlock')] },
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
