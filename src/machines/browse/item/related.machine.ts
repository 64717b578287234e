import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { BookItemMinified, LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { Api } from '../../../services/api.ts';
import { listItems } from '../../../services/endpoints/libraries.ts';
import { formatFilter } from '../../../services/filter-value.ts';
import { keepError, type Failure } from '../../kit/failure.logic.ts';
import { itemNews } from '../../kit/data-page.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { PageRefresh } from '../../app/page-host/page.protocol.ts';
import {
  authorRow,
  isSameRequest,
  isShown,
  mayConcern,
  MOST_BY_AUTHOR,
  nextRow,
  relatedRequest,
  withoutRepeats,
  type RelatedRequest,
  type RelatedRow,
} from './related.logic.ts';

export type RelatedNews =
  | PageRefresh
  | ServerEventOf<
      | 'server.item.added'
      | 'server.items.added'
      | 'server.item.updated'
      | 'server.items.updated'
      | 'server.item.removed'
    >;

export type RelatedEvent =
  | { type: 'related.follow'; item: LibraryItemExpanded }
  | { type: 'related.retry' }
  | { type: 'rows.loaded'; data: readonly RelatedRow[] }
  | ({ type: 'rows.failed' } & Failure)
  | RelatedNews;

interface RelatedContext {
  readonly request: RelatedRequest;
  readonly rows: readonly RelatedRow[] | null;
  readonly error: AppError | null;
}

/** Wait before loading, in ms: the page's own requests come first. */
const QUIET_MS = 1000;
/** Changes come in bursts: wait before reloading, in ms. */
const SETTLE_MS = 300;
/** Books of a series to look through. */
const MOST_OF_SERIES = 500;

async function findRelated(
  api: Api,
  { libraryId, itemId, series, author }: RelatedRequest,
  signal: AbortSignal,
): Promise<readonly RelatedRow[]> {
  const find = async (group: 'series' | 'authors', value: string, sort: string, limit: number) => {
    const filter = formatFilter({ group, value });
    const { results } = await api.call(listItems, { libraryId, filter, sort, limit, page: 0 }, signal);
    return results.items.filter((item): item is BookItemMinified => item.mediaType === 'book');
  };
  /** Left out of the last row. */
  const others = 1 + series.length;
  const rows = series.map(async (one) =>
    nextRow(one, libraryId, await find('series', one.id, 'sequence', MOST_OF_SERIES)),
  );
  const byAuthor = async ({ id, name }: { readonly id: string; readonly name: string }) =>
    authorRow({ id, name }, await find('authors', id, 'media.metadata.publishedYear', MOST_BY_AUTHOR + others));
  return withoutRepeats(await Promise.all(author ? [...rows, byAuthor(author)] : rows), itemId);
}

/** The next book of each series, and more by the author. Loads after the page itself; nothing for podcasts. */
export const relatedMachine = setup({
  types: {
    input: {} as { readonly item: LibraryItemExpanded },
    context: {} as RelatedContext,
    events: {} as RelatedEvent,
    children: {} as { rows: 'rows' },
  },
  actors: { rows: resourceBy<RelatedRequest>('rows', findRelated) },
  delays: { quietDelay: QUIET_MS },
  guards: {
    isOther: ({ context: { request } }, { item }: { item: LibraryItemExpanded }) =>
      !isSameRequest(request, relatedRequest(item)),
    concernsOne: ({ context: { request, rows } }, { items }: { items: readonly LibraryItemMinified[] }) =>
      items.some((item) => mayConcern(item, request, rows ?? [])),
    isShown: ({ context: { rows } }, { id }: { id: string }) => isShown(id, rows ?? []),
  },
  actions: {
    follow: assign((_, { item }: { item: LibraryItemExpanded }) => ({ request: relatedRequest(item) })),
    keep: assign((_, { data }: { data: readonly RelatedRow[] }) => ({ rows: data, error: null })),
    rememberFailure: assign(keepError),
    retry: sendTo('rows', { type: 'resource.retry' }),
    refresh: sendTo('rows', { type: 'resource.refresh' }),
    markOutdated: sendTo('rows', { type: 'resource.markOutdated' }),
  },
}).createMachine({
  id: 'related',
  context: ({ input }) => ({ request: relatedRequest(input.item), rows: null, error: null }),
  initial: 'waiting',
  states: {
    waiting: {
      after: { quietDelay: 'following' },
      on: { 'related.follow': { actions: by('follow') } },
    },
    following: {
      invoke: {
        src: 'rows',
        id: 'rows',
        input: ({ context: { request } }) => ({ request, settleMs: SETTLE_MS }),
      },
      on: {
        'related.follow': {
          guard: by('isOther'),
          target: 'following',
          reenter: true,
          actions: by('follow'),
        },
        'rows.loaded': { target: '.resting', actions: by('keep') },
        'rows.failed': { target: '.resting', actions: by('rememberFailure') },
        'page.refresh': { actions: 'refresh' },
        ...itemNews,
        'server.item.removed': {
          guard: { type: 'isShown', params: ({ event }) => event.item },
          actions: 'markOutdated',
        },
      },
      initial: 'resting',
      states: { resting: { on: { 'related.retry': { target: 'retrying', actions: 'retry' } } }, retrying: {} },
    },
  },
});

export type RelatedRef = ActorRefFrom<typeof relatedMachine>;
