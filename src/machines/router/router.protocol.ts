import type { RouteChanged } from './navigation.actor.ts';
import type { Route } from './routes.ts';

export type RouterEvent =
  /** Goes to a route, or to a path of this client that was kept as text (a `redirect` query). */
  | { type: 'router.go'; to: Route | string; replace?: boolean }
  /** Back to this page as it was left, where the entry before is one of it; else it takes the place of this one. */
  | { type: 'router.goBack'; to: Route }
  /** Leaves the client: an identity provider, a release page. */
  | { type: 'router.leave'; url: string }
  /** Reloads the client, in the same place. Only when the server answers: what is open works without it. */
  | { type: 'router.reload' }
  | RouteChanged;
