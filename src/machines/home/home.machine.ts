import { spawnChild, type ActorRefFrom } from 'xstate';
import { content } from './content.region.ts';
import { continueItem } from './continue-item.region.ts';
import { homeSetup } from './home.setup.ts';

/** Changes come in bursts (a scan): wait before reloading the shelves, in ms. */
const SETTLE_MS = 1000;

/** Start page of a library. Updates patch cards in place; changes of a shelf's contents reload the shelves. */
export const homeMachine = homeSetup.createMachine({
  id: 'home',
  context: ({ input }) => ({
    libraryId: input.route.libraryId,
    shelves: [],
    hasMissed: false,
    continueItem: null,
    movedStart: null,
    removals: [],
    error: null,
  }),
  entry: spawnChild('itemUpdates', { id: 'itemUpdates' }),
  invoke: {
    src: 'shelves',
    id: 'shelves',
    input: ({ context }) => ({ request: { libraryId: context.libraryId }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: {
        'shelves.loaded': { target: 'shown', actions: { type: 'keepShelves', params: ({ event }) => event } },
        'shelves.failed': { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => event } },
        'page.refresh': { actions: 'refresh' },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'home.retry': { target: 'loading', actions: 'retry' },
        'page.refresh': { target: 'loading', actions: 'refresh' },
      },
    },
    shown: {
      type: 'parallel',
      on: {
        'shelves.loaded': { actions: [{ type: 'keepShelves', params: ({ event }) => event }, 'markRefetched'] },
        'shelves.failed': [
          {
            guard: { type: 'isGone', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'rememberFailure', params: ({ event }) => event },
          },
          { actions: 'markRefetched' },
        ],
        'page.refresh': { actions: [{ type: 'rememberMissing', params: ({ event }) => event }, 'refresh'] },
        'progress.settled': { actions: [{ type: 'forgetRemoval', params: ({ event }) => event }, 'refresh'] },
        'itemUpdates.collected': { actions: { type: 'showUpdates', params: ({ event }) => event } },
        'server.item.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: [event.item] }) } },
        'server.items.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: event.items.items }) } },
        'server.item.added': { guard: { type: 'isOfLibrary', params: ({ event }) => event }, actions: 'markOutdated' },
        'server.items.added': { actions: 'markOutdated' },
        'server.item.removed': {
          guard: { type: 'isShown', params: ({ event }) => event.item },
          actions: [{ type: 'drop', params: ({ event }) => ({ id: event.item.id }) }, 'markOutdated'],
        },
        'server.episode.added': {
          guard: { type: 'isOfLibrary', params: ({ event }) => ({ item: event.episode.libraryItem }) },
          actions: 'markOutdated',
        },
        'server.author.updated': { actions: { type: 'showEntity', params: ({ event }) => event.author } },
        'server.author.removed': { actions: { type: 'drop', params: ({ event }) => ({ id: event.author.id }) } },
        'server.series.updated': { actions: { type: 'showEntity', params: ({ event }) => event.series } },
        'server.series.removed': { actions: { type: 'drop', params: ({ event }) => ({ id: event.series.id }) } },
        'server.user.updated': { actions: 'markOutdated' },
        'home.jump': { actions: { type: 'jump', params: ({ event }) => event } },
        'home.hide': { actions: { type: 'remove', params: ({ event }) => event } },
        'server.progress.updated': [
          {
            guard: { type: 'isPlayedLast', params: ({ event }) => event.progress.data },
            actions: { type: 'bringForward', params: ({ event }) => event.progress.data },
          },
          { guard: { type: 'changesShelves', params: ({ event }) => event.progress.data }, actions: 'markOutdated' },
        ],
      },
      states: { content, continueItem },
    },
  },
});

export type HomeRef = ActorRefFrom<typeof homeMachine>;
