/** The part of the address that routes are made of. `search` with its `?`, `state` of the history entry. */
export interface NavigationLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Changes with every history entry; scroll positions are kept by it. */
  readonly key: string;
}

export type NavigationKind = 'push' | 'replace' | 'traverse';

/** Moves within the client and away from it. Paths are without the router's base path. */
export interface Navigation {
  readonly current: () => NavigationLocation;
  /** Calls back on every change of place. Returns the end of the subscription. */
  subscribe(listener: (location: NavigationLocation, kind: NavigationKind) => void): () => void;
  navigate(path: string, options?: { replace?: boolean }): void;
  /** Leaves the client for another page of this origin or for an identity provider. */
  leaveTo(url: string): void;
  /** Loads the whole client anew. */
  reload(): void;
}

/** The parts of react-router's data router that navigation uses. */
export interface DataRouter {
  readonly state: { readonly location: NavigationLocation; readonly historyAction: 'POP' | 'PUSH' | 'REPLACE' };
  subscribe(listener: (state: DataRouter['state']) => void): () => void;
  navigate(path: string, options?: { replace?: boolean }): Promise<void>;
}

const KINDS = { POP: 'traverse', PUSH: 'push', REPLACE: 'replace' } as const;

export function createNavigation(router: DataRouter, basePath: string, page: Location = globalThis.location): Navigation {
  const strip = (location: NavigationLocation): NavigationLocation => ({
    pathname: location.pathname.startsWith(basePath) ? location.pathname.slice(basePath.length) || '/' : location.pathname,
    search: location.search,
    hash: location.hash,
    key: location.key,
  });
  return {
    current: () => strip(router.state.location),
    subscribe(listener) {
      let key = router.state.location.key;
      let href = hrefOf(router.state.location);
      return router.subscribe((state) => {
        if (state.location.key === key && hrefOf(state.location) === href) return;
        key = state.location.key;
        href = hrefOf(state.location);
        listener(strip(state.location), KINDS[state.historyAction]);
      });
    },
    navigate: (path, options) => void router.navigate(path, options),
    leaveTo: (url) => page.assign(url),
    reload: () => page.reload(),
  };
}

function hrefOf(location: NavigationLocation): string {
  return location.pathname + location.search + location.hash;
}
