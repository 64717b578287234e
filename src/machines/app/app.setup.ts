import { assign, enqueueActions, sendTo, setup, stopChild, fromCallback, type NonReducibleUnknown } from 'xstate';
import type { SignedIn } from '../../schemas/api/auth.ts';
import { authMachine } from '../account/auth/auth.machine.ts';
import type { AuthEvent, AuthParentEvent, SignedOutReason } from '../account/auth/auth.protocol.ts';
import type { ConnectivityParentEvent } from '../account/connectivity/connectivity.machine.ts';
import { localeMachine } from '../account/locale/locale.machine.ts';
import { loginMachine } from '../account/auth/login.machine.ts';
import { OPENID_LEAVE } from '../account/auth/auth.actors.ts';
import { connectivityMachine } from '../account/connectivity/connectivity.machine.ts';
import { menusMachine } from './modals/menus.machine.ts';
import { modalsMachine } from './modals/modals.machine.ts';
import { preferencesMachine } from '../account/preferences/preferences.machine.ts';
import type { RouteChanged } from '../kit/router/navigation.actor.ts';
import { routerMachine, type RouterParentEvent } from '../kit/router/router.machine.ts';
import type { RouterEvent } from '../kit/router/router.protocol.ts';
import { safeRedirect } from '../kit/router/routes.ts';
import { loadSessionMachine, type SessionMachine } from './session/session-code.ts';
import type { SessionRef } from './session/session.machine.ts';
import type { SessionInput } from './session/session.protocol.ts';
import { loadShareMachine, type ShareMachine, linkTime } from '../playback/share/share-code.ts';
import type { ShareInput, ShareRef } from '../playback/share/share.machine.ts';
import { toastsMachine } from './toasts.machine.ts';
import { loginFor, tokenOf, type WayIn } from './login-route.logic.ts';
import { portsLogic, type Ports, getPorts } from '../kit/ports.ts';
import { named } from '../kit/system.ts';
import type { ToastsEvent } from '../kit/toasts.protocol.ts';
import { toast } from '../kit/toast.ts';
import { spawnLoaded } from '../kit/spawn-loaded.ts';

interface UnreadableReported {
  type: 'unreadable.reported';
  total: number;
}

const unreadableEntries = fromCallback<UnreadableReported, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).unreadable.subscribe(({ total }) => sendBack({ type: 'unreadable.reported', total })),
);

type AppEvent = AuthParentEvent | ConnectivityParentEvent | RouterParentEvent | UnreadableReported;

interface AppContext extends WayIn {
  ports: Ports;
  entryKey: string;
  providerRefusal: string | null;
  account: SignedIn | null;
  sessionMachine: SessionMachine | null;
  session: SessionRef | null;
  /** Of the account whose session the server ended. */
  signedOutName: string | null;
  isSignedIn: boolean;
  shareMachine: ShareMachine | null;
  share: ShareRef | null;
}

