import type { ActorRefFrom } from 'xstate';
import { findEpisodesSetup, senderInput, SETTLE_MS } from './find-episodes.setup.ts';

/** Modal that downloads episodes from a podcast's whole feed. Only new ones can be picked; failed ones stay picked. */
export const findEpisodesMachine = findEpisodesSetup.createMachine({
  id: 'findEpisodes',
  context: ({ input }) => ({
    ...input,
    episodes: [],
    unreadable: 0,
    loading: new Set<string>(),
    typed: '',
    search: '',
    isDescending: true,
    since: '',
    rows: [],
    shown: [],
    picked: new Set<number>(),
    sent: 0,
    queued: 0,
    failed: 0,
    total: 0,
    error: null,
  }),
  invoke: [
    {
      src: 'feed',
      id: 'feed',
      input: ({ context }) => ({ request: { url: context.feedUrl }, settleMs: 0 }),
    },
    {
      src: 'queue',
      id: 'queue',
      input: ({ context }) => ({ request: { libraryId: context.podcast.libraryId }, settleMs: SETTLE_MS }),
    },
  ],
  initial: 'loading',
  on: {
    'findEpisodes.close': '.closed',
    // Without the queue none is marked as loading; the server skips those.
    'queue.loaded': { actions: [{ type: 'keepQueue', params: ({ event }) => event }, 'mark', 'arrange'] },
    'server.episodeDownload.queued': {
      guard: { type: 'isThis', params: ({ event }) => event },
      actions: 'markOutdated',
    },
    'server.episodeDownload.started': {
      guard: { type: 'isThis', params: ({ event }) => event },
      actions: [{ type: 'addLoading', params: ({ event }) => event }, 'mark', 'arrange'],
    },
    'server.episodeDownload.finished': {
      guard: { type: 'isThis', params: ({ event }) => event },
      actions: [{ type: 'takeEnd', params: ({ event }) => event }, 'mark', 'arrange'],
    },
    'server.episodeDownload.queueCleared': {
      guard: { type: 'isOfThis', params: ({ event }) => event },
      actions: 'markOutdated',
    },
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'feed.loaded': {
          target: 'shown',
          actions: [{ type: 'keepFeed', params: ({ event }) => event }, 'mark', 'arrange'],
        },
        'feed.failed': { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => event } },
      },
    },
    failed: { tags: 'failed', on: { 'findEpisodes.retry': { target: 'loading', actions: 'retry' } } },
    shown: {
      initial: 'resting',
      on: {
        'findEpisodes.search': { actions: [{ type: 'type', params: ({ event }) => event }, 'awaitMore'] },
        'findEpisodes.searchSettled': { actions: ['takeSearch', 'arrange'] },
        'findEpisodes.turn': { actions: ['turn', 'arrange'] },
        'findEpisodes.setSince': { actions: { type: 'setSince', params: ({ event }) => event } },
      },
      states: {
        resting: {
          on: {
            'findEpisodes.pick': { actions: { type: 'pick', params: ({ event }) => event } },
            'findEpisodes.pickRange': { actions: { type: 'pickRange', params: ({ event }) => event } },
            'findEpisodes.pickAll': { actions: { type: 'pickAll', params: ({ event }) => event } },
            'findEpisodes.pickSince': { actions: 'pickSince' },
            'findEpisodes.download': { guard: 'hasPicked', target: 'sending' },
          },
        },
        sending: {
          tags: 'busy',
          entry: 'begin',
          invoke: { src: 'sender', id: 'sender', input: ({ context }) => senderInput(context) },
          on: {
            'sender.partSettled': { actions: [{ type: 'takePart', params: ({ event }) => event }, 'mark', 'arrange'] },
            'sender.allSettled': [
              { guard: 'hasFailed', target: 'resting' },
              { target: '#findEpisodes.closed', actions: 'notifyQueued' },
            ],
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ queued: context.total }),
});

export type FindEpisodesRef = ActorRefFrom<typeof findEpisodesMachine>;
