import { assign, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibrarySearch } from '../../../schemas/api/library-search.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { searchLibrary } from '../../../services/endpoints/library-lists.ts';
import { itemChanges, type ItemChange } from '../../kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { PageInput, PageRefresh, PageStateSaved } from '../../app/page-host/page.protocol.ts';
import type { SearchGroupName } from './results.logic.ts';
import { GROUP_LIMIT, mayHaveMore, ROW_LIMIT } from './search-page.logic.ts';

interface SearchMemory {
  readonly limit: number;
  readonly answer: LibrarySearch;
}

export type SearchPageEvent =
  | { type: 'searchPage.extend' }
  | { type: 'searchPage.retry' }
  | ResourceReport<'results', typeof searchLibrary>
  | PageRefresh
  | ServerEventOf<
      ItemChange | `server.${'author' | 'series'}.${'added' | 'updated' | 'removed'}` | 'server.episode.added'
    >;

interface SearchPageContext {
  readonly entryKey: string;
  readonly libraryId: string;
  readonly text: string;
  readonly group: SearchGroupName | null;
  readonly limit: number;
  readonly shownLimit: number;
  readonly answer: LibrarySearch | null;
  readonly error: AppError | null;
}

/** Changes come in bursts (a scan): wait before reloading the results, in ms. */
const SETTLE_MS = 1000;

/** Results page of a text. A group extends by a request with a higher limit; old results stay until then. */
export const searchPageMachine = setup({
  types: {
    input: {} as PageInput<'librarySearch'>,
    context: {} as SearchPageContext,
    events: {} as SearchPageEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { results: 'results' },
  },
  actors: { results: resource('results', searchLibrary) },
  guards: {
    hasText: ({ context }) => context.text !== '',
    hasAnswer: ({ context }) => context.answer !== null,
    isExtended: ({ context }) => context.answer !== null && context.shownLimit < context.limit,
    hasMore: ({ context: { answer, group, shownLimit } }) =>
      answer !== null && group !== null && mayHaveMore(answer, group, shownLimit),
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
  },
  actions: {
    keepResults: assign(({ context }, { data }: { data: LibrarySearch }) => ({
      answer: data,
      shownLimit: context.limit,
      error: null,
    })),
    savePlace: sendParent(({ context: { entryKey, limit, answer } }): PageStateSaved => ({
      type: 'page.stateSaved',
      entryKey,
      memory: answer && ({ limit, answer } satisfies SearchMemory),
    })),
    raiseLimit: assign(({ context }) => ({ limit: context.limit * 2 })),
    rememberFailure: assign(keepError),
    retry: sendTo('results', { type: 'resource.retry' }),
    refresh: sendTo('results', { type: 'resource.refresh' }),
    markOutdated: sendTo('results', { type: 'resource.markOutdated' }),
  },
}).createMachine({
  id: 'searchPage',
  context: ({ input: { route, entryKey, memory } }) => {
    const limit = route.group === undefined ? ROW_LIMIT : GROUP_LIMIT;
    const kept = isSearchMemory(memory) ? memory : { limit, answer: null };
    return {
      entryKey,
      libraryId: route.libraryId,
      text: (route.q ?? '').trim(),
      group: route.group ?? null,
      ...kept,
      shownLimit: kept.limit,
      error: null,
    };
  },
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasText', target: 'searching' }, { target: 'empty' }] },
    empty: {},
    searching: {
      invoke: {
        src: 'results',
        id: 'results',
        input: ({ context: { libraryId, text, limit } }) => ({
          request: { libraryId, text, limit },
          settleMs: SETTLE_MS,
        }),
      },
      initial: 'starting',
      on: {
        'results.loaded': {
          target: '.shown',
          actions: [by('keepResults'), 'savePlace'],
        },
        'page.refresh': { actions: 'refresh' },
        ...itemChanges,
        // An edited or removed episode arrives as an update of its podcast.
        'server.episode.added': { actions: 'markOutdated' },
        'server.author.added': { actions: 'markOutdated' },
        'server.author.updated': { actions: 'markOutdated' },
        'server.author.removed': { actions: 'markOutdated' },
        'server.series.added': { actions: 'markOutdated' },
        'server.series.updated': { actions: 'markOutdated' },
        'server.series.removed': { actions: 'markOutdated' },
      },
      states: {
        starting: {
          always: [
            { guard: 'isExtended', target: 'extending' },
            { guard: 'hasAnswer', target: 'shown' },
            { target: 'loading' },
          ],
        },
        loading: {
          tags: 'busy',
          on: {
            'results.failed': { target: 'failed', actions: by('rememberFailure') },
          },
        },
        failed: { tags: 'failed', on: { 'searchPage.retry': { target: 'loading', actions: 'retry' } } },
        shown: {
          on: {
            'results.failed': {
              guard: by('isMissing'),
              target: 'failed',
              actions: by('rememberFailure'),
            },
            'searchPage.extend': {
              guard: 'hasMore',
              target: '#searchPage.searching',
              reenter: true,
              actions: 'raiseLimit',
            },
          },
        },
        extending: {
          tags: 'busy',
          on: {
            'results.failed': {
              target: 'unextended',
              actions: by('rememberFailure'),
            },
          },
        },
        unextended: { tags: 'failed', on: { 'searchPage.retry': { target: 'extending', actions: 'retry' } } },
      },
    },
  },
});

function isSearchMemory(memory: unknown): memory is SearchMemory {
  return typeof memory === 'object' && memory !== null && 'limit' in memory && 'answer' in memory;
}

export type SearchPageRef = ActorRefFrom<typeof searchPageMachine>;
