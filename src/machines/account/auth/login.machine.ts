import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { SignedIn } from '../../../schemas/api/auth.ts';
import type { ServerStatus } from '../../../schemas/api/server-settings.ts';
import { getStatus } from '../../../services/endpoints/auth.ts';
import { getPorts } from '../../kit/ports.ts';
import { findNamed, named } from '../../kit/system.ts';
import { keepError } from '../../kit/failure.logic.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import type { AuthEvent } from './auth.protocol.ts';
import { OPENID_LEAVE } from './auth.actors.ts';
import { credentialsForm, firstUserForm, type Credentials, type FirstUser } from './credentials.logic.ts';

export interface LoginInput {
  /** `autoLaunch=0` in the URL shows the form although the server prefers the provider. */
  readonly mayAutoLaunch: boolean;
  readonly redirect: string | null;
  /** Filled in: of the account whose session the server ended. */
  readonly username: string | null;
}

export type LoginEvent =
  | { type: 'login.chooseOpenId' }
  | { type: 'login.retry' }
  | ResourceReport<'status', typeof getStatus>
  | FormReport<'credentials', Credentials, SignedIn>
  | FormReport<'firstUser', FirstUser, SignedIn | null>;

interface LoginContext {
  mayAutoLaunch: boolean;
  redirect: string | null;
  status: ServerStatus | null;
  error: AppError | null;
  /** Filled in: of the new root account, or of a session that ended. */
  username: string | null;
  /** The first sign-in of the new root account failed. */
  isRootCreated: boolean;
}

type Report = { readonly data: ServerStatus };

/** Login: the first set-up, the form, or the identity provider, by what the server offers. */
export const loginMachine = setup({
  types: {
    input: {} as LoginInput,
    context: {} as LoginContext,
    events: {} as LoginEvent,
    children: {} as { status: 'status'; firstUser: 'firstUser'; credentials: 'credentials' },
  },
  actors: { status: resource('status', getStatus), firstUser: firstUserForm, credentials: credentialsForm },
  guards: {
    isSignedIn: (_, { answer }: { answer: SignedIn | null }) => answer !== null,
    needsFirstUser: (_, { data }: Report) => !data.isInit,
    shouldAutoLaunch: ({ context }, { data }: Report) =>
      context.mayAutoLaunch &&
      data.authFormData?.authOpenIDAutoLaunch === true &&
      (data.authMethods ?? []).includes('openid'),
  },
  actions: {
    rememberStatus: enqueueActions(({ enqueue, system }, { data }: Report) => {
      enqueue.assign({ status: data, error: null });
      const locale = findNamed(system, 'locale');
      if (locale && data.language) enqueue.sendTo(locale, { type: 'locale.serverFound', language: data.language });
    }),
    rememberFailure: assign(keepError),
    retry: sendTo('status', { type: 'resource.retry' }),
    checkAgain: sendTo('status', { type: 'resource.refresh' }),
    rememberRoot: assign((_, params: { values: FirstUser }) => ({
      username: params.values.username.trim(),
      isRootCreated: true,
    })),
    signIn: enqueueActions(({ enqueue }, { answer }: { answer: SignedIn | null }) => {
      if (answer) enqueue.sendTo(named('auth'), { type: 'auth.accept', account: answer } satisfies AuthEvent);
    }),
    /** A provider returns only a token. */
    rememberWay: ({ context: { redirect }, system }) =>
      getPorts(system).tabStorage.write(OPENID_LEAVE, { kind: 'in', redirect }),
    leaveToProvider: sendTo(named('router'), ({ system }): RouterEvent => {
      const { baseUrl } = getPorts(system);
      const callback = encodeURIComponent(new URL('login', baseUrl).href);
      return { type: 'router.leave', url: `${baseUrl}auth/openid?callback=${callback}` };
    }),
  },
}).createMachine({
  id: 'login',
  context: ({ input, self }) => ({
    mayAutoLaunch: input.mayAutoLaunch && getPorts(self.system).tabStorage.read(OPENID_LEAVE)?.kind !== 'out',
    redirect: input.redirect,
    status: null,
    error: null,
    username: input.username,
    isRootCreated: false,
  }),
  invoke: { src: 'status', id: 'status', input: { request: undefined, settleMs: 0 } },
  initial: 'checking',
  states: {
    checking: {
      tags: 'busy',
      on: {
        'status.loaded': [
          {
            guard: by('needsFirstUser'),
            target: 'firstUser',
            actions: by('rememberStatus'),
          },
          {
            guard: by('shouldAutoLaunch'),
            target: 'leaving',
            actions: by('rememberStatus'),
          },
          { target: 'form', actions: by('rememberStatus') },
        ],
        'status.failed': {
          target: 'unreachable',
          actions: by('rememberFailure'),
        },
      },
    },
    unreachable: { on: { 'login.retry': { target: 'checking', actions: 'retry' } } },
    firstUser: {
      invoke: {
        src: 'firstUser',
        id: 'firstUser',
        input: { values: { username: 'root', password: '', confirmation: '' } },
      },
      on: {
        'firstUser.saved': [
          {
            guard: by('isSignedIn'),
            actions: by('signIn'),
          },
          { target: 'checking', actions: [by('rememberRoot'), 'checkAgain'] },
        ],
      },
    },
    form: {
      invoke: {
        src: 'credentials',
        id: 'credentials',
        input: ({ context }) => ({ values: { username: context.username ?? '', password: '' } }),
      },
      on: {
        'credentials.saved': { actions: by('signIn') },
        'login.chooseOpenId': 'leaving',
      },
    },
    leaving: { tags: 'busy', entry: ['rememberWay', 'leaveToProvider'], on: { 'login.retry': 'form' } },
  },
});

export type LoginRef = ActorRefFrom<typeof loginMachine>;
