import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import { removeItemsWithIssues } from '../../../services/endpoints/library-admin.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import type { RemoveIssuesInput, RemoveIssuesOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type RemoveIssuesEvent = { type: 'removeIssues.confirm' } | { type: 'removeIssues.cancel' };

interface RemoveIssuesContext extends RemoveIssuesInput, RemoveIssuesOutput {
  readonly error: AppError | null;
}

/** Removes all items with issues from a library after a confirmation. A failure offers a retry. */
export const removeIssuesMachine = setup({
  types: {
    input: {} as RemoveIssuesInput,
    context: {} as RemoveIssuesContext,
    events: {} as RemoveIssuesEvent,
    output: {} as RemoveIssuesOutput,
    tags: {} as 'busy',
    children: {} as { remove: 'remove' },
  },
  actors: { remove: callEndpoint(removeItemsWithIssues) },
  actions: {
    rememberRemoval: assign({ isRemoved: true }),
    rememberFailure: assign(keepError),
    notifyRemoved: sendTo(named('toasts'), ({ context: { count } }): ToastsEvent => ({
      type: 'toasts.show',
      kind: 'success',
      message: { key: 'bookshelf.issuesRemoved', values: { count } },
    })),
  },
}).createMachine({
  id: 'removeIssues',
  context: ({ input }) => ({ ...input, isRemoved: false, error: null }),
  initial: 'asking',
  states: {
    asking: { on: { 'removeIssues.confirm': 'removing', 'removeIssues.cancel': 'closed' } },
    removing: {
      tags: 'busy',
      invoke: {
        src: 'remove',
        id: 'remove',
        input: ({ context }) => ({ id: context.libraryId }),
        onDone: { target: 'closed', actions: ['rememberRemoval', 'notifyRemoved'] },
        onError: { target: 'asking', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { isRemoved } }) => ({ isRemoved }),
});

export type RemoveIssuesRef = ActorRefFrom<typeof removeIssuesMachine>;
