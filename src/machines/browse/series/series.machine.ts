import { spawnChild, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { formatFilter } from '../../../services/filter-value.ts';
import { getPreferences } from '../../kit/system.ts';
import { type ShelfQuery, isShelfQuery } from '../bookshelf/query.logic.ts';
import { readListMemory } from '../../kit/windowed-list/memory.logic.ts';
import { seriesSetup } from './series.setup.ts';

/** Changes come in bursts: wait before refetching, in ms. */
const SETTLE_MS = 300;

/** One series and the list of its books. Nothing is marked without a confirmation. */
export const seriesMachine = seriesSetup.createMachine({
  id: 'series',
  context: ({ input, self, spawn }) => {
    const { libraryId, seriesId } = input.route;
    const filter = formatFilter({ group: 'series', value: seriesId });
    const collapseSeries = getPreferences(self.system).collapseBookSeries;
    const query: ShelfQuery = { libraryId, sort: 'sequence', desc: false, filter, collapseSeries };
    return {
      entryKey: input.entryKey,
      libraryId,
      seriesId,
      query,
      list: spawn('list', {
        id: 'list',
        input: { query, memory: readListMemory<LibraryItemMinified, ShelfQuery>(input, isShelfQuery) },
      }),
      series: null,
      marksFinished: true,
      edits: [],
      isDescriptionOpen: false,
      error: null,
    };
  },
  entry: spawnChild('itemUpdates', { id: 'itemUpdates' }),
  invoke: [
    { src: 'preferencesWatch', id: 'preferencesWatch' },
    {
      src: 'series',
      id: 'series',
      input: ({ context: { libraryId, seriesId } }) => ({ request: { libraryId, seriesId }, settleMs: SETTLE_MS }),
    },
  ],
  on: {
    'list.placeChanged': { actions: by('saveState') },
    'preferences.changed': {
      guard: by('collapsesOtherwise'),
      actions: [by('collapse'), 'showQuery'],
    },
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: {
        'series.loaded': { target: 'ready', actions: by('keep') },
        'series.failed': [
          { guard: by('isMissing'), target: 'missing' },
          { target: 'failed', actions: by('rememberFailure') },
        ],
        'page.refresh': { actions: 'refresh' },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'series.retry': { target: 'loading', actions: 'retry' },
        'page.refresh': { target: 'loading', actions: 'refresh' },
      },
    },
    missing: { on: { 'page.refresh': { target: 'loading', actions: 'refresh' } } },
    removed: {},
    ready: {
      on: {
        'series.loaded': { actions: by('keep') },
        'series.failed': { guard: by('isMissing'), target: 'removed' },
        'series.toggleDescription': { actions: 'toggleDescription' },
        'series.rename': { actions: 'rename' },
        'modal.closed': { guard: by('isRenamed'), actions: [by('takeName'), 'markOutdated'] },
        'series.hide': { actions: 'hide' },
        'series.show': { actions: 'show' },
        'page.refresh': { actions: 'refresh' },
        'itemUpdates.collected': {
          actions: [by('showUpdates'), 'markOutdated'],
        },
        'server.item.added': { actions: { type: 'collect', params: ({ event }) => ({ items: [event.item] }) } },
        'server.items.added': { actions: { type: 'collect', params: ({ event }) => ({ items: event.items.items }) } },
        'server.item.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: [event.item] }) } },
        'server.items.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: event.items.items }) } },
        'server.item.removed': { actions: 'markOutdated' },
        'server.rssFeed.opened': {
          guard: { type: 'isThis', params: ({ event }) => ({ id: event.feed.entityId }) },
          actions: 'markOutdated',
        },
        'server.rssFeed.closed': {
          guard: { type: 'isThis', params: ({ event }) => ({ id: event.feed.entityId }) },
          actions: 'markOutdated',
        },
        'server.series.updated': {
          guard: { type: 'isThis', params: ({ event }) => event.series },
          actions: by('takeUpdate'),
        },
        'server.series.removed': {
          guard: { type: 'isThis', params: ({ event }) => event.series },
          target: 'removed',
        },
      },
      initial: 'resting',
      states: {
        resting: {
          on: {
            'series.playOrPause': 'seeking',
            'series.markAll': { target: 'asking', actions: by('rememberMark') },
          },
        },
        seeking: {
          invoke: {
            src: 'findNextBook',
            id: 'findNextBook',
            input: ({ context: { query, list } }) => {
              const { pages, total } = list.getSnapshot().context;
              return { query, pages, total };
            },
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => ({ book: event.output }) },
                target: 'resting',
                actions: { type: 'playOrPause', params: ({ event }) => ({ book: event.output }) },
              },
              { target: 'resting', actions: 'notifySilent' },
            ],
            onError: {
              target: 'resting',
              actions: {
                type: 'notifyFailure',
                params: ({ event }) => ({ key: 'series.playFailed', cause: event.error }),
              },
            },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [
              {
                guard: by('isToSave'),
                target: 'resting',
                actions: ['mark', 'notifyMarked'],
              },
              { target: 'resting' },
            ],
          },
        },
      },
    },
  },
});

export type SeriesRef = ActorRefFrom<typeof seriesMachine>;
