import type { AddressQuery, BackListener, ClientHistory, HistoryEntry, HistoryLocation } from './history.ts';

export type NavigationLocation = HistoryLocation;
export type NavigationKind = Exclude<HistoryEntry['kind'], 'start'>;

export interface PageGuard {
  /** Returns true to stop the navigation to a path. */
  takesPath(path: string): boolean;
  /** Null: leaving is all that it stops. */
  readonly onEnd: EndListener | null;
}

/** Called on sign-out and the like; `go` proceeds. */
export type EndListener = (go: () => void) => void;

export interface Navigation {
  readonly current: () => NavigationLocation;
  /** Calls back on every change. Returns the unsubscribe function. */
  subscribe(listener: (location: NavigationLocation, kind: NavigationKind) => void): () => void;
  navigate(path: string, options?: { replace?: boolean }): void;
  /** 'Back' and navigation call `onBack` instead of leaving. The URL has this query. Returns the release function. */
  holdBack(onBack: BackListener, query?: AddressQuery): () => void;
  /** Goes back one entry, after closed overlays have released theirs. */
  back(): void;
  /** Sets the guard of the open page (`guardLeave`); null removes it. */
  guard(guard: PageGuard | null): void;
  /** Sets the guard of work that outlives its page; null removes it. */
  guardEnd(onEnd: EndListener | null): void;
  /** Before a sign-out and the like: whether a guard stops it and calls `go` later. Else the caller proceeds. */
  asksFirst(go: () => void): boolean;
  /** Leaves for another page of this origin, or an identity provider. */
  leaveTo(url: string): void;
  reload(): void;
}

/** `basePath`: without trailing slash; '' at the root. */
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
  let lasting: EndListener | null = null;
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
    guardEnd: (onEnd) => {
      lasting = onEnd;
    },
    asksFirst: (go) => {
      const onEnd = guard?.onEnd ?? lasting;
      onEnd?.(go);
      return onEnd !== null;
    },
    leaveTo: (url) => page.assign(url),
    reload: () => page.reload(),
  };
}
