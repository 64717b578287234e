import { type ActorRefFrom, assign } from 'xstate';
import { by } from '../../kit/by.ts';
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
    'queue.loaded': { actions: [by('keepQueue'), 'mark', 'arrange'] },
    'server.episodeDownload.queued': { guard: by('isThis'), actions: 'markOutdated' },
    'server.episodeDownload.started': { guard: by('isThis'), actions: [by('addLoading'), 'mark', 'arrange'] },
    'server.episodeDownload.finished': { guard: by('isThis'), actions: [by('takeEnd'), 'mark', 'arrange'] },
    'server.episodeDownload.queueCleared': { guard: by('isOfThis'), actions: 'markOutdated' },
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'feed.loaded': { target: 'shown', actions: [by('keepFeed'), 'mark', 'arrange'] },
        'feed.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: { tags: 'failed', on: { 'findEpisodes.retry': { target: 'loading', actions: 'retry' } } },
    shown: {
      initial: 'resting',
      on: {
        'findEpisodes.search': { actions: [assign(({ event: { text } }) => ({ typed: text })), 'awaitMore'] },
        'findEpisodes.searchSettled': { actions: [assign(({ context }) => ({ search: context.typed })), 'arrange'] },
        'findEpisodes.turn': { actions: ['turn', 'arrange'] },
        'findEpisodes.setSince': { actions: assign(({ event: { day } }) => ({ since: day })) },
      },
      states: {
        resting: {
          on: {
            'findEpisodes.pick': { actions: by('pick') },
            'findEpisodes.pickRange': { actions: by('pickRange') },
            'findEpisodes.pickAll': { actions: by('pickAll') },
            'findEpisodes.pickSince': { actions: 'pickSince' },
            'findEpisodes.download': { guard: 'hasPicked', target: 'sending' },
          },
        },
        sending: {
          tags: 'busy',
          entry: assign(({ context }) => ({ sent: context.picked.size, queued: 0, failed: 0, error: null })),
          invoke: { src: 'sender', id: 'sender', input: ({ context }) => senderInput(context) },
          on: {
            'sender.partSettled': { actions: [by('takePart'), 'mark', 'arrange'] },
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
