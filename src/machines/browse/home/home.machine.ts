import { spawnChild, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
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
              guard: by('isOwnScan'),
              target: 'looking',
              actions: by('notifyScan'),
            },
          },
        },
        scanning: {
          on: {
            'server.task.finished': {
              guard: by('isOwnScan'),
              target: 'looking',
              actions: by('notifyScan'),
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
        'shelves.loaded': { target: 'shown', actions: by('keepShelves') },
        'shelves.failed': { target: 'failed', actions: by('rememberFailure') },
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
        'shelves.loaded': { actions: [by('keepShelves'), 'markRefetched'] },
        'shelves.failed': [
          {
            guard: by('isMissing'),
            target: 'failed',
            actions: by('rememberFailure'),
          },
          { actions: 'markRefetched' },
        ],
        'page.refresh': { actions: [by('rememberMissing'), 'refresh'] },
        'progress.settled': { actions: [by('forgetRemoval'), 'refresh'] },
        'itemUpdates.collected': { actions: by('showUpdates') },
        'server.item.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: [event.item] }) } },
        'server.items.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: event.items.items }) } },
        'server.item.added': { guard: by('isOfLibrary'), actions: 'markOutdated' },
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
        'home.jump': { actions: by('jump') },
        'home.hide': { actions: by('remove') },
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
