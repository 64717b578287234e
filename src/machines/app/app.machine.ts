import { assign, enqueueActions, sendTo, setup, spawnChild, type ActorRefFrom } from 'xstate';
import type { SignedIn } from '../../schemas/api/auth.ts';
import { authMachine, type AuthEvent, type AuthParentEvent, type SignedOutReason } from '../auth/auth.machine.ts';
import { loginMachine } from '../auth/login.machine.ts';
import { connectivityMachine } from '../connectivity/connectivity.machine.ts';
import { menusMachine } from '../menus/menus.machine.ts';
import { modalsMachine } from '../modals/modals.machine.ts';
import { preferencesMachine } from '../preferences/preferences.machine.ts';
import { routerMachine, type RouterEvent, type RouterParentEvent } from '../router/router.machine.ts';
import { safeRedirect, type AnyRoute, type Route } from '../router/routes.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { toastsMachine } from '../toasts/toasts.machine.ts';
import { portsLogic, type Ports } from './ports.ts';
import { named } from './system.ts';

export type AppEvent = AuthParentEvent | RouterParentEvent;

interface AppContext {
  ports: Ports;
  route: AnyRoute;
  path: string;
  /** What the sign-in answer said; null when the token was there already and the account has to be asked for. */
  account: SignedIn | null;
  /** After a sign-out by the visitor, here or in another tab, an identity provider must not sign in again at once (pitfall 16). */
  mayAutoLaunch: boolean;
  /** Why the last account is gone; the way in says so. */
  signedOutReason: SignedOutReason;
}

/**
 * The root: starts everything that lives as long as the page, and decides between the way in, the
 * session and a public page. Route guard: AUT-001 to AUT-004.
 */