export const appSetup = setup({
  types: {
    input: {} as { ports: Ports; sessionMachine?: SessionMachine },
    context: {} as AppContext,
    events: {} as AppEvent,
    children: {} as {
      ports: 'ports';
      toasts: 'toasts';
      modals: 'modals';
      menus: 'menus';
      preferences: 'preferences';
      locale: 'locale';
      connectivity: 'connectivity';
      router: 'router';
      auth: 'auth';
      login: 'login';
    },
  },
  actors: {
    ports: portsLogic,
    toasts: toastsMachine,
    modals: modalsMachine,
    menus: menusMachine,
    preferences: preferencesMachine,
    locale: localeMachine,
    connectivity: connectivityMachine,
    router: routerMachine,
    auth: authMachine,
    login: loginMachine,
    loadSessionMachine,
    loadShareMachine,
    unreadableEntries,
  },
  guards: {
    hasSessionCode: ({ context }) => context.sessionMachine !== null,
    hasShareCode: ({ context }) => context.shareMachine !== null,
    isSignedIn: ({ context }) => context.isSignedIn,
    isPublicRoute: ({ context }) => context.route.name === 'share',
    becomesPublic: (_, { route }: RouteChanged) => route.name === 'share',
    /** The start redirects by itself: it must not replace a page that a person opened meanwhile. */
    isLedOn: ({ context }, { kind }: RouteChanged) => kind === 'replace' && context.route.name === 'index',
    isSameShare: ({ context }, { route }: RouteChanged) =>
      route.name === 'share' && context.route.name === 'share' && route.slug === context.route.slug,
    isLoginRoute: ({ context }) => context.route.name === 'login',
    staysAtLogin: (_, { route }: RouteChanged) => route.name === 'login' && tokenOf(route) === null,
    returnsWithToken: ({ context }) => tokenOf(context.route) !== null,
  },
  actions: {
    rememberRoute: assign(({ context }, { route, path, key, error }: RouteChanged) => ({
      route,
      path,
      entryKey: key,
      providerRefusal: route.name === 'login' && error !== null ? error : context.providerRefusal,
    })),
    rememberAccount: assign((_, { account }: { account: SignedIn | null }) => ({
      account,
      isSignedIn: true,
      providerRefusal: null,
    })),
    forgetAccount: assign(({ context }, params: { reason: SignedOutReason; username: string | null }) => ({
      account: null,
      isSignedIn: false,
      signedOutReason: params.reason,
      signedOutName: params.username,
      mayAutoLaunch: context.mayAutoLaunch && params.reason !== 'elsewhere',
    })),
    rememberLeaving: assign({ mayAutoLaunch: false }),
    adoptToken: sendTo(named('auth'), ({ context }): AuthEvent => ({
      type: 'auth.adopt',
      accessToken: tokenOf(context.route) ?? '',
    })),
    goToLogin: sendTo(named('router'), ({ context }): RouterEvent => ({
      type: 'router.go',
      to: loginFor(context),
      replace: true,
    })),
    goOn: enqueueActions(({ context: { ports, route }, enqueue }) => {
      const left = ports.tabStorage.read(OPENID_LEAVE);
      enqueue(() => ports.tabStorage.remove(OPENID_LEAVE));
      if (route.name !== 'login') return;
      const wanted = route.redirect ?? (left?.kind === 'in' ? left.redirect : null) ?? undefined;
      enqueue.sendTo(named('router'), { type: 'router.go', to: safeRedirect(wanted) ?? '/', replace: true });
    }),
    leaveToProvider: enqueueActions(({ context: { ports }, enqueue }, params: { url: string | null }) => {
      if (params.url === null) return;
      enqueue(() => ports.tabStorage.write(OPENID_LEAVE, { kind: 'out' }));
      enqueue.sendTo(named('router'), { type: 'router.leave', url: params.url });
    }),
    /** Answers for one account must not show to the next. At the start only the login form has loaded data. */
    forgetAnswers: ({ context }, params: { reason: SignedOutReason | 'replaced' }) => {
      if (params.reason !== 'start') context.ports.api.forget();
    },
    notifyUnreadable: sendTo(named('toasts'), (_, params: { total: number }): ToastsEvent =>
      toast('warning', 'unreadable', 'app.unreadable', { values: { count: params.total } }),
    ),
    notifySaving: sendTo(
      named('toasts'),
      toast('info', 'saving-progress', 'session.savingProgress', { durationMs: null }),
    ),
    notifySaved: sendTo(named('toasts'), { type: 'toasts.dismiss', id: 'saving-progress' } satisfies ToastsEvent),
    keepSessionCode: assign((_, params: { machine: SessionMachine }) => ({ sessionMachine: params.machine })),
    openSession: assign(({ context, spawn }) => {
      if (!context.sessionMachine) return {};
      const input: SessionInput = { account: context.account, route: context.route, entryKey: context.entryKey };
      return { session: spawnLoaded(spawn, context.sessionMachine, { id: 'session', systemId: 'session', input }) };
    }),
    keepShareCode: assign((_, params: { machine: ShareMachine }) => ({ shareMachine: params.machine })),
    openShare: assign(({ context: { route, shareMachine }, spawn }) => {
      if (!shareMachine || route.name !== 'share') return {};
      const input: ShareInput = { slug: route.slug, time: linkTime(route.t) };
      return { share: spawnLoaded(spawn, shareMachine, { id: 'share', input }) };
    }),
    closeShare: enqueueActions(({ context, enqueue }) => {
      if (context.share) enqueue(stopChild(context.share));
      enqueue.assign({ share: null });
    }),
    closeSession: enqueueActions(({ context, enqueue }) => {
      if (context.session) enqueue(stopChild(context.session));
      enqueue.assign({ session: null });
    }),
    /** Without a session there is nothing to save. */
    leave: enqueueActions(({ context, enqueue }) => {
      if (context.session) enqueue.sendTo(context.session, { type: 'session.leave' });
      else enqueue.sendTo(named('auth'), { type: 'auth.settled' });
    }),
    notifySession: enqueueActions(
      (
        { context, enqueue },
        params: { event: RouteChanged | ConnectivityParentEvent | { type: 'auth.refreshed' } },
      ) => {
        if (context.session) enqueue.sendTo(context.session, params.event);
      },
    ),
    closeOverlays: enqueueActions(({ enqueue }) => {
      enqueue.sendTo(named('modals'), { type: 'modals.closeAll' });
      enqueue.sendTo(named('menus'), { type: 'menus.closeAll' });
    }),
  },
});
