import type { ActorRefFrom } from 'xstate';
import { itemSetup, SETTLE_MS, wholeOf, type ItemPart } from './item.setup.ts';

/** Page of a book or podcast. Server events reload the item, because they carry less than the page shows. */
export const itemMachine = itemSetup.createMachine({
  id: 'item',
  context: ({ input }) => ({
    id: input.route.id,
    known: input.known ?? null,
    item: null,
    open: new Set<ItemPart>(['chapters']),
    requested: null,
    named: input.route.episode ?? null,
    search: '',
    follows: false,
    error: null,
  }),
  invoke: {
    src: 'item',
    id: 'item',
    input: ({ context }) => ({ request: { id: context.id }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: {
        'item.loaded': {
          target: 'ready',
          actions: [
            { type: 'keep', params: ({ event }) => event },
            { type: 'notifyLibrary', params: ({ event }) => event },
            { type: 'followDownloads', params: null },
          ],
        },
        'item.failed': [
          { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'missing' },
          { guard: { type: 'isForbidden', params: ({ event }) => event }, target: 'forbidden' },
          { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => event } },
        ],
        'page.refresh': { actions: 'refresh' },
      },
      initial: 'unknown',
      states: {
        unknown: { always: { guard: 'isKnown', target: 'known' } },
        known: {
          on: {
            'item.playOrPause': { actions: { type: 'playOrPause', params: ({ event }) => event } },
            'item.toggleFinished': { actions: { type: 'toggleFinished', params: ({ event }) => event } },
            'item.resetProgress': { actions: { type: 'resetProgress', params: ({ event }) => event } },
            'server.item.removed': {
              guard: { type: 'isThis', params: ({ event }) => event.item },
              target: '#item.removed',
            },
          },
        },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'item.retry': { target: 'loading', actions: 'retry' },
        'page.refresh': { target: 'loading', actions: 'refresh' },
      },
    },
    missing: { on: { 'page.refresh': { target: 'loading', actions: 'refresh' } } },
    forbidden: { on: { 'page.refresh': { target: 'loading', actions: 'refresh' } } },
    removed: {},
    ready: {
      entry: ['openNamed', 'forgetNamed'],
      // Preloads for Play or Read: a touch screen gives no hint before the press.
      invoke: [
        { src: 'files', id: 'files', input: ({ context }) => ({ item: wholeOf(context) }) },
        { src: 'related', id: 'related', input: ({ context }) => ({ item: wholeOf(context) }) },
      ],
      after: { prepareDelay: { actions: ['preparePlayer', 'prepareReader'] } },
      on: {
        'item.loaded': {
          actions: [
            { type: 'keep', params: ({ event }) => event },
            { type: 'notifyFiles', params: ({ event }) => event },
            { type: 'notifyRelated', params: ({ event }) => event },
            { type: 'followDownloads', params: null },
          ],
        },
        'tab.changedItem': { actions: 'markOutdated' },
        'item.failed': [
          { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'removed' },
          { guard: { type: 'isForbidden', params: ({ event }) => event }, target: 'forbidden' },
        ],
        'page.refresh': {
          actions: [
            'refresh',
            { type: 'refreshDownloads', params: ({ event }) => event },
            { type: 'passOn', params: ({ event }) => event },
          ],
        },
        'item.search': { actions: { type: 'search', params: ({ event }) => event } },
        'item.openEpisode': { actions: { type: 'openEpisode', params: ({ event }) => event } },
        'server.item.added': { actions: { type: 'passOn', params: ({ event }) => event } },
        'server.items.added': { actions: { type: 'passOn', params: ({ event }) => event } },
        'server.item.updated': [
          { guard: { type: 'isThis', params: ({ event }) => event.item }, actions: 'markOutdated' },
          { actions: { type: 'passOn', params: ({ event }) => event } },
        ],
        'server.items.updated': [
          {
            guard: { type: 'holdsOne', params: ({ event }) => event.items },
            actions: ['markOutdated', { type: 'passOn', params: ({ event }) => event }],
          },
          { actions: { type: 'passOn', params: ({ event }) => event } },
        ],
        'server.episode.added': {
          guard: { type: 'isThis', params: ({ event }) => event.episode.libraryItem },
          actions: 'markOutdated',
        },
        'server.share.opened': {
          guard: { type: 'isThisMedia', params: ({ event }) => event },
          actions: 'markOutdated',
        },
        'server.share.closed': {
          guard: { type: 'isThisMedia', params: ({ event }) => event },
          actions: 'markOutdated',
        },
        'server.rssFeed.opened': {
          guard: { type: 'isThis', params: ({ event }) => ({ id: event.feed.entityId }) },
          actions: 'markOutdated',
        },
        'server.rssFeed.closed': {
          guard: { type: 'isThis', params: ({ event }) => ({ id: event.feed.entityId }) },
          actions: 'markOutdated',
        },
        'server.episodeDownload.queued': { actions: { type: 'followDownloads', params: ({ event }) => event } },
        'server.episodeDownload.started': { actions: { type: 'followDownloads', params: ({ event }) => event } },
        'server.episodeDownload.finished': { actions: { type: 'followDownloads', params: ({ event }) => event } },
        'server.episodeDownload.queueCleared': { actions: { type: 'followDownloads', params: ({ event }) => event } },
        'item.toggle': { actions: { type: 'toggle', params: ({ event }) => event } },
        'item.playOrPause': { actions: { type: 'playOrPause', params: ({ event }) => event } },
        'item.toggleFinished': { actions: { type: 'toggleFinished', params: ({ event }) => event } },
        'item.resetProgress': { actions: { type: 'resetProgress', params: ({ event }) => event } },
        'server.item.removed': [
          { guard: { type: 'isThis', params: ({ event }) => event.item }, target: 'removed' },
          { actions: { type: 'passOn', params: ({ event }) => event } },
        ],
      },
      initial: 'resting',
      states: {
        resting: {
          entry: 'forgetQuestion',
          on: {
            'item.playFrom': {
              actions: {
                type: 'playOrAsk',
                params: ({ event: { episodeId, startTime } }) => ({ episodeId, startTime }),
              },
            },
            'item.confirmPlay': {
              target: 'asking',
              actions: {
                type: 'rememberQuestion',
                params: ({ event: { episodeId, startTime } }) => ({ requested: { episodeId, startTime } }),
              },
            },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [
              {
                guard: { type: 'isAccepted', params: ({ event }) => event },
                target: 'resting',
                actions: 'runConfirmed',
              },
              { target: 'resting' },
            ],
          },
        },
      },
    },
  },
});

export type ItemRef = ActorRefFrom<typeof itemMachine>;
