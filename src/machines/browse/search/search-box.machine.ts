import { assign, enqueueActions, sendTo, setup, type ActorRefFrom, fromPromise } from 'xstate';
import { by } from '../../kit/by.ts';
import { getCurrentLibraryId, isInServerSettings, named } from '../../kit/system.ts';
import { hotkey } from '../../kit/hotkey.actor.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import type { AnyRoute } from '../../kit/router/routes.ts';
import { SEARCH_KEY } from '../../kit/keys.logic.ts';
import { NO_TEXT, type SearchBoxEvent, type SearchCommand } from './search.protocol.ts';
import { spawnLoaded } from '../../kit/spawn-loaded.ts';

export type SearchMachine = typeof import('./search.machine.ts').searchMachine;

const loadSearchMachine = fromPromise<SearchMachine>(async () => (await import('./search.machine.ts')).searchMachine);

interface SearchBoxContext {
  readonly userId: string;
  readonly text: string;
  readonly ref: ActorRefFrom<SearchMachine> | null;
  /** Counts presses of the search key: each moves the focus to the box. */
  readonly requested: number;
  /** Closed by itself: keeps the focus. */
  readonly hasFocus: boolean;
}

const wordsOf = ({ text }: SearchBoxContext): string => text.trim();

/** Search box of the app bar. The search machine loads when the box first opens, and gets the text typed until then. */
export const searchBoxMachine = setup({
  types: {
    input: {} as { userId: string; route: AnyRoute },
    context: {} as SearchBoxContext,
    events: {} as SearchBoxEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { searchKey: 'searchKey'; loadSearch: 'loadSearch' },
  },
  actors: {
    loadSearch: loadSearchMachine,
    searchKey: hotkey(
      SEARCH_KEY,
      'search.requested',
      (system) => getCurrentLibraryId(system) !== null && !isInServerSettings(system),
    ),
  },
  guards: {
    hasCode: ({ context }) => context.ref !== null,
    hasText: ({ context }) => wordsOf(context) !== '',
  },
  actions: {
    takeText: assign((_, { text }: { text: string }) => ({ text })),
    forgetText: assign({ text: NO_TEXT }),
    takePlace: assign((_, { route }: { route: AnyRoute }) => ({ text: textAt(route) })),
    countRequested: assign(({ context }) => ({ requested: context.requested + 1 })),
    noteFocus: assign((_, { stays }: { stays: boolean }) => ({ hasFocus: stays })),
    start: assign(({ context: { userId }, spawn }, { logic }: { logic: SearchMachine }) => ({
      ref: spawnLoaded(spawn, logic, { id: 'search', input: { userId } }),
    })),
    openSearch: enqueueActions(({ context, enqueue, system }) => {
      const libraryId = getCurrentLibraryId(system);
      if (!context.ref || libraryId === null) return;
      enqueue.sendTo(context.ref, { type: 'search.open', libraryId, text: context.text });
    }),
    notify: enqueueActions(({ context, enqueue }, command: SearchCommand) => {
      if (context.ref) enqueue.sendTo(context.ref, command);
    }),
    goToResults: sendTo(named('router'), ({ context, system }): RouterEvent => ({
      type: 'router.go',
      to: { name: 'librarySearch', libraryId: getCurrentLibraryId(system) ?? '', q: wordsOf(context) },
    })),
  },
}).createMachine({
  id: 'searchBox',
  context: ({ input }) => ({
    userId: input.userId,
    text: textAt(input.route),
    ref: null,
    requested: 0,
    hasFocus: false,
  }),
  invoke: { src: 'searchKey', id: 'searchKey' },
  initial: 'closed',
  on: {
    'search.requested': { target: '.open', actions: 'countRequested' },
    'search.submit': {
      guard: 'hasText',
      target: '.closed',
      actions: [
        { type: 'notify', params: { type: 'search.keep' } },
        { type: 'noteFocus', params: { stays: false } },
        'goToResults',
      ],
    },
    'search.placeChanged': {
      target: '.closed',
      actions: [by('takePlace'), { type: 'noteFocus', params: { stays: false } }],
    },
  },
  states: {
    closed: {
      on: {
        'search.open': 'open',
        'search.markOutdated': { actions: { type: 'notify', params: { type: 'search.forget' } } },
        'search.type': { target: 'open', actions: by('takeText') },
      },
    },
    open: {
      initial: 'starting',
      on: {
        'search.close': { target: 'closed', actions: { type: 'noteFocus', params: { stays: true } } },
        'search.follow': {
          target: 'closed',
          actions: [
            { type: 'notify', params: { type: 'search.keep' } },
            'forgetText',
            { type: 'noteFocus', params: { stays: false } },
          ],
        },
        'search.type': { actions: by('takeText') },
      },
      states: {
        starting: { always: [{ guard: 'hasCode', target: 'ready' }, { target: 'loading' }] },
        loading: {
          tags: 'busy',
          invoke: {
            src: 'loadSearch',
            id: 'loadSearch',
            onDone: { target: 'ready', actions: { type: 'start', params: ({ event }) => ({ logic: event.output }) } },
            onError: 'failed',
          },
        },
        failed: { tags: 'failed', on: { 'search.retry': 'loading' } },
        ready: {
          entry: 'openSearch',
          on: {
            'search.type': {
              actions: [by('takeText'), by('notify')],
            },
            'search.choose': {
              actions: [by('takeText'), by('notify')],
            },
            'search.retry': { actions: by('notify') },
            'search.markOutdated': { actions: by('notify') },
            'search.requested': { actions: 'countRequested' },
          },
        },
      },
    },
  },
});

function textAt(route: AnyRoute): string {
  return route.name === 'librarySearch' ? (route.q ?? '') : '';
}

export type SearchBoxRef = ActorRefFrom<typeof searchBoxMachine>;
