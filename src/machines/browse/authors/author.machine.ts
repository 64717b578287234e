import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AuthorDetail } from '../../../schemas/api/author.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getAuthor } from '../../../services/endpoints/authors.ts';
import { named } from '../../kit/system.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { itemNews } from '../../kit/data-page.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageLibraryResolved, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';

/** By id, or by name in the text: events carry no author ids. */
function isBookOf(item: LibraryItemMinified, { name, libraryId, libraryItems }: AuthorDetail): boolean {
  if (libraryItems?.items.some(({ id }) => id === item.id)) return true;
  return item.libraryId === libraryId && item.mediaType === 'book' && item.media.metadata.authorName.includes(name);
}

export type AuthorEvent =
  | { type: 'author.retry' }
  | { type: 'author.edit' }
  | { type: 'author.toggleDescription' }
  | ResourceReport<'author', typeof getAuthor>
  | PageRefresh
  | ModalClosed
  | ServerEventOf<
      | 'server.author.updated'
      | 'server.author.removed'
      | 'server.item.added'
      | 'server.items.added'
      | 'server.item.updated'
      | 'server.items.updated'
      | 'server.item.removed'
    >;

interface AuthorContext {
  readonly id: string;
  author: AuthorDetail | null;
  isDescriptionOpen: boolean;
  isRemoved: boolean;
  error: AppError | null;
}

/** Changes come in bursts: wait before reloading the author, in ms. */
const SETTLE_MS = 300;

/** Page of an author with books and series. A removal leads to the list of authors, a merge to the remaining author. */
export const authorMachine = setup({
  types: {
    input: {} as PageInput<'author'>,
    context: {} as AuthorContext,
    events: {} as AuthorEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { author: 'author' },
  },
  actors: { author: resource('author', getAuthor) },
  guards: {
    isThis: ({ context }, { id }: { id: string }) => id === context.id,
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    holdsOne: ({ context }, { items }: { items: readonly { readonly id: string }[] }) =>
      (context.author?.libraryItems?.items ?? []).some((book) => items.some(({ id }) => id === book.id)),
    concernsOne: ({ context: { author } }, { items }: { items: readonly LibraryItemMinified[] }) =>
      items.some((item) => author !== null && isBookOf(item, author)),
    isMerged: (_, params: ModalClosed) => params.modal === 'editAuthor' && params.output?.kind === 'merged',
    isRemoved: ({ context }, params: ModalClosed) =>
      context.isRemoved || (params.modal === 'editAuthor' && params.output?.kind === 'removed'),
  },
  actions: {
    keep: assign((_, { data }: { data: AuthorDetail }) => ({ author: data, error: null })),
    rememberFailure: assign(keepError),
    rememberRemoved: assign({ isRemoved: true }),
    notifyLibrary: sendParent(
      (_, { data }: { data: AuthorDetail }) =>
        ({ type: 'page.libraryResolved', libraryId: data.libraryId }) satisfies PageLibraryResolved,
    ),
    toggleDescription: assign(({ context }) => ({ isDescriptionOpen: !context.isDescriptionOpen })),
    edit: enqueueActions(({ context: { id, author }, enqueue, self }) => {
      const input = { authorId: id, name: author?.name ?? '' };
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'editAuthor', input, tag: 'edit', replyTo: self });
    }),
    showMerged: enqueueActions(({ enqueue }, params: ModalClosed) => {
      if (params.modal !== 'editAuthor' || !params.output) return;
      enqueue.sendTo(named('router'), {
        type: 'router.go',
        to: { name: 'author', id: params.output.authorId },
        replace: true,
      } satisfies RouterEvent);
    }),
    showList: enqueueActions(({ context: { author }, enqueue }) => {
      if (!author) return;
      enqueue.sendTo(named('router'), {
        type: 'router.go',
        to: { name: 'libraryAuthors', libraryId: author.libraryId },
        replace: true,
      } satisfies RouterEvent);
    }),
    markOutdated: sendTo('author', { type: 'resource.markOutdated' }),
    refresh: sendTo('author', { type: 'resource.refresh' }),
    retry: sendTo('author', { type: 'resource.retry' }),
  },
}).createMachine({
  id: 'author',
  context: ({ input }) => ({
    id: input.route.id,
    author: null,
    isDescriptionOpen: false,
    isRemoved: false,
    error: null,
  }),
  invoke: {
    src: 'author',
    id: 'author',
    input: ({ context }) => ({ request: { id: context.id }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: {
        'author.loaded': {
          target: 'ready',
          actions: [by('keep'), by('notifyLibrary')],
        },
        'author.failed': [
          { guard: by('isMissing'), target: 'missing' },
          { target: 'failed', actions: by('rememberFailure') },
        ],
        'page.refresh': { actions: 'refresh' },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'author.retry': { target: 'loading', actions: 'retry' },
        'page.refresh': { target: 'loading', actions: 'refresh' },
      },
    },
    missing: { on: { 'page.refresh': { target: 'loading', actions: 'refresh' } } },
    ready: {
      on: {
        'author.loaded': { actions: by('keep') },
        'author.toggleDescription': { actions: 'toggleDescription' },
        'page.refresh': { actions: 'refresh' },
        'server.author.updated': {
          guard: { type: 'isThis', params: ({ event }) => event.author },
          actions: 'markOutdated',
        },
        ...itemNews,
        'server.item.removed': {
          guard: { type: 'holdsOne', params: ({ event }) => ({ items: [event.item] }) },
          actions: 'markOutdated',
        },
      },
      initial: 'resting',
      states: {
        resting: {
          on: {
            'author.edit': 'editing',
            'author.failed': { guard: by('isMissing'), target: '#author.missing' },
            'server.author.removed': {
              guard: { type: 'isThis', params: ({ event }) => event.author },
              actions: 'showList',
            },
          },
        },
        editing: {
          entry: 'edit',
          on: {
            'author.failed': { guard: by('isMissing'), actions: 'rememberRemoved' },
            'server.author.removed': {
              guard: { type: 'isThis', params: ({ event }) => event.author },
              actions: 'rememberRemoved',
            },
            'modal.closed': [
              {
                guard: by('isMerged'),
                target: 'resting',
                actions: by('showMerged'),
              },
              { guard: by('isRemoved'), target: 'resting', actions: 'showList' },
              { target: 'resting', actions: 'markOutdated' },
            ],
          },
        },
      },
    },
  },
});

export type AuthorRef = ActorRefFrom<typeof authorMachine>;
