import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { FilterData, LibraryWithFilterData } from '../../schemas/api/filter-data.ts';
import type { Library } from '../../schemas/api/library.ts';
import type { ServerEvent } from '../../schemas/socket/server-events.ts';
import { getLibraryWithFilterData, listLibraries } from '../../services/endpoints/libraries.ts';
import { callEndpoint } from '../app/ports.ts';
import { getPreferences, named } from '../app/system.ts';
import type { PreferencesEvent } from '../preferences/preferences.machine.ts';
import { forMediaType } from './media-type.logic.ts';

export type LibrariesEvent =
  /** The place belongs to this library: it becomes the current one. */
  | { type: 'libraries.select'; id: string }
  /** Whatever is shown may be stale (reconnected, page shown again). */
  | { type: 'libraries.refresh' }
  /** Asks again for the facts of the current library, which could not be had. */
  | { type: 'libraries.retryFacts' }
  | Extract<ServerEvent, { type: `server.library.${string}` }>;

export interface LibrariesInput {
  /** The library to start with; null when none is known yet. */
  readonly currentId: string | null;
}

/** The filter values, issue count and number of own playlists of one library. */
export interface LibraryFacts {
  readonly libraryId: string;
  readonly filterData: FilterData;
  readonly issues: number;
  readonly numUserPlaylists: number;
}

export interface LibrariesContext {
  /** In display order (LIB-016). Empty while loading and after a failure (LIB-009). */
  libraries: readonly Library[];
  currentId: string | null;
  facts: LibraryFacts | null;
  error: AppError | null;
}

/** The current library is gone, or none was chosen; where to go is the session's decision (LIB-005 to LIB-007). */
export type LibrariesParentEvent =
  | { type: 'libraries.loaded'; ids: readonly string[] }
  | { type: 'libraries.currentRemoved'; nextId: string | null };

const inOrder = (libraries: readonly Library[]) => libraries.toSorted((a, b) => a.displayOrder - b.displayOrder);

/**
 * The libraries that the account may see, the current one and its filter values. Two regions: the list,
 * and the facts of the current library, which are asked for anew when it changes. They weigh 250 kB
 * for 10,000 items, so they let the covers of the page that is opening go first.
 */
