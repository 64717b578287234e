import { not } from 'xstate';
import { createStateConfig } from './transport.actions.ts';

/** Chapters and length of an item that stands by, unless a page describes it. */
export const details = createStateConfig({
  initial: 'idle',
  on: {
    'details.due': { guard: 'isUndescribed', target: '.reading' },
    'server.reached': { guard: 'isUndescribed', target: '.reading' },
  },
  states: {
    idle: {},
    reading: {
      always: { guard: not('isUndescribed'), target: 'idle' },
      invoke: {
        src: 'fetchItem',
        id: 'fetchItem',
        input: ({ context }) => ({ id: context.request?.media.libraryItemId ?? '' }),
        onDone: { target: 'idle', actions: { type: 'keepDetails', params: ({ event }) => ({ item: event.output }) } },
        onError: 'idle',
      },
    },
  },
});
