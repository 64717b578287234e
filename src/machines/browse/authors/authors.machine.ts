import {
  assign,
  enqueueActions,
  sendParent,
  sendTo,
  setup,
  type ActorRefFrom,
  fromCallback,
  type NonReducibleUnknown,
} from 'xstate';
import { by } from '../../kit/by.ts';
import type { Author } from '../../../schemas/api/author.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { matchAuthor } from '../../../services/endpoints/authors.ts';
import { listAuthors, listAllAuthors } from '../../../services/endpoints/library-lists.ts';
import { getPorts } from '../../kit/ports.ts';
import { getPreferences, named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { toggleSort } from '../bookshelf/query.logic.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { preferencesWatch, type PreferencesChanged } from '../../playback/player/watchers.actor.ts';
import { letters } from '../../kit/windowed-list/letter-source.ts';
import type { LettersRef } from '../../kit/windowed-list/letters.machine.ts';
import { windowedList, type ListSource } from '../../kit/windowed-list/list-source.ts';
import { listSaved, readListMemory } from '../../kit/windowed-list/memory.logic.ts';
import { isSameQuery } from '../../kit/windowed-list/window.logic.ts';
import type { ListMemory, ListPlaceChanged } from '../../kit/windowed-list/windowed-list.protocol.ts';
import { authorsQueryOf, isAuthorsQuery, type AuthorsQuery, type AuthorSort, toAuthorsInput } from './authors.logic.ts';
import { fieldsOf, matchOf } from './edit-author.logic.ts';
import { toast } from '../../kit/toast.ts';

interface MatchProgress {
  readonly done: number;
  readonly total: number;
  readonly updated: number;
}

type MatchAllReport =
  | { type: 'match.moved'; progress: MatchProgress }
  | { type: 'match.ended' }
  | { type: 'match.failed'; error: AppError };

interface MatchAllInput {
  readonly libraryId: string;
  readonly provider: string;
}

/** Matches authors one by one. Skips unknown authors; any other failure ends it. Stopping aborts the call. */
export const matchAll = fromCallback<NonReducibleUnknown & { type: string }, MatchAllInput>(
  ({ sendBack, input, system }) => {
    const { api } = getPorts(system);
    const stop = new AbortController();
    const report = (event: MatchAllReport) => {
      if (!stop.signal.aborted) sendBack(event);
    };
    const run = async () => {
      const { authors } = await api.call(listAllAuthors, { libraryId: input.libraryId }, stop.signal);
      const total = authors.items.length;
      let progress: MatchProgress = { done: 0, total, updated: 0 };
      report({ type: 'match.moved', progress });
      for (const author of authors.items) {
        const body = matchOf(fieldsOf(author), input.provider);
        const isUpdated =
          body !== null &&
          (await api.call(matchAuthor, { id: author.id, ...body }, stop.signal).then(
            ({ updated }) => updated === true,
            (cause: unknown) => {
              if (toAppError(cause).kind === 'notFound') return false;
              throw cause;
            },
          ));
        progress = { done: progress.done + 1, total, updated: progress.updated + Number(isUpdated) };
        report({ type: 'match.moved', progress });
      }
      report({ type: 'match.ended' });
    };
    run().catch((cause: unknown) => report({ type: 'match.failed', error: toAppError(cause) }));
    return () => stop.abort();
  },
);

const source: ListSource<Author, AuthorsQuery> = {
  loadPage: async (api, query, number, signal, limit) => {
    const { results, total } = await api.call(listAuthors, toAuthorsInput(query, number, limit), signal);
    return { items: results, total };
  },
  merge: (shown, update) => ({ ...shown, ...update, numBooks: update.numBooks ?? shown.numBooks }),
};

const authorList = windowedList(source);
const authorLetters = letters({
  list: source,
  nameOf: ({ name, lastFirst }, { sort }) => (sort === 'lastFirst' && lastFirst) || name,
});

export type AuthorsEvent =
  | { type: 'authors.sort'; key: AuthorSort }
  | { type: 'authors.edit'; author: Author }
  /** Matches all authors one by one. `provider`: that of the library. */
  | { type: 'authors.matchAll'; provider: string }
  | { type: 'authors.stopMatching' }
  | MatchAllReport
  | PreferencesChanged
  | ListPlaceChanged<Author, AuthorsQuery>
  | PageRefresh
  | ModalClosed
  | ServerEventOf<'server.author.added' | 'server.author.updated' | 'server.author.removed' | 'server.authors.counted'>
  | ServerEventOf<`server.item.${'added' | 'updated' | 'removed'}` | `server.items.${'added' | 'updated'}`>;

interface AuthorsContext {
  readonly entryKey: string;
  query: AuthorsQuery;
  list: ActorRefFrom<typeof authorList>;
  letters: LettersRef;
  provider: string;
  progress: MatchProgress;
}

type EventAuthor = ServerEventOf<'server.author.updated'>['author'];

/** The authors of a library. The list is a child. */
export const authorsMachine = setup({
  types: {
    input: {} as PageInput<'libraryAuthors'>,
    context: {} as AuthorsContext,
    events: {} as AuthorsEvent,
    children: {} as { list: 'list'; letters: 'letters'; matchAll: 'matchAll' },
  },
  actors: { list: authorList, letters: authorLetters, preferencesWatch, matchAll },
  guards: {
    /** A removal without a library id counts for this library. */
    isOfLibrary: ({ context }, { libraryId }: { libraryId?: string | undefined }) =>
      (libraryId ?? context.query.libraryId) === context.query.libraryId,
    changesQuery: ({ context: { query } }, { preferences }: { preferences: Preferences }) =>
      !isSameQuery(authorsQueryOf(query.libraryId, preferences), query),
  },
  actions: {
    applyPreferences: assign(({ context: { query } }, { preferences }: { preferences: Preferences }) => ({
      query: authorsQueryOf(query.libraryId, preferences),
    })),
    showQuery: sendTo('list', ({ context }) => ({ type: 'list.show', query: context.query })),
    chooseSort: sendTo(named('preferences'), ({ context }, { key }: { key: string }) => {
      const { sort, desc } = toggleSort(context.query, key);
      return { type: 'preferences.set', change: { authorSortBy: sort, authorSortDesc: desc } };
    }),
    edit: enqueueActions(({ enqueue, self }, { author }: { author: Author }) => {
      const input = { authorId: author.id, name: author.name };
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'editAuthor', input, tag: 'edit', replyTo: self });
    }),
    saveState: sendParent(({ context }, { memory }: { memory: ListMemory }) => listSaved(context.entryKey, memory)),
    markOutdated: sendTo('list', { type: 'list.outdated' }),
    refresh: sendTo('list', { type: 'list.refresh' }),
    /** The event may leave out empty keys. */
    patch: sendTo('list', (_, { author }: { author: EventAuthor }) => {
      const { asin = null, description = null, imagePath = null } = author;
      return { type: 'list.patch', items: new Map([[author.id, { ...author, asin, description, imagePath }]]) };
    }),
    begin: assign((_, { provider }: { provider: string }) => ({
      provider,
      progress: { done: 0, total: 0, updated: 0 },
    })),
    takeProgress: assign((_, { progress }: { progress: MatchProgress }) => ({ progress })),
    notifyMatched: sendTo(named('toasts'), ({ context: { progress } }): ToastsEvent =>
      toast(progress.updated > 0 ? 'success' : 'info', 'authors/match', 'authors.matched', {
        values: { updated: progress.updated, done: progress.done },
      }),
    ),
    notifyFailure: sendTo(
      named('toasts'),
      (_, { error }: Extract<MatchAllReport, { type: 'match.failed' }>): ToastsEvent =>
        toast('error', 'authors/match', 'authors.matchFailed', { error }),
    ),
  },
}).createMachine({
  id: 'authors',
  context: ({ input, self, spawn }) => {
    const query = authorsQueryOf(input.route.libraryId, getPreferences(self.system));
    const list = spawn('list', { id: 'list', input: { query, memory: readListMemory(input, isAuthorsQuery) } });
    return {
      entryKey: input.entryKey,
      query,
      list,
      letters: spawn('letters', { id: 'letters', input: { list } }),
      provider: '',
      progress: { done: 0, total: 0, updated: 0 },
    };
  },
  invoke: { src: 'preferencesWatch', id: 'preferencesWatch' },
  on: {
    'authors.sort': { actions: by('chooseSort') },
    'authors.edit': { actions: by('edit') },
    'preferences.changed': {
      guard: by('changesQuery'),
      actions: [by('applyPreferences'), 'showQuery'],
    },
    'list.placeChanged': { actions: by('saveState') },
    'page.refresh': { actions: 'refresh' },
    'modal.closed': { actions: 'markOutdated' },
    'server.author.added': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.author },
      actions: 'markOutdated',
    },
    // Another name may be another position.
    'server.author.updated': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.author },
      actions: [by('patch'), 'markOutdated'],
    },
    'server.author.removed': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.author },
      actions: 'markOutdated',
    },
    // The server sends no event when an author's number of books changes.
    'server.item.added': { guard: { type: 'isOfLibrary', params: ({ event }) => event.item }, actions: 'markOutdated' },
    'server.item.updated': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.item },
      actions: 'markOutdated',
    },
    'server.item.removed': { actions: 'markOutdated' },
    'server.items.added': { actions: 'markOutdated' },
    'server.items.updated': { actions: 'markOutdated' },
    'server.authors.counted': {
      guard: { type: 'isOfLibrary', params: ({ event }) => event.counts },
      actions: 'markOutdated',
    },
  },
  initial: 'resting',
  states: {
    resting: {
      on: { 'authors.matchAll': { target: 'matching', actions: by('begin') } },
    },
    matching: {
      invoke: {
        src: 'matchAll',
        id: 'matchAll',
        input: ({ context }) => ({ libraryId: context.query.libraryId, provider: context.provider }),
      },
      on: {
        'authors.stopMatching': { target: 'resting', actions: 'notifyMatched' },
        'match.moved': { actions: by('takeProgress') },
        'match.ended': { target: 'resting', actions: 'notifyMatched' },
        'match.failed': { target: 'resting', actions: by('notifyFailure') },
      },
    },
  },
});

export type AuthorsRef = ActorRefFrom<typeof authorsMachine>;
