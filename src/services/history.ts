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

/** Names in the query of an address with their values. */
export type AddressQuery = Readonly<Record<string, string>>;

/** Hears of 'back'. `isHere`: the page is the same, so that it can hold again; else another one was gone to. */
export type BackListener = (isHere: boolean) => void;

/** The history of the browser as entries that can be told apart and listened to. Links and machines share it. */
export interface ClientHistory {
  /** The same object until the place changes. */
  readonly current: () => HistoryEntry;
  /** Calls back after every change of place. Returns the end of the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly push: (to: HistoryTarget) => void;
  readonly replace: (to: HistoryTarget) => void;
  readonly go: (delta: number) => void;
  /**
   * Something lies over the page that 'back' shall close instead of leaving the page: it gets an entry of its own at
   * the same place, which the next push takes. With a query, the address of that entry names it, and a reload begins
   * there; held again with another query, the entry is renamed. Returns what gives the entry back when it was closed
   * otherwise.
   */
  readonly holdBack: (onBack: BackListener, query?: AddressQuery) => () => void;
  readonly createHref: (to: HistoryTarget) => string;
}

/** The history of a window. Listens to it for as long as the page lives. */
export function createHistory(win: Window = window): ClientHistory {
  const listeners = new Set<() => void>();
  const read = (kind: HistoryEntry['kind']): HistoryEntry => {
    const { pathname, search, hash } = win.location;
    const key = keyOf(win.history.state) ?? newKey();
    // An entry that was not made here (the first one, an address typed by hand) is named now.
    if (keyOf(win.history.state) === null) win.history.replaceState({ key }, '');
    return { kind, location: { pathname, search, hash, key } };
  };
  let entry = read('start');
  const change = (kind: HistoryEntry['kind']) => {
    entry = read(kind);
    for (const listener of listeners) listener();
  };
  let onBack: BackListener | undefined;
  const release = (isHere: boolean) => {
    const told = onBack;
    onBack = undefined;
    told?.(isHere);
  };
  // A client that was loaded on the entry of something that lay over the page.
  if (isHeld(win.history.state) && !isNamed(win.history.state))
    win.history.replaceState({ key: entry.location.key }, '');
  win.addEventListener('popstate', () => {
    const { location } = read('traverse');
    const isSame = location.key === entry.location.key && createHref(location) === createHref(entry.location);
    release(isSame);
    if (!isSame) change('traverse');
  });
  return {
    current: () => entry,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push(to) {
      if (isHeld(win.history.state)) win.history.replaceState({ key: newKey() }, '', createHref(to));
      else win.history.pushState({ key: newKey() }, '', createHref(to));
      change('push');
      release(false);
    },
    holdBack(listener, query) {
      const { key } = entry.location;
      const page = { ...entry.location, search: withoutNames(entry.location.search, query) };
      const held = query ? { key, isHeld: true, isNamed: true } : { key, isHeld: true };
      const address = createHref({ ...page, search: withNames(page.search, query) });
      if (isHeld(win.history.state)) win.history.replaceState(held, '', address);
      else {
        // An address that was typed, or a link, names what lies over the page: the page gets an entry below it.
        if (page.search !== entry.location.search) win.history.replaceState({ key }, '', createHref(page));
        win.history.pushState(held, '', address);
      }
      if (page.search !== entry.location.search) entry = { ...entry, location: page };
      onBack = listener;
      return () => {
        if (onBack !== listener) return;
        onBack = undefined;
        if (isHeld(win.history.state)) win.history.back();
      };
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

/** The name that an entry was given here; null for another one. */
function keyOf(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
    ? state.key
    : null;
}

/** Whether the entry belongs to what lies over the page ({@link ClientHistory.holdBack}). */
function isHeld(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isHeld' in state;
}

/** Whether its address names that. */
function isNamed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNamed' in state;
}

function withoutNames(search: string, query: AddressQuery = {}): string {
  const params = new URLSearchParams(search);
  const names = Object.keys(query).filter((name) => params.has(name));
  if (names.length === 0) return search;
  for (const name of names) params.delete(name);
  return params.size > 0 ? `?${params.toString()}` : '';
}

function withNames(search: string, query: AddressQuery = {}): string {
  const added = new URLSearchParams(query).toString();
  if (added === '') return search;
  return search === '' ? `?${added}` : `${search}&${added}`;
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
