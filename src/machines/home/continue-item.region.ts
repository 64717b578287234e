import { homeSetup } from './home.setup.ts';

export const continueItem = homeSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: { always: { guard: 'wantsChapters', target: 'loading' } },
    loading: {
      entry: 'claimContinueItem',
      invoke: {
        src: 'fetchContinueItem',
        id: 'fetchContinueItem',
        input: ({ context }) => ({ id: context.continueItem?.itemId ?? '' }),
        onDone: {
          target: 'resting',
          actions: [
            { type: 'keepContinueItem', params: ({ event }) => ({ item: event.output }) },
            { type: 'tellPlayer', params: ({ event }) => ({ item: event.output }) },
          ],
        },
        onError: 'resting',
      },
    },
  },
});
