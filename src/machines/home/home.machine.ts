import { spawnChild, type ActorRefFrom } from 'xstate';
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
              actions: { type: 'notifyRefusedScan', params: failureOf },
            },
          },
          on: {
            // The scan of a small library ends before the call's answer.
            'server.task.finished': {
              guard: { type: 'isOwnScan', params: ({ event }) => event },
              target: 'looking',
              actions: { type: 'notifyScan', params: ({ event }) => event },
            },
          },
        },
        scanning: {
          on: {
            'server.task.finished': {
              guard: { type: 'isOwnScan', params: ({ event }) => event },
              target: 'looking',
              actions: { type: 'notifyScan', params: ({ event }) => event },
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
            { type: 'notifyPlayer', params: ({ event }) => ({ item: event.output }) },
          ],
        },
        onError: 'resting',
      },
    },
  },
});

/** Changes come in bursts (a scan): wait before refetching, in ms. */
const SETTLE_MS = 1000;

/** Start page of a library. Patches cards in place; refetches shelves whose contents change. */
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
