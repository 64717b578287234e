import type { RouteChanged } from './navigation.actor.ts';
import type { Route } from './routes.ts';

export type RouterEvent =
  /** `string`: a stored path of this client (a `redirect` query). */
  | { type: 'router.go'; to: Route | string; replace?: boolean }
  /** Goes back if the entry below is this page; else replaces the current entry. */
  | { type: 'router.goBack'; to: Route }
  | { type: 'router.leave'; url: string }
  /** Reloads the client only if the server answers: until then, the open one still works. */
  | { type: 'router.reload' }
  | RouteChanged;
