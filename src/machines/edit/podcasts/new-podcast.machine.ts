import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { FeedEpisode, PodcastFeed } from '../../../schemas/api/podcast-feed.ts';
import { readFeed } from '../../../services/endpoints/podcast-admin.ts';
import { keepError, type Failure } from '../../kit/failure.logic.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import { knownOf, type KnownPodcast } from './search.logic.ts';
import {
  isPathTaken,
  newPodcastForm,
  pathOf,
  previewOf,
  valuesOf,
  type NewPodcastValues,
} from './new-podcast.logic.ts';
import type { NewPodcastInput, NewPodcastOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type NewPodcastEvent =
  | { type: 'newPodcast.retry' }
  | { type: 'newPodcast.close' }
  | ResourceReport<'feed', typeof readFeed>
  | FormReport<'podcast', NewPodcastValues, LibraryItemExpanded>;

interface NewPodcastContext extends NewPodcastInput, NewPodcastOutput {
  readonly form: ActorRefFrom<typeof newPodcastForm> | null;
  readonly episodes: readonly FeedEpisode[];
  readonly count: number;
  readonly same: KnownPodcast | null;
  readonly error: AppError | null;
}

/** Modal of a new podcast: reads its feed, then shows a form. Ends with an item once the server has created it. */
export const newPodcastMachine = setup({
  types: {
    input: {} as NewPodcastInput,
    context: {} as NewPodcastContext,
    events: {} as NewPodcastEvent,
    output: {} as NewPodcastOutput,
    tags: {} as 'busy' | 'failed',
    children: {} as { feed: 'feed'; podcast: 'podcast' },
  },
  actors: { feed: resource('feed', readFeed), podcast: newPodcastForm },
  guards: { isPathTaken: (_, { cause }: Failure) => isPathTaken(toAppError(cause)) },
  actions: {
    keepFeed: assign(({ context, spawn }, { data }: { data: PodcastFeed }) => {
      const values = valuesOf(context, data.podcast.metadata);
      return {
        form: spawn('podcast', { id: 'podcast', input: { values } }),
        episodes: previewOf(data),
        count: data.podcast.numEpisodes ?? data.podcast.episodes.items.length,
        same: knownOf(context.known, { title: values.title, itunesId: context.match?.id }),
        error: null,
      };
    }),
    rememberFailure: assign(keepError),
    retry: sendTo('feed', { type: 'resource.retry' }),
    /** Shown at the path field, so the form does not send it again. */
    markPathTaken: enqueueActions(({ context: { form }, enqueue }) => {
      if (!form) return;
      const value = pathOf(form.getSnapshot().context.values).trim();
      enqueue.sendTo('podcast', { type: 'form.change', field: 'takenPath', value });
      enqueue.sendTo('podcast', { type: 'form.submit' });
    }),
    rememberItem: assign((_, { answer }: { answer: LibraryItemExpanded }) => ({
      itemId: answer.id,
      title: answer.media.metadata.title,
    })),
  },
}).createMachine({
  id: 'newPodcast',
  context: ({ input }) => ({
    ...input,
    itemId: null,
    title: input.match?.title ?? '',
    form: null,
    episodes: [],
    count: 0,
    same: null,
    error: null,
  }),
  invoke: {
    src: 'feed',
    id: 'feed',
    input: ({ context }) => ({ request: { url: context.feedUrl }, settleMs: 0 }),
  },
  initial: 'loading',
  on: { 'newPodcast.close': '.closed' },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'feed.loaded': { target: 'ready', actions: by('keepFeed') },
        'feed.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: { tags: 'failed', on: { 'newPodcast.retry': { target: 'loading', actions: 'retry' } } },
    ready: {
      on: {
        'podcast.saved': { target: 'closed', actions: by('rememberItem') },
        'podcast.failed': { guard: by('isPathTaken'), actions: 'markPathTaken' },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { itemId, title } }) => ({ itemId, title }),
});

export type NewPodcastRef = ActorRefFrom<typeof newPodcastMachine>;
