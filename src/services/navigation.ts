import type { ClientHistory, HistoryEntry, HistoryLocation } from './history.ts';

export type NavigationLocation = HistoryLocation;
export type NavigationKind = Exclude<HistoryEntry['kind'], 'start'>;

/** Moves within the client and away from it. Paths are without the base path of the client. */
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

/** @param basePath path that the client is served under, without trailing slash; empty at the root of its origin */
export function createNavigation(history: ClientHistory, basePath: string, page: Location = globalThis.location): Navigation {
  const strip = (location: HistoryLocation): NavigationLocation => ({
    ...location,
    pathname: location.pathname.startsWith(basePath) ? location.pathname.slice(basePath.length) || '/' : location.pathname,
  });
  return {
    current: () => strip(history.current().location),
    subscribe: (listener) =>
      history.subscribe(() => {
        const { location, kind } = history.current();
        if (kind !== 'start') listener(strip(location), kind);
      }),
    navigate: (path, options) => (options?.replace ? history.replace : history.push)(basePath + path),
    leaveTo: (url) => page.assign(url),
    reload: () => page.reload(),
  };
}
