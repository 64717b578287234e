import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { MediaType } from '../../../schemas/api/common.ts';
import type { FilterData, LibraryWithFilterData } from '../../../schemas/api/filter-data.ts';
import type { Library } from '../../../schemas/api/library.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import { getLibraryWithFilterData, listLibraries } from '../../../services/endpoints/libraries.ts';
import { getPreferences, named, type PreferencesCommand } from '../../kit/system.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource } from '../../kit/resource.machine.ts';
import type { LibrariesEvent, LibrariesParentEvent } from './libraries.protocol.ts';

type Liked = Pick<Preferences, 'orderBy' | 'filterBy'>;

/** Sort keys that require a filter. */
const OF_A_FILTER = { sequence: 'media.metadata.title', progress: 'media.metadata.title' };
const TO_PODCAST: Readonly<Record<string, string>> = {
  'media.metadata.authorName': 'media.metadata.author',
  'media.metadata.authorNameLF': 'media.metadata.author',
  'media.duration': 'media.numTracks',
  'media.metadata.publishedYear': 'media.metadata.title',
  ...OF_A_FILTER,
};
const TO_BOOK: Readonly<Record<string, string>> = {
  'media.metadata.author': 'media.metadata.authorName',
  'media.numTracks': 'media.duration',
  ...OF_A_FILTER,
};
const BOOK_FILTERS = [
  'series',
  'no-series',
  'authors',
  'narrators',
  'publishers',
  'publishedDecades',
  'progress',
  'missing',
  'tracks',
  'issues',
  'ebooks',
  'abridged',
  'languages',
  'share-open',
];

export function forMediaType(mediaType: MediaType, liked: Liked): Liked {
  if (mediaType === 'book') return { orderBy: TO_BOOK[liked.orderBy] ?? liked.orderBy, filterBy: liked.filterBy };
  const group = liked.filterBy.split('.')[0] ?? '';
  return {
    orderBy: TO_PODCAST[liked.orderBy] ?? liked.orderBy,
    filterBy: BOOK_FILTERS.includes(group) ? 'all' : liked.filterBy,
  };
}

interface LibrariesInput {
  readonly currentId: string | null;
}

interface LibraryFilterData {
  readonly libraryId: string;
  readonly values: FilterData;
  readonly issues: number;
  readonly numUserPlaylists: number;
}

interface LibrariesContext {
  /** In display order. Empty while loading and after a failure. */
  libraries: readonly Library[];
  currentId: string | null;
  filterData: LibraryFilterData | null;
  error: AppError | null;
}

const inOrder = (libraries: readonly Library[]) => libraries.toSorted((a, b) => a.displayOrder - b.displayOrder);

export const librariesSetup = setup({
  types: {
    input: {} as LibrariesInput,
    context: {} as LibrariesContext,
    events: {} as LibrariesEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { list: 'list'; filterData: 'filterData' },
  },
  actors: { list: resource('list', listLibraries), filterData: resource('filterData', getLibraryWithFilterData) },
  delays: { firstCovers: 1000 },
  guards: {
    /** After other failures the server is unreachable: the old data stays. */
    isRefused: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    hasCurrent: ({ context }) => context.currentId !== null,
    isNone: (_, params: { id: string | null }) => params.id === null,
    isOther: ({ context }, params: { id: string | null }) => params.id !== context.currentId,
    isChange: ({ context }, params: { id: string | null }) =>
      context.currentId !== null && params.id !== context.currentId,
    /** A removal without a library id counts for this library. */
    isOfCurrent: ({ context }, params: { libraryId?: string | undefined }) =>
      (params.libraryId ?? context.currentId) === context.currentId,
    isAnyOfCurrent: ({ context }, params: { items: readonly { readonly libraryId: string }[] }) =>
      params.items.some(({ libraryId }) => libraryId === context.currentId),
  },
  actions: {
    /** If the current library was removed, selects the next and notifies the parent: a page of it may be open. */
    takeLibraries: enqueueActions(({ context, enqueue }, params: { libraries: readonly Library[] }) => {
      const libraries = inOrder(params.libraries);
      const { currentId } = context;
      enqueue.assign({ libraries, error: null });
      enqueue(
        sendParent({
          type: 'libraries.loaded',
          libraries: libraries.map(({ id, mediaType }) => ({ id, mediaType })),
        } satisfies LibrariesParentEvent),
      );
      if (libraries.some(({ id }) => id === currentId)) return;
      const nextId = nextOf(context.libraries, currentId, libraries);
      enqueue.raise({ type: 'libraries.select', id: nextId });
      if (!context.libraries.some(({ id }) => id === currentId)) return;
      enqueue(sendParent({ type: 'libraries.currentRemoved', nextId } satisfies LibrariesParentEvent));
      if (nextId === null) enqueue(() => console.warn('User has no more accessible libraries'));
    }),
    select: assign((_, params: { id: string | null }) => ({ currentId: params.id, filterData: null })),
    /** The sort and filter of this device may belong to the other media type. */
    adaptOrder: enqueueActions(({ context, enqueue, system }) => {
      const library = context.libraries.find(({ id }) => id === context.currentId);
      if (!library) return;
      const { orderBy, filterBy } = getPreferences(system);
      const change = forMediaType(library.mediaType, { orderBy, filterBy });
      if (change.orderBy === orderBy && change.filterBy === filterBy) return;
      enqueue.sendTo(named('preferences'), { type: 'preferences.set', change });
    }),
    rememberChoice: sendTo(named('preferences'), (_, params: { id: string | null }): PreferencesCommand => ({
      type: 'preferences.set',
      change: { lastLibraryId: params.id },
    })),
    keepFilterData: assign((_, { data }: { data: LibraryWithFilterData }) => ({
      filterData: {
        libraryId: data.library.id,
        values: data.filterdata,
        issues: data.issues,
        numUserPlaylists: data.numUserPlaylists,
      },
    })),
    rememberFailure: assign(keepError),
    emptyList: assign({ libraries: [] }),
    markListOutdated: sendTo('list', { type: 'resource.markOutdated' }),
    refreshList: sendTo('list', { type: 'resource.refresh' }),
    refreshFilterData: sendTo('filterData', { type: 'resource.refresh' }),
    markFilterDataOutdated: sendTo('filterData', { type: 'resource.markOutdated' }),
    retryFilterData: sendTo('filterData', { type: 'resource.retry' }),
    countPlaylists: assign(({ context: { filterData } }, { by }: { by: number }) => ({
      filterData: filterData && { ...filterData, numUserPlaylists: Math.max(0, filterData.numUserPlaylists + by) },
    })),
  },
});

function nextOf(before: readonly Library[], goneId: string | null, left: readonly Library[]): string | null {
  const following = before.slice(before.findIndex(({ id }) => id === goneId) + 1);
  return (following.find(({ id }) => left.some((library) => library.id === id)) ?? left[0])?.id ?? null;
}
