import { type ActorRefFrom, assign, sendTo } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { addedOf, addingOf, addPodcastSetup, memoryOf, newsOf, readFeedsOf, SETTLE_MS } from './add-podcast.setup.ts';

/**
 * Page that adds podcasts by search, feed address or OPML file, one import at a time.
 * Keeps results and selection for its history entry. An address is never sent to the directory.
 */
export const addPodcastMachine = addPodcastSetup.createMachine({
  id: 'addPodcast',
  context: ({ input }) => ({
    entryKey: input.entryKey,
    libraryId: input.route.libraryId,
    known: null,
    titlesError: null,
    error: null,
    file: null,
    place: null,
    fileProblem: null,
    fileError: null,
    adding: null,
    ...memoryOf(input.memory),
  }),
  invoke: {
    src: 'titles',
    id: 'titles',
    input: ({ context }) => ({ request: { libraryId: context.libraryId }, settleMs: SETTLE_MS }),
  },
  type: 'parallel',
  on: {
    'addPodcast.type': { actions: assign(({ event: { text } }) => ({ typed: text })) },
    'addPodcast.choose': { actions: by('openNewPodcast') },
    'addPodcast.toggle': { actions: [by('toggle'), 'savePlace'] },
    'addPodcast.clear': { actions: [assign({ selected: [] }), 'savePlace'] },
    'addPodcast.retryTitles': { actions: sendTo('titles', { type: 'resource.retry' }) },
    'titles.loaded': { actions: assign(({ event: { data } }) => ({ known: data.podcasts, titlesError: null })) },
    'titles.failed': { actions: assign(({ event: failure }) => ({ titlesError: keepError(null, failure).error })) },
    'modal.closed': {
      guard: by('isNewPodcast'),
      actions: [
        { type: 'notifyAdded', params: addedOf },
        { type: 'openItem', params: addedOf },
      ],
    },
    'page.refresh': { actions: sendTo('titles', { type: 'resource.refresh' }) },
    'server.item.added': {
      guard: { type: 'isOfLibrary', params: ({ event }) => ({ items: [event.item] }) },
      actions: 'markTitlesOutdated',
    },
    'server.items.added': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.items },
      actions: 'markTitlesOutdated',
    },
    'server.item.updated': {
      guard: { type: 'isOfLibrary', params: ({ event }) => ({ items: [event.item] }) },
      actions: 'markTitlesOutdated',
    },
    'server.item.removed': { actions: 'markTitlesOutdated' },
  },
  states: {
    searching: {
      initial: 'deciding',
      on: {
        'addPodcast.submit': [
          {
            guard: 'isAddress',
            actions: { type: 'openNewPodcast', params: ({ event }) => ({ ...event, podcast: null }) },
          },
          { guard: 'hasText', target: '.loading', actions: by('ask') },
        ],
      },
      states: {
        deciding: { always: [{ guard: 'hasSearched', target: 'shown' }, { target: 'empty' }] },
        empty: {},
        loading: {
          tags: 'busy',
          invoke: {
            src: 'search',
            id: 'search',
            input: ({ context: { requested } }) => ({
              term: requested?.term ?? '',
              ...(requested?.country ? { country: requested.country } : {}),
            }),
            onDone: {
              target: 'shown',
              actions: [{ type: 'keepResults', params: ({ event }) => ({ found: event.output }) }, 'savePlace'],
            },
            onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
          },
        },
        shown: {},
        failed: { tags: 'failed', on: { 'addPodcast.retry': 'loading' } },
      },
    },
    adding: {
      initial: 'resting',
      states: {
        resting: {
          on: {
            'addPodcast.addSelected': {
              guard: 'hasSelection',
              actions: {
                type: 'openFeeds',
                params: ({ event, context }) => ({ place: event.place, feeds: context.selected }),
              },
            },
            'addPodcast.import': { target: 'reading', actions: by('keepFile') },
            'modal.closed': {
              guard: by('isFeedsToAdd'),
              target: 'following',
              actions: [{ type: 'keepAdding', params: addingOf }, 'savePlace'],
            },
          },
        },
        reading: {
          invoke: {
            src: 'readOpml',
            id: 'readOpml',
            input: ({ context: { file } }) => ({ file }),
            onDone: [
              {
                guard: { type: 'hasFeeds', params: ({ event }) => event.output },
                target: 'resting',
                actions: [{ type: 'openFeeds', params: readFeedsOf }, 'forgetFile'],
              },
              {
                target: 'resting',
                actions: [{ type: 'keepFileProblem', params: ({ event }) => event.output }, 'forgetFile'],
              },
            ],
            onError: {
              target: 'resting',
              actions: [{ type: 'rememberFileFailure', params: failureOf }, 'forgetFile'],
            },
          },
        },
        following: {
          invoke: {
            src: 'feedImport',
            id: 'feedImport',
            input: ({ context: { libraryId, adding } }) => ({
              libraryId,
              feeds: adding?.feeds ?? [],
              folderId: adding?.folderId ?? '',
              autoDownloadEpisodes: adding?.autoDownloadEpisodes ?? false,
            }),
          },
          on: {
            'server.item.added': {
              guard: { type: 'isOfLibrary', params: ({ event }) => ({ items: [event.item] }) },
              actions: ['markTitlesOutdated', { type: 'notifyImport', params: newsOf }],
            },
            'server.task.started': { actions: { type: 'notifyImport', params: newsOf } },
            'server.task.finished': { actions: { type: 'notifyImport', params: newsOf } },
          },
          initial: 'running',
          states: {
            running: { on: { 'feedImport.settled': 'settled' } },
            settled: {
              on: { 'feedImport.begun': 'running', 'addPodcast.dismiss': '#addPodcast.adding.resting' },
            },
          },
        },
      },
    },
  },
});

export type AddPodcastRef = ActorRefFrom<typeof addPodcastMachine>;
