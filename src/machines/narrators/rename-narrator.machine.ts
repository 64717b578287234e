import { assign, setup, type ActorRefFrom } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import { renameNarrator } from '../../services/endpoints/library-lists.ts';
import { callEndpoint } from '../app/ports.ts';
import { failureOf, keepError } from '../kit/failure.logic.ts';
import type { RenameNarratorInput, RenameNarratorOutput } from './rename-narrator.protocol.ts';

export type RenameNarratorEvent =
  { type: 'narrator.change'; name: string } | { type: 'narrator.submit' } | { type: 'narrator.cancel' };

interface RenameNarratorContext extends RenameNarratorInput {
  readonly name: string;
  readonly updated: number | null;
  readonly error: AppError | null;
}

/** Gives a narrator another name in all books. What was typed stays until it is saved. */
export const renameNarratorMachine = setup({
  types: {
    input: {} as RenameNarratorInput,
    context: {} as RenameNarratorContext,
    events: {} as RenameNarratorEvent,
    output: {} as RenameNarratorOutput,
    tags: {} as 'busy',
    children: {} as { rename: 'rename' },
  },
  actors: { rename: callEndpoint(renameNarrator) },
  guards: {
    isUnchanged: ({ context }) => context.name.trim() === context.narrator.name,
    isNamed: ({ context }) => context.name.trim() !== '',
  },
  actions: {
    change: assign((_, { name }: { name: string }) => ({ name, error: null })),
    keepAnswer: assign((_, { updated }: { updated: number }) => ({ updated })),
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'renameNarrator',
  context: ({ input }) => ({ ...input, name: input.narrator.name, updated: null, error: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'narrator.change': { actions: { type: 'change', params: ({ event }) => event } },
        'narrator.submit': [
          { guard: 'isUnchanged', target: 'closed' },
          { guard: 'isNamed', target: 'saving' },
        ],
        'narrator.cancel': 'closed',
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'rename',
        id: 'rename',
        input: ({ context: { libraryId, narrator, name } }) => ({
          libraryId,
          narratorId: narrator.id,
          name: name.trim(),
        }),
        onDone: { target: 'closed', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
        onError: { target: 'editing', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { name, updated } }) => (updated === null ? null : { name: name.trim(), updated }),
});

export type RenameNarratorRef = ActorRefFrom<typeof renameNarratorMachine>;
