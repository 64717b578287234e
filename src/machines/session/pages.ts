import type { AnyActorLogic } from 'xstate';
import type { AnyRoute, RouteName } from '../router/routes.ts';

/** What every page machine is started with. */
export interface PageInput<Name extends RouteName = RouteName> {
  readonly route: Extract<AnyRoute, { name: Name }>;
  /** Name of the history entry, to find a kept scroll position. */
  readonly entryKey: string;
}

/** Loads the code of a page machine. Its chunk comes with the route, not with the entry. */
export type PageLoader = () => Promise<AnyActorLogic>;

/**
 * Route → page machine. A route without a row has no page yet; `views/app/pages.tsx` has the view of each
 * row under the same name.
 */
export const pages: Partial<Record<RouteName, PageLoader>> = {};
