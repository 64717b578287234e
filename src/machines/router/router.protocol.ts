import type { RouteChanged } from './navigation.actor.ts';
import type { Route } from './routes.ts';

export type RouterEvent =
  /** A route, or a stored path of this client (a `redirect` query). */
  | { type: 'router.go'; to: Route | string; replace?: boolean }
  /** Goes back if the entry below is this page; else replaces the current entry. */
  | { type: 'router.goBack'; to: Route }
  | { type: 'router.leave'; url: string }
  /** Reloads the client if the server answers: without it, the open client still works. */
  | { type: 'router.reload' }
  | RouteChanged;
