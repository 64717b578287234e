import { failureOf } from '../kit/failure.logic.ts';
import { homeSetup } from './home.setup.ts';

export const content = homeSetup.createStateConfig({
  initial: 'filled',
  states: {
    filled: { always: { guard: 'isEmpty', target: 'empty' } },
    empty: {
      always: { guard: 'hasItems', target: 'filled' },
      initial: 'resting',
      states: {
        resting: { on: { 'home.scan': 'askingForScan' } },
        askingForScan: {
          tags: 'busy',
          invoke: {
            src: 'startScan',
            id: 'startScan',
            input: ({ context }) => ({ id: context.libraryId }),
            onDone: 'scanning',
            onError: {
              target: 'resting',
              actions: { type: 'tellRefusedScan', params: failureOf },
            },
          },
          on: {
            // The scan of a small library ends before the call's answer.
            'server.task.finished': {
              guard: { type: 'isOwnScan', params: ({ event }) => event },
              target: 'looking',
              actions: { type: 'tellScan', params: ({ event }) => event },
            },
          },
        },
        scanning: {
          on: {
            'server.task.finished': {
              guard: { type: 'isOwnScan', params: ({ event }) => event },
              target: 'looking',
              actions: { type: 'tellScan', params: ({ event }) => event },
            },
            // The end of the scan may have been missed.
            'page.refresh': 'looking',
          },
        },
        looking: { entry: 'markOutdated', on: { 'home.refetched': 'resting' } },
      },
    },
  },
});