export const librariesMachine = setup({
  types: {
    input: {} as LibrariesInput,
    context: {} as LibrariesContext,
    events: {} as LibrariesEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: { fetchLibraries: callEndpoint(listLibraries), fetchFacts: callEndpoint(getLibraryWithFilterData) },
  delays: { firstCovers: 1000 },
  guards: {
    hasCurrent: ({ context }) => context.currentId !== null,
    isOther: ({ context }, params: { id: string }) => params.id !== context.currentId,
  },
  actions: {
    keepLibraries: assign((_, params: { libraries: readonly Library[] }) => ({
      libraries: inOrder(params.libraries),
      error: null,
    })),
    /** The library used last may be gone, or be another account's. */
    chooseCurrent: enqueueActions(({ context, enqueue }) => {
      const { libraries, currentId } = context;
      if (libraries.some(({ id }) => id === currentId)) return;
      const first = libraries[0];
      if (first) enqueue.raise({ type: 'libraries.select', id: first.id });
      else enqueue.assign({ currentId: null, facts: null });
    }),
    put: assign(({ context }, params: { library: Library }) => ({
      libraries: inOrder([...context.libraries.filter(({ id }) => id !== params.library.id), params.library]),
    })),
    drop: enqueueActions(({ context, enqueue }, params: { id: string }) => {
      const libraries = context.libraries.filter(({ id }) => id !== params.id);
      enqueue.assign({ libraries });
      if (context.currentId !== params.id) return;
      const nextId = libraries[0]?.id ?? null;
      enqueue.assign({ currentId: nextId, facts: null });
      enqueue(sendParent({ type: 'libraries.currentRemoved', nextId } satisfies LibrariesParentEvent));
      if (nextId === null) enqueue(() => console.warn('User has no more accessible libraries'));
    }),
    select: assign((_, params: { id: string }) => ({ currentId: params.id, facts: null })),
    /** The order and filter of this device may be of the other kind of library (LIB-010 to LIB-014). */
    adaptOrder: enqueueActions(({ context, enqueue, system }) => {
      const library = context.libraries.find(({ id }) => id === context.currentId);
      if (!library) return;
      const { orderBy, filterBy } = getPreferences(system);
      const change = forMediaType(library.mediaType, { orderBy, filterBy });
      if (change.orderBy === orderBy && change.filterBy === filterBy) return;
      enqueue.sendTo(named('preferences'), { type: 'preferences.set', change });
    }),
    rememberChoice: sendTo(named('preferences'), (_, params: { id: string }): PreferencesEvent => ({
      type: 'preferences.set', change: { lastLibraryId: params.id },
    })),
    keepFacts: assign((_, params: { answer: LibraryWithFilterData }) => ({
      facts: {
        libraryId: params.answer.library.id,
        filterData: params.answer.filterdata,
        issues: params.answer.issues,
        numUserPlaylists: params.answer.numUserPlaylists,
      },
    })),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ libraries: [], error: toAppError(params.cause) })),
    tellLoaded: sendParent(
      ({ context }) => ({ type: 'libraries.loaded', ids: context.libraries.map(({ id }) => id) }) satisfies LibrariesParentEvent,
    ),
  },
}).createMachine({
  id: 'libraries',
  context: ({ input }) => ({ libraries: [], currentId: input.currentId, facts: null, error: null }),
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      on: {
        'server.library.added': { actions: { type: 'put', params: ({ event }) => ({ library: event.library }) } },
        'server.library.updated': { actions: { type: 'put', params: ({ event }) => ({ library: event.library }) } },
        'server.library.removed': { actions: { type: 'drop', params: ({ event }) => ({ id: event.library.id }) } },
      },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            src: 'fetchLibraries',
            id: 'fetchLibraries',
            onDone: {
              target: 'ready',
              actions: [{ type: 'keepLibraries', params: ({ event }) => ({ libraries: event.output.libraries.items }) }, 'chooseCurrent', 'adaptOrder', 'tellLoaded'],
            },
            onError: { target: 'failed', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
          },
        },
        ready: { on: { 'libraries.refresh': 'loading' } },
        failed: { tags: 'failed', on: { 'libraries.refresh': 'loading' } },
      },
    },
    facts: {
      initial: 'deciding',
      on: {
        'libraries.select': [
          {
            guard: { type: 'isOther', params: ({ event }) => ({ id: event.id }) },
            target: '.deciding',
            actions: [
              { type: 'select', params: ({ event }) => ({ id: event.id }) },
              { type: 'rememberChoice', params: ({ event }) => ({ id: event.id }) },
              'adaptOrder',
            ],
          },
          { actions: { type: 'rememberChoice', params: ({ event }) => ({ id: event.id }) } },
        ],
      },
      states: {
        deciding: { always: [{ guard: 'hasCurrent', target: 'resting' }, { target: 'none' }] },
        none: {},
        resting: { after: { firstCovers: 'loading' } },
        loading: {
          invoke: {
            src: 'fetchFacts',
            id: 'fetchFacts',
            input: ({ context }) => ({ id: context.currentId ?? '' }),
            onDone: { target: 'ready', actions: { type: 'keepFacts', params: ({ event }) => ({ answer: event.output }) } },
            onError: 'failed',
          },
        },
        ready: { on: { 'libraries.refresh': 'loading' } },
        failed: { on: { 'libraries.refresh': 'loading', 'libraries.retryFacts': 'loading' } },
      },
    },
  },
});

export type LibrariesRef = ActorRefFrom<typeof librariesMachine>;
