import { assign, setup, type ActorRefFrom } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { createRootUser } from '../../services/endpoints/auth.ts';
import { callEndpoint } from '../app/ports.ts';

type Field = 'username' | 'password' | 'confirmation';

export type FirstUserEvent =
  | { type: 'firstUser.changed'; field: Field; value: string }
  | { type: 'firstUser.submitted' }
  | { type: 'firstUser.revealToggled' }
  | { type: 'firstUser.confirmed' }
  | { type: 'firstUser.cancelled' };

/** What is wrong with the form: the root needs a name (AUT-020), and the two passwords must be equal. */
export type FirstUserProblem = 'usernameMissing' | 'passwordsDiffer';

interface FirstUserContext {
  username: string;
  password: string;
  confirmation: string;
  /** The passwords are shown as text. */
  isRevealed: boolean;
  problem: FirstUserProblem | null;
  error: AppError | null;
}

/** The first set-up of a server (areas 2.2): makes the root account. Output: its name, for the sign-in form. */
export const firstUserMachine = setup({
  types: { context: {} as FirstUserContext, events: {} as FirstUserEvent, output: {} as { username: string } },
  actors: { createRootUser: callEndpoint(createRootUser) },
  guards: {
    lacksUsername: ({ context }) => context.username.trim() === '',
    passwordsDiffer: ({ context }) => context.password !== context.confirmation,
    lacksPassword: ({ context }) => context.password === '',
  },
  actions: {
    change: assign((_, params: { field: Field; value: string }) => ({ [params.field]: params.value, problem: null })),
    toggleReveal: assign(({ context }) => ({ isRevealed: !context.isRevealed })),
    rememberProblem: assign((_, params: { problem: FirstUserProblem }) => ({ problem: params.problem })),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ error: toAppError(params.cause) })),
    clearFailure: assign({ problem: null, error: null }),
  },
}).createMachine({
  id: 'firstUser',
  context: { username: 'root', password: '', confirmation: '', isRevealed: false, problem: null, error: null },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'firstUser.changed': { actions: { type: 'change', params: ({ event }) => ({ field: event.field, value: event.value }) } },
        'firstUser.revealToggled': { actions: 'toggleReveal' },
        'firstUser.submitted': [
          { guard: 'lacksUsername', actions: { type: 'rememberProblem', params: { problem: 'usernameMissing' } } },
          { guard: 'passwordsDiffer', actions: { type: 'rememberProblem', params: { problem: 'passwordsDiffer' } } },
          { guard: 'lacksPassword', target: 'confirmingEmptyPassword' },
          { target: 'saving' },
        ],
      },
    },
    confirmingEmptyPassword: {
      on: { 'firstUser.confirmed': 'saving', 'firstUser.cancelled': 'editing' },
    },
    saving: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        src: 'createRootUser',
        id: 'createRootUser',
        input: ({ context }) => ({ username: context.username.trim(), password: context.password }),
        onDone: 'created',
        onError: { target: 'editing', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
      },
    },
    created: { type: 'final' },
  },
  output: ({ context }) => ({ username: context.username.trim() }),
});

export type FirstUserRef = ActorRefFrom<typeof firstUserMachine>;
