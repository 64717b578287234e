import { assign, enqueueActions, sendParent, sendTo, setup, fromPromise } from 'xstate';
import type { PodcastMatch } from '../../../schemas/api/provider-search.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { TolerantList } from '../../../schemas/tolerant-list.ts';
import { listPodcastTitles, parseOpml } from '../../../services/endpoints/podcast-admin.ts';
import { searchPodcasts } from '../../../services/endpoints/provider-search.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { FeedsToAdd, NamedFeed, NewPodcastOutput } from '../../app/modals/modal-inputs.protocol.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh, PageStateSaved } from '../../app/page-host/page.protocol.ts';
import { feedImportMachine, type FeedImportReport } from './feed-import.machine.ts';
import {
  isFeedAddress,
  offeredOf,
  type OfferedPodcast,
  type PodcastPlace,
  knownOf,
  type KnownPodcast,
} from './search.logic.ts';

/** In bytes: the server takes 10 MB; a thousand feeds are 300 kB. */
const MOST_BYTES = 8 * 1024 * 1024;

type FileProblem = 'notOpml' | 'tooLong' | 'noFeeds';

type OpmlRead = { readonly feeds: readonly NamedFeed[] } | { readonly problem: FileProblem };

/** Each feed once. Rejects with an `AppException`, and when the file is unreadable. */
const readOpml = fromPromise<OpmlRead, { readonly file: File | null }>(async ({ input, system, signal }) => {
  const { file } = input;
  if (!file) return { problem: 'notOpml' };
  if (file.size > MOST_BYTES) return { problem: 'tooLong' };
  const opmlText = await file.text();
  if (!/<opml\b/i.test(opmlText) || !/<outline\s/i.test(opmlText)) return { problem: 'notOpml' };
  const { feeds } = await getPorts(system).api.call(parseOpml, { opmlText }, signal);
  const named = new Map(
    feeds.items.map(({ title, feedUrl }) => [feedUrl, { feedUrl, title: title?.trim() || feedUrl }] as const),
  );
  return named.size === 0 ? { problem: 'noFeeds' } : { feeds: [...named.values()] };
});

type AddPodcastEvent =
  | { type: 'addPodcast.type'; text: string }
  /** Searches, or opens the new podcast of a feed address. */
  | { type: 'addPodcast.submit'; place: PodcastPlace }
  | { type: 'addPodcast.choose'; podcast: OfferedPodcast; place: PodcastPlace }
  | { type: 'addPodcast.toggle'; podcast: OfferedPodcast }
  | { type: 'addPodcast.clear' }
  | { type: 'addPodcast.addSelected'; place: PodcastPlace }
  | { type: 'addPodcast.import'; file: File; place: PodcastPlace }
  /** The result of the import was read. */
  | { type: 'addPodcast.dismiss' }
  | { type: 'addPodcast.retry' }
  | { type: 'addPodcast.retryTitles' }
  | ResourceReport<'titles', typeof listPodcastTitles>
  | ModalClosed
  | FeedImportReport
  | PageRefresh
  | ServerEventOf<'server.item.added' | 'server.item.updated' | 'server.item.removed' | 'server.items.added'>
  | ServerEventOf<'server.task.started' | 'server.task.finished'>;

/** Kept for the history entry. */
interface AddPodcastMemory {
  readonly typed: string;
  /** Null before the first search. */
  readonly requested: { readonly term: string; readonly country: string | null } | null;
  readonly results: readonly OfferedPodcast[];
  /** May be from earlier searches. */
  readonly selected: readonly OfferedPodcast[];
}

interface AddPodcastContext extends AddPodcastMemory {
  readonly entryKey: string;
  readonly libraryId: string;
  readonly known: readonly KnownPodcast[] | null;
  readonly titlesError: AppError | null;
  readonly error: AppError | null;
  /** The file being read, and where its feeds go. */
  readonly file: File | null;
  readonly place: PodcastPlace | null;
  readonly fileProblem: FileProblem | null;
  readonly fileError: AppError | null;
  readonly adding: FeedsToAdd | null;
}

/** A scan changes items in bursts: titles are refetched after this pause, in ms. */
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
    hasSearched: ({ context }) => context.requested !== null,
    isNewPodcast: (_, { modal, output }: ModalClosed) =>
      modal === 'newPodcast' && output !== null && (output as NewPodcastOutput).itemId !== null,
    hasSelection: ({ context }) => context.selected.length > 0,
    isFeedsToAdd: (_, { modal, output }: ModalClosed) => modal === 'addFeeds' && output !== null,
    hasFeeds: (_, read: OpmlRead) => 'feeds' in read,
    isOfLibrary: ({ context }, { items }: { items: readonly { readonly libraryId: string }[] }) =>
      items.some(({ libraryId }) => libraryId === context.libraryId),
  },
  actions: {
    ask: assign(({ context }, { place }: { place: PodcastPlace }) => ({
      requested: { term: context.typed.trim(), country: place.region },
    })),
    keepResults: assign((_, { found }: { found: TolerantList<PodcastMatch> }) => ({
      results: offeredOf(found.items),
      error: null,
    })),
    rememberFailure: assign(keepError),
    savePlace: sendParent(({ context: { entryKey, typed, requested, results, selected } }): PageStateSaved => ({
      type: 'page.stateSaved',
      entryKey,
      memory: { typed, requested, results, selected } satisfies AddPodcastMemory,
    })),
    markTitlesOutdated: sendTo('titles', { type: 'resource.markOutdated' }),
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
    notifyImport: sendTo('feedImport', (_, { news }: { news: ImportNews }) => news),
    notifyAdded: sendTo(named('toasts'), (_, { title }: { title: string }) => ({
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

/** Only the directory has an id. */
type FoundFeed = NamedFeed & { readonly id?: string | null | undefined };

type ImportNews = ServerEventOf<'server.item.added' | 'server.task.started' | 'server.task.finished'>;

export const newsOf = ({ event }: { event: ImportNews }) => ({ news: event });

export const readFeedsOf = ({ context, event }: { context: AddPodcastContext; event: { output: OpmlRead } }) => ({
  place: context.place,
  feeds: 'feeds' in event.output ? event.output.feeds : [],
});

/** After the guard `isFeedsToAdd`. */
export const addingOf = ({ event }: { event: ModalClosed }) => ({ adding: event.output as FeedsToAdd });

/** Empty for a new history entry. */
export function memoryOf(memory: unknown): AddPodcastMemory {
  const isOne = typeof memory === 'object' && memory !== null && 'requested' in memory && 'results' in memory;
  return isOne ? (memory as AddPodcastMemory) : { typed: '', requested: null, results: [], selected: [] };
}

/** After the guard `isNewPodcast`. */
export const addedOf = ({ event }: { event: ModalClosed }): { itemId: string; title: string } => {
  const { itemId, title } = event.output as NewPodcastOutput;
  return { itemId: itemId ?? '', title };
};
