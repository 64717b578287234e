import { by } from '../../kit/by.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { librariesSetup } from './libraries.setup.ts';

/** Items, authors and series change in bursts (a scan): wait before refetching, in ms. */
const SETTLE_MS = 1000;

const ofItem = {
  guard: {
    type: 'isOfCurrent',
    params: ({ event }: { event: ServerEventOf<`server.item.${'added' | 'updated' | 'removed'}`> }) => event.item,
  },
  actions: 'markFilterDataOutdated',
} as const;
const ofItems = {
  guard: {
    type: 'isAnyOfCurrent',
    params: ({ event }: { event: ServerEventOf<`server.items.${'added' | 'updated'}`> }) => event.items,
  },
  actions: 'markFilterDataOutdated',
} as const;
const ofAuthor = {
  guard: {
    type: 'isOfCurrent',
    params: ({ event }: { event: ServerEventOf<`server.author.${'added' | 'updated' | 'removed'}`> }) => event.author,
  },
  actions: 'markFilterDataOutdated',
} as const;
const ofSeries = {
  guard: {
    type: 'isOfCurrent',
    params: ({ event }: { event: ServerEventOf<`server.series.${'added' | 'updated' | 'removed'}`> }) => event.series,
  },
  actions: 'markFilterDataOutdated',
} as const;

export const filterData = librariesSetup.createStateConfig({
  initial: 'none',
  on: {
    'libraries.select': [
      {
        guard: by('isNone'),
        target: '.none',
        actions: by('select'),
      },
      {
        guard: by('isChange'),
        target: '.shown',
        actions: [by('select'), by('rememberChoice'), 'adaptOrder'],
      },
      {
        guard: by('isOther'),
        target: '.resting',
        actions: [by('select'), by('rememberChoice'), 'adaptOrder'],
      },
      { actions: by('rememberChoice') },
    ],
  },
  states: {
    none: { always: { guard: 'hasCurrent', target: 'resting' } },
    resting: { after: { firstCovers: 'shown' } },
    shown: {
      invoke: {
        src: 'filterData',
        id: 'filterData',
        input: ({ context }) => ({ request: { id: context.currentId ?? '' }, settleMs: SETTLE_MS }),
      },
      initial: 'loading',
      on: {
        'libraries.refresh': { actions: 'refreshFilterData' },
        'server.item.added': ofItem,
        'server.item.updated': ofItem,
        'server.item.removed': ofItem,
        'server.items.added': ofItems,
        'server.items.updated': ofItems,
        'server.author.added': ofAuthor,
        'server.author.updated': ofAuthor,
        'server.author.removed': ofAuthor,
        'server.series.added': ofSeries,
        'server.series.updated': ofSeries,
        'server.series.removed': ofSeries,
        'filterData.loaded': {
          target: '.ready',
          actions: by('keepFilterData'),
        },
      },
      states: {
        loading: {
          on: {
            'filterData.failed': 'failed',
            'server.playlist.added': { actions: 'refreshFilterData' },
            'server.playlist.removed': { actions: 'refreshFilterData' },
          },
        },
        ready: {
          on: {
            'server.playlist.added': {
              guard: { type: 'isOfCurrent', params: ({ event }) => event.playlist },
              actions: { type: 'countPlaylists', params: { by: 1 } },
            },
            'server.playlist.removed': {
              guard: { type: 'isOfCurrent', params: ({ event }) => event.playlist },
              actions: { type: 'countPlaylists', params: { by: -1 } },
            },
          },
        },
        failed: {
          on: {
            'libraries.refresh': { target: 'loading', actions: 'refreshFilterData' },
            'libraries.retryFilterData': { target: 'loading', actions: 'retryFilterData' },
          },
        },
      },
    },
  },
});
