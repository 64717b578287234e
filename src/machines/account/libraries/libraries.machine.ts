import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Library } from '../../../schemas/api/library.ts';
import { filterData } from './filter-data.region.ts';
import { librariesSetup } from './libraries.setup.ts';
import type { SystemRef } from '../../kit/system.ts';

/** Changes come in bursts (a new order): wait before refetching, in ms. */
const SETTLE_MS = 1000;

const without = (libraries: readonly Library[], removed: string) => libraries.filter(({ id }) => id !== removed);
const withLibrary = (libraries: readonly Library[], library: Library) => [...without(libraries, library.id), library];

/** Applies server events at once, refetches when it may be stale. */
const list = librariesSetup.createStateConfig({
  invoke: { src: 'list', id: 'list', input: { request: undefined, settleMs: SETTLE_MS } },
  initial: 'loading',
  on: {
    'libraries.refresh': { actions: 'refreshList' },
    'list.loaded': {
      target: '.ready',
      actions: [
        { type: 'takeLibraries', params: ({ event }) => ({ libraries: event.data.libraries.items }) },
        'adaptOrder',
      ],
    },
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'list.failed': { target: 'failed', actions: by('rememberFailure') },
        // The pending answer may be older than the event.
        'server.library.*': { actions: 'refreshList' },
      },
    },
    ready: {
      on: {
        'list.failed': {
          guard: by('isRefused'),
          target: 'failed',
          actions: [by('rememberFailure'), 'emptyList'],
        },
        'server.library.added': {
          actions: [
            {
              type: 'takeLibraries',
              params: ({ context, event }) => ({ libraries: withLibrary(context.libraries, event.library) }),
            },
            'markListOutdated',
          ],
        },
        'server.library.updated': {
          actions: [
            {
              type: 'takeLibraries',
              params: ({ context, event }) => ({ libraries: withLibrary(context.libraries, event.library) }),
            },
            'markListOutdated',
          ],
        },
        'server.library.removed': {
          actions: [
            {
              type: 'takeLibraries',
              params: ({ context, event }) => ({ libraries: without(context.libraries, event.library.id) }),
            },
            'markListOutdated',
          ],
        },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'libraries.refresh': { target: 'loading', actions: 'refreshList' },
        'server.library.*': { target: 'loading', actions: 'refreshList' },
      },
    },
  },
});

/** Libraries, the current one and its filter data (250 kB for 10,000 items: at the start, covers load before it). */
export const librariesMachine = librariesSetup.createMachine({
  id: 'libraries',
  context: ({ input }) => ({ libraries: [], currentId: input.currentId, filterData: null, error: null }),
  type: 'parallel',
  states: { list, filterData },
});

export type LibrariesRef = SystemRef<'libraries', ActorRefFrom<typeof librariesMachine>>;
