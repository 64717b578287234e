import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import type { ServerStatus } from '../../schemas/api/status.ts';
import { getStatus } from '../../services/endpoints/auth.ts';
import { callEndpoint, getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import type { RouterEvent } from '../router/router.machine.ts';
import type { AuthEvent } from './auth.machine.ts';
import { firstUserMachine } from './first-user.machine.ts';

export interface LoginInput {
  /** `autoLaunch=0` on the address: show the form though the server wants the provider at once (RTE-003). */
  readonly mayAutoLaunch: boolean;
}

export type LoginEvent =
  | { type: 'login.changed'; field: 'username' | 'password'; value: string }
  | { type: 'login.submitted' }
  | { type: 'login.revealToggled' }
  | { type: 'login.openIdChosen' }
  | { type: 'login.retry' };

interface LoginContext {
  mayAutoLaunch: boolean;
  status: ServerStatus | null;
  error: AppError | null;
  username: string;
  password: string;
  /** The password is shown as text. */
  isRevealed: boolean;
  /** Submitted without a name. */
  lacksUsername: boolean;
  /** The first account was just made: the form says so. */
  rootCreated: boolean;
}

/**
 * The way in (areas 2): asks the server what it offers, then the first set-up, the form, or the identity
 * provider. Signing in itself is the auth machine's.
 */
export const loginMachine = setup({
  types: {
    input: {} as LoginInput,
    context: {} as LoginContext,
    events: {} as LoginEvent,
    children: {} as { firstUser: 'firstUser' },
  },
  actors: { fetchStatus: callEndpoint(getStatus), firstUser: firstUserMachine },
  guards: {
    needsFirstUser: (_, params: { status: ServerStatus }) => !params.status.isInit,
    shouldAutoLaunch: ({ context }, params: { status: ServerStatus }) =>
      context.mayAutoLaunch &&
      params.status.authFormData?.authOpenIDAutoLaunch === true &&
      (params.status.authMethods ?? []).includes('openid'),
    hasUsername: ({ context }) => context.username.trim() !== '',
  },
  actions: {
    rememberStatus: assign((_, params: { status: ServerStatus }) => ({ status: params.status, error: null })),
    rememberFailure: assign((_, params: { cause: unknown }) => ({ error: toAppError(params.cause) })),
    change: assign((_, params: { field: 'username' | 'password'; value: string }) => ({ [params.field]: params.value, lacksUsername: false })),
    toggleReveal: assign(({ context }) => ({ isRevealed: !context.isRevealed })),
    rememberLack: assign({ lacksUsername: true }),
    rememberRoot: assign((_, params: { username: string }) => ({ username: params.username, password: '', rootCreated: true })),
    signIn: sendTo(named('auth'), ({ context }): AuthEvent => ({
      type: 'auth.signIn', username: context.username.trim(), password: context.password,
    })),
    leaveToProvider: sendTo(named('router'), ({ system }): RouterEvent => {
      const { baseUrl } = getPorts(system);
      const callback = encodeURIComponent(new URL('login', baseUrl).href);
      return { type: 'router.leave', url: `${baseUrl}auth/openid?callback=${callback}` };
    }),
  },
}).createMachine({
  id: 'login',
  context: ({ input }) => ({
    mayAutoLaunch: input.mayAutoLaunch,
    status: null,
    error: null,
    username: '',
    password: '',
    isRevealed: false,
    lacksUsername: false,
    rootCreated: false,
  }),
  initial: 'checking',
  states: {
    checking: {
      tags: 'busy',
      invoke: {
        src: 'fetchStatus',
        id: 'fetchStatus',
        onDone: [
          {
            guard: { type: 'needsFirstUser', params: ({ event }) => ({ status: event.output }) },
            target: 'firstUser',
            actions: { type: 'rememberStatus', params: ({ event }) => ({ status: event.output }) },
          },
          {
            guard: { type: 'shouldAutoLaunch', params: ({ event }) => ({ status: event.output }) },
            target: 'leaving',
            actions: { type: 'rememberStatus', params: ({ event }) => ({ status: event.output }) },
          },
          { target: 'form', actions: { type: 'rememberStatus', params: ({ event }) => ({ status: event.output }) } },
        ],
        onError: { target: 'unreachable', actions: { type: 'rememberFailure', params: ({ event }) => ({ cause: event.error }) } },
      },
    },
    unreachable: { on: { 'login.retry': 'checking' } },
    firstUser: {
      invoke: {
        src: 'firstUser',
        id: 'firstUser',
        onDone: { target: 'checking', actions: { type: 'rememberRoot', params: ({ event }) => event.output } },
      },
    },
    form: {
      on: {
        'login.changed': { actions: { type: 'change', params: ({ event }) => ({ field: event.field, value: event.value }) } },
        'login.submitted': [{ guard: 'hasUsername', actions: 'signIn' }, { actions: 'rememberLack' }],
        'login.revealToggled': { actions: 'toggleReveal' },
        'login.openIdChosen': 'leaving',
      },
    },
    leaving: { tags: 'busy', entry: 'leaveToProvider', on: { 'login.retry': 'form' } },
  },
});

export type LoginRef = ActorRefFrom<typeof loginMachine>;
