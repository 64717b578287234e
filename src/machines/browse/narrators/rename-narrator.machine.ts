import { assign, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { changeNarrator, type NarratorChanged } from './change-narrator.actor.ts';
import type { RenameNarratorInput, RenameNarratorOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type RenameNarratorEvent =
  { type: 'narrator.change'; name: string } | { type: 'narrator.submit' } | { type: 'narrator.cancel' };

interface RenameNarratorContext extends RenameNarratorInput {
  readonly name: string;
  readonly changed: NarratorChanged | null;
  readonly error: AppError | null;
}

/** Modal that renames a narrator in all books. */
export const renameNarratorMachine = setup({
  types: {
    input: {} as RenameNarratorInput,
    context: {} as RenameNarratorContext,
    events: {} as RenameNarratorEvent,
    output: {} as RenameNarratorOutput,
    tags: {} as 'busy',
    children: {} as { rename: 'rename' },
  },
  actors: { rename: changeNarrator },
  guards: {
    isUnchanged: ({ context }) => context.name.trim() === context.narrator.name,
    isNamed: ({ context }) => context.name.trim() !== '',
  },
  actions: {
    change: assign((_, { name }: { name: string }) => ({ name, error: null })),
    keepAnswer: assign((_, { changed }: { changed: NarratorChanged }) => ({ changed })),
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'renameNarrator',
  context: ({ input }) => ({ ...input, name: input.narrator.name, changed: null, error: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'narrator.change': { actions: by('change') },
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
        input: ({ context: { libraryId, narrator, name } }) => ({ libraryId, narrator, name: name.trim() }),
        onDone: {
          target: 'closed',
          actions: { type: 'keepAnswer', params: ({ event }) => ({ changed: event.output }) },
        },
        onError: { target: 'editing', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { name, changed } }) => changed && { name: name.trim(), ...changed },
});

export type RenameNarratorRef = ActorRefFrom<typeof renameNarratorMachine>;
