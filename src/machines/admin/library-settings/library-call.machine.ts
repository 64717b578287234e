import { fromPromise, sendParent, sendTo, setup } from 'xstate';
import { toAppError } from '../../../schemas/app-error.ts';
import { scanLibrary } from '../../../services/endpoints/libraries.ts';
import { matchLibrary } from '../../../services/endpoints/library-admin.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import { toast } from '../../kit/toast.ts';

/** `scan` reads new and changed files, `rescan` every file; `match` looks up every book at the provider. */
export type LibraryWork = 'scan' | 'rescan' | 'match';

export interface LibraryCallInput {
  readonly id: string;
  readonly name: string;
  readonly work: LibraryWork;
}

export interface LibraryCallEnded {
  type: 'libraryCall.ended';
  id: string;
}

/** Starts work on a library; the work itself shows as a task. */
export const libraryCallMachine = setup({
  types: { input: {} as LibraryCallInput, context: {} as LibraryCallInput, children: {} as { start: 'start' } },
  actors: {
    start: fromPromise<void, LibraryCallInput>(async ({ input: { id, work }, system, signal }) => {
      const { api } = getPorts(system);
      if (work === 'match') await api.call(matchLibrary, { id }, signal);
      else await api.call(scanLibrary, { id, force: work === 'rescan' }, signal);
    }),
  },
  actions: {
    notifyStarted: sendTo(named('toasts'), ({ context: { id, name, work } }): ToastsEvent =>
      toast('success', `library/${id}`, `libraryList.${work}Started`, { values: { name } }),
    ),
    notifyFailed: sendTo(named('toasts'), ({ context: { id, name, work } }, { cause }: Failure): ToastsEvent =>
      toast('error', `library/${id}`, `libraryList.${work}Failed`, { values: { name }, error: toAppError(cause) }),
    ),
    notifyEnded: sendParent(({ context: { id } }) => ({ type: 'libraryCall.ended', id }) satisfies LibraryCallEnded),
  },
}).createMachine({
  id: 'libraryCall',
  context: ({ input }) => input,
  initial: 'calling',
  states: {
    calling: {
      invoke: {
        src: 'start',
        id: 'start',
        input: ({ context }) => context,
        onDone: { target: 'ended', actions: 'notifyStarted' },
        onError: { target: 'ended', actions: { type: 'notifyFailed', params: failureOf } },
      },
    },
    ended: { type: 'final', entry: 'notifyEnded' },
  },
});
