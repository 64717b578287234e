import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
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
          actions: [by('keep'), by('notifyLibrary'), { type: 'followDownloads', params: null }],
        },
        'item.failed': [
          { guard: by('isMissing'), target: 'missing' },
          { guard: by('isForbidden'), target: 'forbidden' },
          { target: 'failed', actions: by('rememberFailure') },
        ],
        'page.refresh': { actions: 'refresh' },
      },
      initial: 'unknown',
      states: {
        unknown: { always: { guard: 'isKnown', target: 'known' } },
        known: {
          on: {
            'item.playOrPause': { actions: by('playOrPause') },
            'item.toggleFinished': { actions: by('toggleFinished') },
            'item.resetProgress': { actions: by('resetProgress') },
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
          actions: [by('keep'), by('notifyFiles'), by('notifyRelated'), { type: 'followDownloads', params: null }],
        },
        'tab.changedItem': { actions: 'markOutdated' },
        'item.failed': [
          { guard: by('isMissing'), target: 'removed' },
          { guard: by('isForbidden'), target: 'forbidden' },
        ],
        'page.refresh': {
          actions: ['refresh', by('refreshDownloads'), by('passOn')],
        },
        'item.search': { actions: by('search') },
        'item.openEpisode': { actions: by('openEpisode') },
        'server.item.added': { actions: by('passOn') },
        'server.items.added': { actions: by('passOn') },
        'server.item.updated': [
          { guard: { type: 'isThis', params: ({ event }) => event.item }, actions: 'markOutdated' },
          { actions: by('passOn') },
        ],
        'server.items.updated': [
          {
            guard: { type: 'holdsOne', params: ({ event }) => event.items },
            actions: ['markOutdated', by('passOn')],
          },
          { actions: by('passOn') },
        ],
        'server.episode.added': {
          guard: { type: 'isThis', params: ({ event }) => event.episode.libraryItem },
          actions: 'markOutdated',
        },
        'server.share.opened': {
          guard: by('isThisMedia'),
          actions: 'markOutdated',
        },
        'server.share.closed': {
          guard: by('isThisMedia'),
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
        'server.episodeDownload.queued': { actions: by('followDownloads') },
        'server.episodeDownload.started': { actions: by('followDownloads') },
        'server.episodeDownload.finished': { actions: by('followDownloads') },
        'server.episodeDownload.queueCleared': { actions: by('followDownloads') },
        'item.toggle': { actions: by('toggle') },
        'item.playOrPause': { actions: by('playOrPause') },
        'item.toggleFinished': { actions: by('toggleFinished') },
        'item.resetProgress': { actions: by('resetProgress') },
        'server.item.removed': [
          { guard: { type: 'isThis', params: ({ event }) => event.item }, target: 'removed' },
          { actions: by('passOn') },
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
                guard: by('isAccepted'),
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
