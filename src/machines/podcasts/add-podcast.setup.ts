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
import type { FeedsToAdd, NamedFeed } from './add-feeds.protocol.ts';
import { feedImportMachine, type FeedImportTold } from './feed-import.machine.ts';
import { knownOf, type KnownPodcast } from './known.logic.ts';
import type { NewPodcastOutput } from './new-podcast.protocol.ts';
import { readOpml, type FileProblem, type OpmlRead } from './read-opml.actor.ts';
import { isFeedAddress, offeredOf, type OfferedPodcast, type PodcastPlace } from './search.logic.ts';

export type AddPodcastEvent =
  | { type: 'addPodcast.type'; text: string }
  /** Searches for what is typed; the address of a feed opens the new podcast. */
  | { type: 'addPodcast.submit'; place: PodcastPlace }
  /** Opens the new podcast of a result. */
  | { type: 'addPodcast.choose'; podcast: OfferedPodcast; place: PodcastPlace }
  /** Selects a result, or takes it out of the selection. */
  | { type: 'addPodcast.toggle'; podcast: OfferedPodcast }
  | { type: 'addPodcast.clear' }
  /** Opens the modal that adds what is selected. */
  | { type: 'addPodcast.addSelected'; place: PodcastPlace }
  /** Reads the feeds of an OPML file, to add them. */
  | { type: 'addPodcast.import'; file: File; place: PodcastPlace }
  /** What became of the feeds was read. */
  | { type: 'addPodcast.dismiss' }
  | { type: 'addPodcast.retry' }
  /** Asks again which podcasts the library has. */
  | { type: 'addPodcast.retryTitles' }
  | ResourceTold<'titles', typeof listPodcastTitles>
  | ModalClosed
  | FeedImportTold
  | PageRefresh
  | ServerEventOf<'server.item.added' | 'server.item.updated' | 'server.item.removed' | 'server.items.added'>
  | ServerEventOf<'server.task.started' | 'server.task.finished'>;

/** What the page is found with again. */
export interface AddPodcastMemory {
  readonly typed: string;
  /** What was searched for; null before the first search. */
  readonly asked: { readonly term: string; readonly country: string | null } | null;
  readonly results: readonly OfferedPodcast[];
  /** The selected results, also of earlier searches. */
  readonly selected: readonly OfferedPodcast[];
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
  /** The file that is read, and where its feeds go. */
  readonly file: File | null;
  readonly place: PodcastPlace | null;
  /** Why there is nothing to add in the last file, or why it could not be read. */
  readonly fileProblem: FileProblem | null;
  readonly fileError: AppError | null;
  /** What is being added. */
  readonly adding: FeedsToAdd | null;
}

/** Changes come in bursts (a scan): how long it must be quiet before the titles are fetched again, in ms. */
export const SETTLE_MS = 1000;

export const addPodcastSetup = setup({
  types: {
    input: {} as PageInput<'libraryPodcastSearch'>,
    context: {} as AddPodcastContext,
    events: {} as AddPodcastEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { titles: 'titles'; search: 'search'; readOpml: 'readOpml'; feedImport: 'feedImport' },
  },
  actors: {
    titles: resource('titles', listPodcastTitles),
    search: callEndpoint(searchPodcasts),
    readOpml,
    feedImport: feedImportMachine,
  },
  guards: {
    hasText: ({ context }) => context.typed.trim() !== '',
    isAddress: ({ context }) => isFeedAddress(context.typed),
    hasSearched: ({ context }) => context.asked !== null,
    isNewPodcast: (_, { modal, output }: ModalClosed) =>
      modal === 'newPodcast' && output !== null && (output as NewPodcastOutput).itemId !== null,
    hasSelection: ({ context }) => context.selected.length > 0,
    isFeedsToAdd: (_, { modal, output }: ModalClosed) => modal === 'addFeeds' && output !== null,
    hasFeeds: (_, read: OpmlRead) => 'feeds' in read,
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
    savePlace: sendParent(({ context: { entryKey, typed, asked, results, selected } }): PageStateSaved => ({
      type: 'page.stateSaved',
      entryKey,
      memory: { typed, asked, results, selected } satisfies AddPodcastMemory,
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
    toggle: assign(({ context: { selected } }, { podcast }: { podcast: OfferedPodcast }) => {
      const others = selected.filter(({ feedUrl }) => feedUrl !== podcast.feedUrl);
      return { selected: others.length < selected.length ? others : [...selected, podcast] };
    }),
    clearSelection: assign({ selected: [] }),
    keepFile: assign((_, { file, place }: { file: File; place: PodcastPlace }) => ({
      file,
      place,
      fileProblem: null,
      fileError: null,
    })),
    keepFileProblem: assign((_, read: OpmlRead) => ({ fileProblem: 'problem' in read ? read.problem : null })),
    rememberFileFailure: assign((_, failure: Failure) => ({ fileError: keepError(null, failure).error })),
    forgetFile: assign({ file: null, place: null }),
    openFeeds: enqueueActions(
      ({ context, enqueue, self }, { place, feeds }: { place: PodcastPlace | null; feeds: readonly FoundFeed[] }) => {
        if (!place) return;
        const known = context.known ?? [];
        enqueue.sendTo(named('modals'), {
          type: 'modals.open',
          modal: 'addFeeds',
          input: {
            folders: place.folders,
            feeds: feeds.map(({ title, feedUrl, id }) => ({
              title,
              feedUrl,
              ...(id ? { itunesId: id } : {}),
              isKnown: knownOf(known, { title, itunesId: id }) !== null,
            })),
          },
          tag: 'addFeeds',
          replyTo: self,
        });
      },
    ),
    keepAdding: assign((_, { adding }: { adding: FeedsToAdd }) => ({ adding, selected: [] })),
    tellImport: sendTo('feedImport', (_, { news }: { news: ImportNews }) => news),
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

/** A feed of a file or of the directory; only that knows an id. */
type FoundFeed = NamedFeed & { readonly id?: string | null | undefined };

type ImportNews = ServerEventOf<'server.item.added' | 'server.task.started' | 'server.task.finished'>;

/** What is told to the import of feeds. */
export const newsOf = ({ event }: { event: ImportNews }) => ({ news: event });

/** What was read of a file, and where it goes. */
export const readFeedsOf = ({ context, event }: { context: AddPodcastContext; event: { output: OpmlRead } }) => ({
  place: context.place,
  feeds: 'feeds' in event.output ? event.output.feeds : [],
});

/** What is to be added after the modal was closed; the guard `isFeedsToAdd` has looked at it. */
export const addingOf = ({ event }: { event: ModalClosed }) => ({ adding: event.output as FeedsToAdd });

/** How the page was left; nothing was searched for in a new entry. */
export function memoryOf(memory: unknown): AddPodcastMemory {
  const isOne = typeof memory === 'object' && memory !== null && 'asked' in memory && 'results' in memory;
  return isOne ? (memory as AddPodcastMemory) : { typed: '', asked: null, results: [], selected: [] };
}

/** What a closed modal of a new podcast says; the guard `isNewPodcast` has looked at it. */
export const addedOf = ({ event }: { event: ModalClosed }): { itemId: string; title: string } => {
  const { itemId, title } = event.output as NewPodcastOutput;
  return { itemId: itemId ?? '', title };
};
