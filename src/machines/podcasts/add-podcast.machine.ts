import type { ActorRefFrom } from 'xstate';
import { failureOf } from '../kit/failure.logic.ts';
import { addedOf, addPodcastSetup, memoryOf, SETTLE_MS } from './add-podcast.setup.ts';

/**
 * The page that adds podcasts to a library (RTE-019, POD-002 to POD-004): a search of the directory, or the address of
 * a feed. What the library has already is read beside it, and again when it changes.
 *
 * Invariants:
 * 1. Nothing is searched for without a text, and an address is never sent to the directory.
 * 2. Results that were shown stay while another search runs, and are found again when one comes back.
 */
export const addPodcastMachine = addPodcastSetup.createMachine({
  id: 'addPodcast',
  context: ({ input }) => ({
    entryKey: input.entryKey,
    libraryId: input.route.libraryId,
    known: null,
    titlesError: null,
    error: null,
    ...memoryOf(input.memory),
  }),
  invoke: {
    src: 'titles',
    id: 'titles',
    input: ({ context }) => ({ request: { libraryId: context.libraryId }, settleMs: SETTLE_MS }),
  },
  initial: 'deciding',
  on: {
    'addPodcast.type': { actions: { type: 'keepText', params: ({ event }) => event } },
    'addPodcast.submit': [
      { guard: 'isAddress', actions: { type: 'openNewPodcast', params: ({ event }) => ({ ...event, podcast: null }) } },
      { guard: 'hasText', target: '.searching', reenter: true, actions: { type: 'ask', params: ({ event }) => event } },
    ],
    'addPodcast.choose': { actions: { type: 'openNewPodcast', params: ({ event }) => event } },
    'addPodcast.retryTitles': { actions: 'retryTitles' },
    'titles.loaded': { actions: { type: 'keepTitles', params: ({ event }) => event } },
    'titles.failed': { actions: { type: 'rememberTitlesFailure', params: ({ event }) => event } },
    'modal.closed': {
      guard: { type: 'isNewPodcast', params: ({ event }) => event },
      actions: [
        { type: 'tellAdded', params: addedOf },
        { type: 'openItem', params: addedOf },
      ],
    },
    'page.refresh': { actions: 'refreshTitles' },
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
    deciding: { always: [{ guard: 'hasSearched', target: 'shown' }, { target: 'empty' }] },
    empty: {},
    searching: {
      tags: 'busy',
      invoke: {
        src: 'search',
        id: 'search',
        input: ({ context: { asked } }) => ({
          term: asked?.term ?? '',
          ...(asked?.country ? { country: asked.country } : {}),
        }),
        onDone: {
          target: 'shown',
          actions: [{ type: 'keepResults', params: ({ event }) => ({ found: event.output }) }, 'savePlace'],
        },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    shown: {},
    failed: { tags: 'failed', on: { 'addPodcast.retry': 'searching' } },
  },
});

export type AddPodcastRef = ActorRefFrom<typeof addPodcastMachine>;
