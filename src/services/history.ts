/** The part of the address that routes are made of. `search` with its `?`, `hash` with its `#`; either may be empty. */
export interface HistoryLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Names the entry of the browser's history; the same when the visitor comes back to it, also after a reload. */
  readonly key: string;
}

export interface HistoryEntry {
  readonly location: HistoryLocation;
  /** How it was reached; `start` when the client was loaded there. */
  readonly kind: 'start' | 'push' | 'replace' | 'traverse';
}

/** Address or its parts, with the base path. */
export type HistoryTarget = string | { readonly pathname?: string; readonly search?: string; readonly hash?: string };

/** The history of the browser as entries that can be told apart and listened to. Links and machines share it. */
export interface ClientHistory {
  /** The same object until the place changes. */
  readonly current: () => HistoryEntry;
  /** Calls back after every change of place. Returns the end of the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly push: (to: HistoryTarget) => void;
  readonly replace: (to: HistoryTarget) => void;
  readonly go: (delta: number) => void;
  readonly createHref: (to: HistoryTarget) => string;
}

/** The history of a window. Listens to it for as long as the page lives. */
export function createHistory(win: Window = window): ClientHistory {
  const listeners = new Set<() => void>();
  const read = (kind: HistoryEntry['kind']): HistoryEntry => {
    const { pathname, search, hash } = win.location;
    return { kind, location: { pathname, search, hash, key: keyOf(win.history.state) } };
  };
  let entry = read('start');
  const change = (kind: HistoryEntry['kind']) => {
    entry = read(kind);
    for (const listener of listeners) listener();
  };
  win.addEventListener('popstate', () => change('traverse'));
  return {
    current: () => entry,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push(to) {
      win.history.pushState({ key: newKey() }, '', createHref(to));
      change('push');
    },
    replace(to) {
      win.history.replaceState({ key: newKey() }, '', createHref(to));
      change('replace');
    },
    go: (delta) => win.history.go(delta),
    createHref,
  };
}

function createHref(to: HistoryTarget): string {
  return typeof to === 'string' ? to : `${to.pathname ?? '/'}${to.search ?? ''}${to.hash ?? ''}`;
}

/** An entry that was not made here (the first one, an address typed by hand) has the key `default`. */
function keyOf(state: unknown): string {
  return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string' ? state.key : 'default';
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
