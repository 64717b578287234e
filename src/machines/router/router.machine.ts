import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { getStatus } from '../../services/endpoints/auth.ts';
import { callEndpoint, getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import type { ToastsEvent } from '../toasts/toasts.machine.ts';
import { navigationActor, type RouteChanged } from './navigation.actor.ts';
import { hrefTo, type AnyRoute, type Route } from './routes.ts';

export type RouterEvent =
  /** Goes to a route, or to a path of this client that was kept as text (a `redirect` query). */
  | { type: 'router.go'; to: Route | string; replace?: boolean }
  /** Leaves the client: an identity provider, a release page. */
  | { type: 'router.leave'; url: string }
  /** Loads the client anew, in the same place. Only when the server answers: what is open works without it. */
  | { type: 'router.reload' }
  | RouteChanged;

export type RouterParentEvent = RouteChanged;

interface RouterContext {
  route: AnyRoute;
  /** Path with query, without `error`, as the visitor asked for it. */
  path: string;
  /** Name of the history entry: scroll positions are kept by it. */
  key: string;
  kind: RouteChanged['kind'];
  /** The page before this one (spec §3 'previous path', default '/'). A replaced entry was never a page before. */
  previousPath: string;
}

/**
 * Where the client is, and the only one who moves it. An `error` query is shown as a notice and taken
 * out of the address (RTE-038, RTE-039). A new page gets the focus; going back leaves it to the page.
 */
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
    })),
    showError: sendTo(named('toasts'), (_, params: { error: string }): ToastsEvent => ({ type: 'toasts.show', kind: 'error', message: { text: params.error } })),
    tellUnreachable: sendTo(named('toasts'), { type: 'toasts.show', kind: 'error', message: { key: 'errors.network' } }),
    clearError: ({ system }, params: { path: string }) => getPorts(system).navigation.navigate(params.path, { replace: true }),
    go: ({ system }, params: { to: Route | string; replace?: boolean | undefined }) =>
      getPorts(system).navigation.navigate(typeof params.to === 'string' ? params.to : hrefTo(params.to), {
        replace: params.replace ?? false,
      }),
    leave: ({ system }, params: { url: string }) => getPorts(system).navigation.leaveTo(params.url),
    reload: ({ system }) => getPorts(system).navigation.reload(),
    focusMain: ({ system }) => getPorts(system).page.focusMain(),
    tellParent: sendParent((_, params: RouteChanged) => params satisfies RouterParentEvent),
  },
}).createMachine({
  id: 'router',
  context: { route: { name: 'index' }, path: '/', key: 'default', kind: 'start', previousPath: '/' },
  invoke: { src: 'navigationActor', id: 'navigation' },
  on: {
    'route.changed': {
      actions: enqueueActions(({ enqueue, event }) => {
        enqueue({ type: 'remember', params: event });
        if (event.kind === 'push') enqueue('focusMain');
        if (event.error !== null) {
          if (event.error !== '') enqueue({ type: 'showError', params: { error: event.error } });
          enqueue({ type: 'clearError', params: { path: event.path } });
          if (event.kind !== 'start') return;
        }
        enqueue({ type: 'tellParent', params: event });
      }),
    },
    'router.go': { actions: { type: 'go', params: ({ event }) => ({ to: event.to, replace: event.replace }) } },
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
        onError: { target: 'staying', actions: 'tellUnreachable' },
      },
    },
  },
});

export type RouterRef = ActorRefFrom<typeof routerMachine>;