export const appMachine = setup({
  types: {
    input: {} as { ports: Ports },
    context: {} as AppContext,
    events: {} as AppEvent,
    children: {} as {
      ports: 'ports'; toasts: 'toasts'; modals: 'modals'; menus: 'menus'; preferences: 'preferences'; connectivity: 'connectivity';
      router: 'router'; auth: 'auth'; login: 'login'; session: 'session';
    },
  },
  actors: {
    ports: portsLogic,
    toasts: toastsMachine,
    modals: modalsMachine,
    menus: menusMachine,
    preferences: preferencesMachine,
    connectivity: connectivityMachine,
    router: routerMachine,
    auth: authMachine,
    login: loginMachine,
    session: sessionMachine,
  },
  guards: {
    isPublicRoute: ({ context }) => context.route.name === 'share',
    isLoginRoute: ({ context }) => context.route.name === 'login',
    returnsWithToken: ({ context }) => tokenOf(context.route) !== null,
  },
  actions: {
    rememberRoute: assign((_, params: { route: AnyRoute; path: string }) => params),
    rememberAccount: assign((_, params: { account: SignedIn | null }) => params),
    forgetAccount: assign(({ context }, params: { reason: SignedOutReason }) => ({
      account: null,
      signedOutReason: params.reason,
      mayAutoLaunch: context.mayAutoLaunch && params.reason !== 'elsewhere',
    })),
    rememberLeaving: assign({ mayAutoLaunch: false }),
    adoptToken: sendTo(named('auth'), ({ context }): AuthEvent => ({ type: 'auth.adopt', accessToken: tokenOf(context.route) ?? '' })),
    goToLogin: sendTo(named('router'), ({ context }): RouterEvent => ({ type: 'router.go', to: loginFor(context), replace: true })),
    goOn: enqueueActions(({ context, enqueue }) => {
      if (context.route.name !== 'login') return;
      enqueue.sendTo(named('router'), { type: 'router.go', to: safeRedirect(context.route.redirect) ?? '/', replace: true });
    }),
    leaveToProvider: enqueueActions(({ enqueue }, params: { url: string | null }) => {
      if (params.url !== null) enqueue.sendTo(named('router'), { type: 'router.leave', url: params.url });
    }),
    /** What was asked for by one account is not shown to the next. At the start nothing was, but what the form needs. */
    forgetAnswers: ({ context }, params: { reason: SignedOutReason | 'replaced' }) => {
      if (params.reason !== 'start') context.ports.api.forget();
    },
    closeOverlays: enqueueActions(({ enqueue }) => {
      enqueue.sendTo(named('modals'), { type: 'modals.closeAll' });
      enqueue.sendTo(named('menus'), { type: 'menus.closeAll' });
    }),
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => ({
    ports: input.ports,
    route: { name: 'index' },
    path: '/',
    account: null,
    mayAutoLaunch: true,
    signedOutReason: 'start',
  }),
  entry: [
    spawnChild('ports', { id: 'ports', systemId: 'ports', input: ({ context }) => context.ports }),
    spawnChild('toasts', { id: 'toasts', systemId: 'toasts' }),
    spawnChild('modals', { id: 'modals', systemId: 'modals' }),
    spawnChild('menus', { id: 'menus', systemId: 'menus' }),
    spawnChild('preferences', { id: 'preferences', systemId: 'preferences' }),
    spawnChild('connectivity', { id: 'connectivity', systemId: 'connectivity' }),
    spawnChild('router', { id: 'router', systemId: 'router' }),
    spawnChild('auth', { id: 'auth', systemId: 'auth' }),
  ],
  initial: 'booting',
  on: {
    'auth.signedIn': {
      target: '.signedIn',
      actions: { type: 'rememberAccount', params: ({ event }) => ({ account: event.account }) },
    },
    'auth.signedOut': {
      target: '.signedOut',
      actions: [
        { type: 'forgetAccount', params: ({ event }) => ({ reason: event.reason }) },
        { type: 'forgetAnswers', params: ({ event }) => ({ reason: event.reason }) },
        { type: 'leaveToProvider', params: ({ event }) => ({ url: event.leaveTo }) },
      ],
    },
    'route.changed': { actions: { type: 'rememberRoute', params: ({ event }) => ({ route: event.route, path: event.path }) } },
  },
  states: {
    booting: {},
    signedOut: {
      initial: 'deciding',
      on: {
        'route.changed': {
          target: '.deciding',
          actions: { type: 'rememberRoute', params: ({ event }) => ({ route: event.route, path: event.path }) },
        },
      },
      states: {
        deciding: {
          always: [
            { guard: 'returnsWithToken', target: 'leaving', actions: 'adoptToken' },
            { guard: 'isPublicRoute', target: 'shared' },
            { guard: 'isLoginRoute', target: 'login' },
            { target: 'login', actions: 'goToLogin' },
          ],
        },
        login: {
          invoke: {
            src: 'login',
            id: 'login',
            input: ({ context }) => ({
              mayAutoLaunch: context.mayAutoLaunch && !(context.route.name === 'login' && context.route.autoLaunch === '0'),
            }),
          },
          on: {
            'route.changed': {
              guard: ({ event }) => event.route.name === 'login' && tokenOf(event.route) === null,
              actions: { type: 'rememberRoute', params: ({ event }) => ({ route: event.route, path: event.path }) },
            },
          },
        },
        shared: {},
        leaving: {},
      },
    },
    signedIn: {
      entry: 'goOn',
      exit: 'closeOverlays',
      invoke: {
        src: 'session',
        id: 'session',
        systemId: 'session',
        input: ({ context }) => ({ account: context.account, route: context.route, path: context.path }),
      },
      on: {
        'auth.signedIn': {
          target: 'signedIn',
          reenter: true,
          actions: [
            { type: 'rememberAccount', params: ({ event }) => ({ account: event.account }) },
            { type: 'forgetAnswers', params: { reason: 'replaced' } },
          ],
        },
        'auth.signingOut': { target: 'signingOut', actions: 'rememberLeaving' },
        'auth.refreshed': { actions: sendTo('session', ({ event }) => event) },
        'route.changed': {
          actions: [
            { type: 'rememberRoute', params: ({ event }) => ({ route: event.route, path: event.path }) },
            'closeOverlays',
            sendTo('session', ({ event }) => event),
          ],
        },
      },
    },
    signingOut: {},
  },
});

/** The access token that an identity provider's return carries (areas 2.3), or null. */
function tokenOf(route: AnyRoute): string | null {
  return route.name === 'login' ? (route.accessToken ?? null) : null;
}

/** Where a visitor without account goes: `/login`, and back to the wanted page afterwards unless he left by himself. */
function loginFor(context: AppContext): Route {
  const { route, path, mayAutoLaunch, signedOutReason } = context;
  const autoLaunch = mayAutoLaunch ? {} : { autoLaunch: '0' };
  if (signedOutReason === 'user' || route.name === 'index' || route.name === 'batch') return { name: 'login', ...autoLaunch };
  return { name: 'login', redirect: path, ...autoLaunch };
}

export type AppRef = ActorRefFrom<typeof appMachine>;
