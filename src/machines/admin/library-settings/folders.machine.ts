import { assign, sendParent, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { DirectoryList } from '../../../schemas/api/server-admin.ts';
import { listDirectories } from '../../../services/endpoints/server-admin.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { folderConflict, isFresh, tailOf, type Directory, type Place } from './folders.logic.ts';

export interface FoldersInput {
  readonly taken: readonly string[];
}

export type FoldersEvent =
  | { type: 'folders.pick'; depth: number; directory: Directory }
  | { type: 'folders.leave' }
  | { type: 'folders.goUp' }
  | { type: 'folders.retry' }
  | { type: 'folders.choose' };

export type FoldersParentEvent = { type: 'folders.chosen'; path: string } | { type: 'folders.left' };

interface FoldersContext extends Place, FoldersInput {
  readonly requestedAt: number;
}

/** Browses folders of the server's disks. A folder that fails to load shows as empty, with a retry. */
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
    isFresh: ({ context }) => isFresh(context, context.requestedAt),
    hasPicked: ({ context }) => context.trail.length > 0,
    isFree: ({ context }) => context.trail.length > 0 && folderConflict(tailOf(context), context.taken) === null,
  },
  actions: {
    pick: assign(({ context, system }, { depth, directory }: { depth: number; directory: Directory }) => ({
      trail: [...context.trail.slice(0, depth), directory],
      requestedAt: getPorts(system).clock.now(),
    })),
    goUp: assign(({ context, system }) => ({
      trail: context.trail.slice(0, -1),
      requestedAt: getPorts(system).clock.now(),
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
    notifyChosen: sendParent(
      ({ context }) => ({ type: 'folders.chosen', path: tailOf(context) }) satisfies FoldersParentEvent,
    ),
    notifyLeft: sendParent({ type: 'folders.left' } satisfies FoldersParentEvent),
  },
}).createMachine({
  id: 'folders',
  context: ({ input }) => ({ taken: input.taken, trail: [], listings: {}, requestedAt: 0 }),
  initial: 'looking',
  on: {
    'folders.pick': { target: '.looking', actions: by('pick') },
    'folders.goUp': { guard: 'hasPicked', target: '.looking', actions: 'goUp' },
    'folders.choose': { guard: 'isFree', actions: 'notifyChosen' },
    'folders.leave': { actions: 'notifyLeft' },
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
