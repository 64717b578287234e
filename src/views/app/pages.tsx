import type { ComponentType } from 'react';
import type { ViewCode } from '../../machines/app/ports.ts';
import type { RouteName } from '../../machines/router/routes.ts';

/**
 * The view of a page. `Toolbar` is drawn above the scrolling content, on the same page machine; a page
 * without one has no toolbar (BAR-034 to BAR-036).
 */
export interface PageView {
  readonly Page: ComponentType;
  readonly Toolbar?: ComponentType;
}

/** Route → code of its view. `src/machines/session/pages.ts` has the machine of each row under the same name. */
const LOADERS: Partial<Record<RouteName, () => Promise<PageView>>> = {
  library: () => import('../home/home-page.tsx'),
  bookshelf: () => import('../bookshelf/bookshelf-page.tsx'),
  item: () => import('../item/item-page.tsx'),
};

const loaded = new Map<string, PageView>();

/** Loads views for the session, so that a page opens with machine and view at once (see `ViewCode`). */
export const pageViews: ViewCode = {
  async load(route) {
    const load = LOADERS[route as RouteName];
    if (load && !loaded.has(route)) loaded.set(route, await load());
  },
};

/** The view of an open page; undefined when its code was never loaded. */
export function pageView(route: string): PageView | undefined {
  return loaded.get(route);
}
