import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../by.ts';
import { getStatus } from '../../../services/endpoints/auth.ts';
import { callEndpoint, getPorts } from '../ports.ts';
import { named, type SystemRef } from '../system.ts';
import { navigationActor, type RouteChanged } from './navigation.actor.ts';
import type { RouterEvent } from './router.protocol.ts';
import { hrefTo, type AnyRoute, type Route } from './routes.ts';
import { toast } from '../toast.ts';

export type RouterParentEvent = RouteChanged;

interface RouterContext {
  route: AnyRoute;
  /** With query, without `error`. */
  path: string;
  key: string;
  kind: RouteChanged['kind'];
  /** Default '/'; never a replaced entry. */
  previousPath: string;
  /** Path of the history entry below; null if unknown (at the start, after back or forward). */
  below: string | null;
}

/** The only navigation. An `error` query becomes a toast and leaves the URL; a new page gets the focus. */
export const routerMachine = setup({
  types: { context: {} as RouterContext, events: {} as RouterEvent },
  actors: { navigationActor, askServer: callEndpoint(getStatus) },
  actions: {
    remember: assign(({ context }, { route, path, key, kind }: RouteChanged) => ({
      route,
      path,
      key,
      kind,
      previousPath: kind === 'replace' ? context.previousPath : context.path,
      below: kind === 'push' ? context.path : kind === 'replace' ? context.below : null,
    })),
    showError: enqueueActions(({ enqueue }, { error, route }: RouteChanged) => {
      if (error && route.name !== 'login')
        enqueue.sendTo(named('toasts'), { type: 'toasts.show', kind: 'error', message: { text: error } });
    }),
    /** One toast, however often the user retries. */
    notifyUnreachable: sendTo(named('toasts'), toast('error', 'router/unreachable', 'errors.network')),
    clearError: ({ system }, { error, path }: RouteChanged) => {
      if (error !== null) getPorts(system).navigation.navigate(path, { replace: true });
    },
    go: ({ system }, params: { to: Route | string; replace?: boolean | undefined }) =>
      getPorts(system).navigation.navigate(typeof params.to === 'string' ? params.to : hrefTo(params.to), {
        replace: params.replace ?? false,
      }),
    goBack: ({ context, system }, { to }: { to: Route }) => {
      const { navigation } = getPorts(system);
      const path = hrefTo(to);
      if (context.below?.split('?')[0] === path.split('?')[0]) navigation.back();
      else navigation.navigate(path, { replace: true });
    },
    leave: ({ system }, params: { url: string }) => getPorts(system).navigation.leaveTo(params.url),
    reload: ({ system }) => getPorts(system).navigation.reload(),
    /** A page opened by 'back' restores its own focus. */
    focusNewPage: ({ system }, { kind }: RouteChanged) => {
      if (kind === 'push' || kind === 'traverse') getPorts(system).page.focusMain();
    },
    /** A URL with an error arrives again without it. */
    notifyParent: enqueueActions(({ enqueue }, place: RouteChanged) => {
      if (place.error === null || place.kind === 'start') enqueue(sendParent(place satisfies RouterParentEvent));
    }),
  },
}).createMachine({
  id: 'router',
  context: { route: { name: 'index' }, path: '/', key: 'default', kind: 'start', previousPath: '/', below: null },
  invoke: { src: 'navigationActor', id: 'navigation' },
  on: {
    'route.changed': {
      actions: [by('remember'), by('focusNewPage'), by('showError'), by('clearError'), by('notifyParent')],
    },
    'router.go': { actions: { type: 'go', params: ({ event }) => ({ to: event.to, replace: event.replace }) } },
    'router.goBack': { actions: by('goBack') },
    'router.leave': { actions: { type: 'leave', params: ({ event }) => ({ url: event.url }) } },
  },
  initial: 'staying',
  states: {
    staying: { on: { 'router.reload': 'askingServer' } },
    askingServer: {
      invoke: {
        src: 'askServer',
        id: 'askServer',
        onDone: { target: 'staying', actions: 'reload' },
        onError: { target: 'staying', actions: 'notifyUnreachable' },
      },
    },
  },
});

export type RouterRef = SystemRef<'router', ActorRefFrom<typeof routerMachine>>;
