import { assign, sendParent, setup, type ActorRefFrom } from 'xstate';
import type { DirectoryList } from '../../schemas/api/server-admin.ts';
import { listDirectories } from '../../services/endpoints/server-admin.ts';
import { callEndpoint, getPorts } from '../app/ports.ts';
import { folderConflict, isFresh, tailOf, type Directory, type Place } from './folders.logic.ts';

export interface FoldersInput {
  /** Paths that the library has. */
  readonly taken: readonly string[];
}

export type FoldersEvent =
  /** A folder of the list at this depth: what is in it shows beside it. */
  | { type: 'folders.pick'; depth: number; directory: Directory }
  | { type: 'folders.leave' }
  /** Back to the folder around the picked one. */
  | { type: 'folders.goUp' }
  | { type: 'folders.retry' }
  /** The picked folder is to be one of the library. */
  | { type: 'folders.choose' };

export type FoldersParentEvent = { type: 'folders.chosen'; path: string } | { type: 'folders.left' };

interface FoldersContext extends Place, FoldersInput {
  /** When the last folder was picked, in ms. */
  readonly askedAt: number;
}

/**
 * Goes through the folders of the server's disks (areas 5.2). A folder that cannot be read shows as empty, with a way
 * to try again (LIB-017).
 *
 * Invariant: only a folder is chosen that is not in the way of one of the library.
 */
export const foldersMachine = setup({
  types: {
    input: {} as FoldersInput,
    context: {} as FoldersContext,
    events: {} as FoldersEvent,
    tags: {} as 'busy',
    children: {} as { list: 'list' },
  },
  actors: { list: callEndpoint(listDirectories) },
  guards: {
    isFresh: ({ context }) => isFresh(context, context.askedAt),
    hasPicked: ({ context }) => context.trail.length > 0,
    isFree: ({ context }) => context.trail.length > 0 && folderConflict(tailOf(context), context.taken) === null,
  },
  actions: {
    pick: assign(({ context, system }, { depth, directory }: { depth: number; directory: Directory }) => ({
      trail: [...context.trail.slice(0, depth), directory],
      askedAt: getPorts(system).clock.now(),
    })),
    goUp: assign(({ context, system }) => ({
      trail: context.trail.slice(0, -1),
      askedAt: getPorts(system).clock.now(),
    })),
    keep: assign(({ context, system }, { directories }: Pick<DirectoryList, 'directories'>) => ({
      listings: {
        ...context.listings,
        [tailOf(context)]: { at: getPorts(system).clock.now(), directories, isFailed: false },
      },
    })),
    keepNone: assign(({ context, system }) => ({
      listings: {
        ...context.listings,
        [tailOf(context)]: { at: getPorts(system).clock.now(), directories: [], isFailed: true },
      },
    })),
    tellChosen: sendParent(
      ({ context }) => ({ type: 'folders.chosen', path: tailOf(context) }) satisfies FoldersParentEvent,
    ),
    tellLeft: sendParent({ type: 'folders.left' } satisfies FoldersParentEvent),
  },
}).createMachine({
  id: 'folders',
  context: ({ input }) => ({ taken: input.taken, trail: [], listings: {}, askedAt: 0 }),
  initial: 'looking',
  on: {
    'folders.pick': { target: '.looking', actions: { type: 'pick', params: ({ event }) => event } },
    'folders.goUp': { guard: 'hasPicked', target: '.looking', actions: 'goUp' },
    'folders.choose': { guard: 'isFree', actions: 'tellChosen' },
    'folders.leave': { actions: 'tellLeft' },
  },
  states: {
    looking: { always: [{ guard: 'isFresh', target: 'shown' }, { target: 'loading' }] },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'list',
        id: 'list',
        input: ({ context }) => ({ path: tailOf(context), level: context.trail.length }),
        onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event.output } },
        onError: { target: 'shown', actions: 'keepNone' },
      },
    },
    shown: { on: { 'folders.retry': 'loading' } },
  },
});

export type FoldersRef = ActorRefFrom<typeof foldersMachine>;
