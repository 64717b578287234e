import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { PodcastMatch } from '../../schemas/api/provider-search.ts';
import type { PodcastTitles } from '../../schemas/api/podcast-lists.ts';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import type { TolerantList } from '../../schemas/tolerant-list.ts';
import { listPodcastTitles } from '../../services/endpoints/podcast-admin.ts';
import { searchPodcasts } from '../../services/endpoints/provider-search.ts';
import { callEndpoint } from '../app/ports.ts';
import { named } from '../app/system.ts';
import { keepError, type Failure } from '../kit/failure.logic.ts';
import { resource, type ResourceTold } from '../kit/resource.ts';
import type { ModalClosed } from '../modals/modals.protocol.ts';
import type { PageInput, PageRefresh, PageStateSaved } from '../page-host/page.protocol.ts';
import type { KnownPodcast } from './known.logic.ts';
import type { NewPodcastOutput } from './new-podcast.protocol.ts';
import { isFeedAddress, offeredOf, type OfferedPodcast, type PodcastPlace } from './search.logic.ts';

export type AddPodcastEvent =
  | { type: 'addPodcast.type'; text: string }
  /** Searches for what is typed; the address of a feed opens the new podcast. */
  | { type: 'addPodcast.submit'; place: PodcastPlace }
  /** Opens the new podcast of a result. */
  | { type: 'addPodcast.choose'; podcast: OfferedPodcast; place: PodcastPlace }
  | { type: 'addPodcast.retry' }
  /** Asks again which podcasts the library has. */
  | { type: 'addPodcast.retryTitles' }
  | ResourceTold<'titles', typeof listPodcastTitles>
  | ModalClosed
  | PageRefresh
  | ServerEventOf<'server.item.added' | 'server.item.updated' | 'server.item.removed' | 'server.items.added'>;

/** What the page is found with again. */
export interface AddPodcastMemory {
  readonly typed: string;
  /** What was searched for; null before the first search. */
  readonly asked: { readonly term: string; readonly country: string | null } | null;
  readonly results: readonly OfferedPodcast[];
}

export interface AddPodcastContext extends AddPodcastMemory {
  readonly entryKey: string;
  readonly libraryId: string;
  /** The podcasts of the library; null until they are known. */
  readonly known: readonly KnownPodcast[] | null;
  /** Why it is not known what the library has. */
  readonly titlesError: AppError | null;
  /** Why the last search failed. */
  readonly error: AppError | null;
}

/** Changes come in bursts (a scan): how long it must be quiet before the titles are fetched again, in ms. */
export const SETTLE_MS = 1000;

export const addPodcastSetup = setup({
  types: {
    input: {} as PageInput<'libraryPodcastSearch'>,
    context: {} as AddPodcastContext,
    events: {} as AddPodcastEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { titles: 'titles'; search: 'search' },
  },
  actors: { titles: resource('titles', listPodcastTitles), search: callEndpoint(searchPodcasts) },
  guards: {
    hasText: ({ context }) => context.typed.trim() !== '',
    isAddress: ({ context }) => isFeedAddress(context.typed),
    hasSearched: ({ context }) => context.asked !== null,
    isNewPodcast: (_, { modal, output }: ModalClosed) =>
      modal === 'newPodcast' && output !== null && (output as NewPodcastOutput).itemId !== null,
    isOfLibrary: ({ context }, { items }: { items: readonly { readonly libraryId: string }[] }) =>
      items.some(({ libraryId }) => libraryId === context.libraryId),
  },
  actions: {
    keepText: assign((_, { text }: { text: string }) => ({ typed: text })),
    ask: assign(({ context }, { place }: { place: PodcastPlace }) => ({
      asked: { term: context.typed.trim(), country: place.region },
    })),
    keepResults: assign((_, { found }: { found: TolerantList<PodcastMatch> }) => ({
      results: offeredOf(found.items),
      error: null,
    })),
    rememberFailure: assign(keepError),
    savePlace: sendParent(({ context: { entryKey, typed, asked, results } }): PageStateSaved => ({
      type: 'page.stateSaved',
      entryKey,
      memory: { typed, asked, results } satisfies AddPodcastMemory,
    })),
    keepTitles: assign((_, { data }: { data: PodcastTitles }) => ({ known: data.podcasts, titlesError: null })),
    rememberTitlesFailure: assign((_, failure: Failure) => ({ titlesError: keepError(null, failure).error })),
    retryTitles: sendTo('titles', { type: 'resource.retry' }),
    markTitlesOutdated: sendTo('titles', { type: 'resource.markOutdated' }),
    refreshTitles: sendTo('titles', { type: 'resource.refresh' }),
    openNewPodcast: enqueueActions(
      ({ context, enqueue, self }, params: { place: PodcastPlace; podcast: OfferedPodcast | null }) => {
        const { place, podcast } = params;
        enqueue.sendTo(named('modals'), {
          type: 'modals.open',
          modal: 'newPodcast',
          input: {
            libraryId: context.libraryId,
            folders: place.folders,
            feedUrl: podcast?.feedUrl ?? context.typed.trim(),
            match: podcast,
            known: context.known ?? [],
          },
          tag: 'newPodcast',
          replyTo: self,
        });
      },
    ),
    tellAdded: sendTo(named('toasts'), (_, { title }: { title: string }) => ({
      type: 'toasts.show' as const,
      kind: 'success' as const,
      message: { key: 'episodes.podcastAdded', values: { title } },
    })),
    openItem: sendTo(named('router'), (_, { itemId }: { itemId: string }) => ({
      type: 'router.go' as const,
      to: { name: 'item' as const, id: itemId },
    })),
  },
});

/** How the page was left; nothing was searched for in a new entry. */
export function memoryOf(memory: unknown): AddPodcastMemory {
  const isOne = typeof memory === 'object' && memory !== null && 'asked' in memory && 'results' in memory;
  return isOne ? (memory as AddPodcastMemory) : { typed: '', asked: null, results: [] };
}

/** What a closed modal of a new podcast says; the guard `isNewPodcast` has looked at it. */
export const addedOf = ({ event }: { event: ModalClosed }): { itemId: string; title: string } => {
  const { itemId, title } = event.output as NewPodcastOutput;
  return { itemId: itemId ?? '', title };
};
