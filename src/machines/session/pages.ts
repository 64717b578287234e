import type { AnyActorLogic } from 'xstate';
import type { AnyRoute, RouteName } from '../router/routes.ts';

/** What every page machine is started with. */
export interface PageInput<Name extends RouteName = RouteName> {
  readonly route: Extract<AnyRoute, { name: Name }>;
  /** Name of the history entry, to find a kept scroll position. */
  readonly entryKey: string;
  /** What the page said to keep when this history entry was open before; null for a new entry. */
  readonly memory: unknown;
}

/** To the open page: the place changed, but this page shows the new place too (another filter of the same shelf). */
export interface PageMoved<Name extends RouteName = RouteName> {
  type: 'page.moved';
  route: Extract<AnyRoute, { name: Name }>;
  entryKey: string;
}

/** From a page: how it wants to be found when this history entry is opened again. */
export interface PageKeeps {
  type: 'page.kept';
  entryKey: string;
  memory: unknown;
}

/** From a page whose address names no library: what it shows is of this one. */
export interface PageBelongs {
  type: 'page.belongs';
  libraryId: string;
}

/** Loads the code of a page machine. Its chunk comes with the route, not with the entry. */
export type PageLoader = () => Promise<AnyActorLogic>;

/**
 * Route → page machine. A route without a row has no page yet; `views/app/pages.tsx` has the view of each
 * row under the same name.
 */
export const pages: Partial<Record<RouteName, PageLoader>> = {
  library: async () => (await import('../home/home.machine.ts')).homeMachine,
  bookshelf: async () => (await import('../bookshelf/bookshelf.machine.ts')).bookshelfMachine,
  item: async () => (await import('../item/item.machine.ts')).itemMachine,
};
