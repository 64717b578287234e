import type { AddressQuery, BackListener, ClientHistory, HistoryEntry, HistoryLocation } from './history.ts';

export type NavigationLocation = HistoryLocation;
export type NavigationKind = Exclude<HistoryEntry['kind'], 'start'>;

/** Keeps the open page. */
export interface PageGuard {
  /** Is asked about each path that is gone to, and may take it. */
  takesPath(path: string): boolean;
  /** Is told of what takes the page away, and calls `go` when it may. */
  onEnd(go: () => void): void;
}

/** Moves within the client and away from it. Paths are without the base path of the client. */
export interface Navigation {
  readonly current: () => NavigationLocation;
  /** Calls back on every change of place. Returns the end of the subscription. */
  subscribe(listener: (location: NavigationLocation, kind: NavigationKind) => void): () => void;
  navigate(path: string, options?: { replace?: boolean }): void;
  /**
   * The next 'back' calls this instead of leaving the page, as does the way to another page. The address has this query
   * meanwhile, without being another place. Returns the end of it.
   */
  holdBack(onBack: BackListener, query?: AddressQuery): () => void;
  /** Goes back by one entry, once what lies over the page and has ended has given its entries back. */
  back(): void;
  /** Has a guard at the open page (`guardLeave`), one at a time; null ends it. */
  guard(guard: PageGuard | null): void;
  /**
   * Somebody wants what takes the page away without being another place (signing out). Whether the guard takes it: it
   * then calls `go` when the page may go. Else the caller does it.
   */
  asksFirst(go: () => void): boolean;
  /** Leaves the client for another page of this origin or for an identity provider. */
  leaveTo(url: string): void;
  /** Reloads the client. */
  reload(): void;
}

/** @param basePath path that the client is served under, without trailing slash; empty at the root of its origin */
export function createNavigation(
  history: ClientHistory,
  basePath: string,
  page: Location = globalThis.location,
): Navigation {
  const strip = (location: HistoryLocation): NavigationLocation => ({
    ...location,
    pathname: location.pathname.startsWith(basePath)
      ? location.pathname.slice(basePath.length) || '/'
      : location.pathname,
  });
  let guard: PageGuard | null = null;
  return {
    current: () => strip(history.current().location),
    subscribe: (listener) =>
      history.subscribe(() => {
        const { location, kind } = history.current();
        if (kind !== 'start') listener(strip(location), kind);
      }),
    navigate: (path, options) => (options?.replace ? history.replace : history.push)(basePath + path),
    holdBack: (onBack, query) => history.holdBack(onBack, query),
    back: () => void setTimeout(() => history.go(-1)),
    guard: (next) => {
      guard = next;
      history.intercept(next && ((href) => next.takesPath(href.slice(basePath.length))));
    },
    asksFirst: (go) => {
      guard?.onEnd(go);
      return guard !== null;
    },
    leaveTo: (url) => page.assign(url),
    reload: () => page.reload(),
  };
}
