/** `search` with its `?`, `hash` with its `#`; either may be empty. */
export interface HistoryLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Id of the history entry, also after a reload. */
  readonly key: string;
}

export interface HistoryEntry {
  readonly location: HistoryLocation;
  /** `start`: the client loaded here. */
  readonly kind: 'start' | 'push' | 'replace' | 'traverse';
}

export type HistoryTarget = string | { readonly pathname?: string; readonly search?: string; readonly hash?: string };

export type AddressQuery = Readonly<Record<string, string>>;

/** `isHere`: the page is the same; else navigation released all holds. */
export type BackListener = (isHere: boolean) => void;

/** The browser's history with identified entries; shared by links and machines. */
export interface ClientHistory {
  /** Stable reference until the URL changes. */
  readonly current: () => HistoryEntry;
  /** Calls back after every change. Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly push: (to: HistoryTarget) => void;
  readonly replace: (to: HistoryTarget) => void;
  readonly go: (delta: number) => void;
  /**
   * Gives an overlay its own history entry: 'back' calls `onBack` instead of leaving; a listener that does not release
   * keeps holding. The next push replaces the top one. `query` names the overlay in the URL, for reloads; a second call
   * renames it. Returns the release function.
   */
  readonly holdBack: (onBack: BackListener, query?: AddressQuery) => () => void;
  /** Intercepts pushed URLs; `true` stops the navigation. One at a time. */
  readonly intercept: (take: ((href: string) => boolean) | null) => void;
  readonly createHref: (to: HistoryTarget) => string;
}

interface Holder {
  readonly listener: BackListener;
  query: AddressQuery | undefined;
}

/** ms; an entry not reached by then is missing. */
const REACHED_MS = 1000;

/** While a move to another entry is pending, later requests wait. */
function createMoves() {
  let moving: ReturnType<typeof setTimeout> | null = null;
  let waiting: (() => void)[] = [];
  const whenHere = (work: () => void) => {
    if (moving === null) work();
    else waiting.push(work);
  };
  return {
    isMoving: () => moving !== null,
    whenHere,
    arrive() {
      if (moving !== null) clearTimeout(moving);
      moving = null;
      const work = waiting;
      waiting = [];
      for (const one of work) whenHere(one);
    },
    /** `then` is the first of the requests that wait. */
    leave(then: () => void, onMissing: () => void) {
      moving = setTimeout(onMissing, REACHED_MS);
      waiting.unshift(then);
    },
  };
}

/** Works until the page ends or the signal aborts. */
export function createHistory(win: Window = window, until: AbortSignal = new AbortController().signal): ClientHistory {
  const listeners = new Set<() => void>();
  let entry = readEntry(win, 'start');
  // The client loaded on the entry of an overlay.
  if (depthOf(win.history.state) > 0 && !isNamed(win.history.state))
    win.history.replaceState({ key: entry.location.key }, '');
  const change = (kind: HistoryEntry['kind']) => {
    entry = readEntry(win, kind);
    for (const listener of listeners) listener();
  };
  let taker: ((href: string) => boolean) | null = null;
  /** Bottom to top. */
  let holders: readonly Holder[] = [];
  /** Overlay entries above the page's entry. */
  let depth = depthOf(win.history.state);
  /**
   * How many of these no overlay needs, as it closed below one that stayed. They go when all have closed: a press on
   * 'back' while the client moves would be lost.
   */
  let spare = 0;
  const { isMoving, whenHere, arrive, leave } = createMoves();
  const moveDown = (levels: number, then: () => void) => {
    leave(then, () => {
      if (until.aborted) return;
      // The entry is missing: the visible one becomes the page's.
      depth = 0;
      spare = 0;
      win.history.replaceState({ key: entry.location.key }, '', hrefAt(0));
      arrive();
    });
    win.history.go(-levels);
  };
  const hrefAt = (level: number) => {
    const { location } = entry;
    const names: AddressQuery = Object.assign({}, ...holders.slice(0, level).map(({ query }) => query));
    return createHref({ ...location, search: withNames(location.search, names) });
  };
  const stateAt = (level: number) => stateOf(entry.location.key, holders.slice(0, level - spare), level);
  const rename = () => win.history.replaceState(stateAt(depth), '', hrefAt(depth - spare));
  /** The URL names an overlay that is not open yet. */
  const isUnclaimed = () => isNamed(win.history.state) && createHref(win.location) === hrefAt(0);
  /** Matches the number of overlay entries to the overlays. */
  const settle = () => {
    if (until.aborted) return;
    if (isMoving()) return whenHere(settle);
    if (isUnclaimed()) return;
    if (holders.length === 0) spare = 0;
    if (depth > holders.length + spare) return moveDown(depth - holders.length - spare, () => depth > 0 && rename());
    while (depth < holders.length + spare) {
      depth += 1;
      win.history.pushState(stateAt(depth), '', hrefAt(depth - spare));
    }
  };
  /** Waits a task: another overlay or a push may take the entry. */
  const settleSoon = () => void setTimeout(settle);
  /** Calls the listeners above this level, top first. */
  const notify = (level: number, isHere: boolean) => {
    const report = holders.slice(level).toReversed();
    if (!isHere) holders = [];
    for (const { listener } of report) listener(isHere);
  };

  const pop = () => {
    const { location } = readEntry(win, 'traverse');
    const level = depthOf(win.history.state);
    spare = Math.min(spare, level);
    const held = level - spare;
    const isWanted = isMoving() && location.key === entry.location.key;
    const isSame =
      isWanted ||
      (location.key === entry.location.key && createHref(location) === hrefAt(Math.min(held, holders.length)));
    depth = level;
    if (isWanted) return arrive();
    notify(isSame ? held : 0, isSame);
    if (!isSame) change('traverse');
    arrive();
    // Another 'back' can come before the next task.
    queueMicrotask(settle);
  };
  win.addEventListener('popstate', pop, { signal: until });
  return {
    current: () => entry,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push: (to) =>
      taker?.(createHref(to)) ||
      whenHere(() => {
        if (depth > 0) win.history.replaceState({ key: newKey() }, '', createHref(to));
        else win.history.pushState({ key: newKey() }, '', createHref(to));
        depth = 0;
        spare = 0;
        change('push');
        notify(0, false);
      }),
    holdBack(listener, query) {
      let isHeld = true;
      whenHere(() => {
        if (!isHeld) return;
        const known = holders.find((one) => one.listener === listener);
        if (known) known.query = query;
        else holders = [...holders, { listener, query }];
        const search = withoutNames(entry.location.search, query);
        const wasNamed = search !== entry.location.search;
        if (wasNamed) entry = { ...entry, location: { ...entry.location, search } };
        // A typed URL or link names an overlay: the page gets an entry below it.
        if (wasNamed && depth === 0) win.history.replaceState(stateAt(0), '', hrefAt(0));
        settleUp();
      });
      return () => {
        isHeld = false;
        const at = holders.findIndex((one) => one.listener === listener);
        if (at === -1) return;
        const isTop = at === holders.length - 1;
        holders = holders.toSpliced(at, 1);
        if (!isTop && depth > holders.length + spare) {
          spare += 1;
          whenHere(rename);
        }
        settleSoon();
      };
    },
    replace: (to) =>
      whenHere(() => {
        const replace = () => {
          win.history.replaceState({ key: newKey() }, '', createHref(to));
          change('replace');
          settle();
        };
        if (depth > 0) moveDown(depth, replace);
        else replace();
      }),
    go: (delta) => whenHere(() => win.history.go(delta)),
    intercept: (take) => {
      taker = take;
    },
    createHref,
  };

  function settleUp() {
    if (depth < holders.length + spare) settle();
    else rename();
  }
}

function readEntry({ location, history }: Window, kind: HistoryEntry['kind']): HistoryEntry {
  const { pathname, search, hash } = location;
  const known = keyOf(history.state);
  const key = known ?? newKey();
  // Entries from elsewhere (the first one, a typed URL) get a key now.
  if (known === null) history.replaceState({ key }, '');
  return { kind, location: { pathname, search, hash, key } };
}

function stateOf(key: string, below: readonly Holder[], level: number) {
  if (level === 0) return { key };
  return { key, depth: level, ...(below.some(({ query }) => query) && { isNamed: true }) };
}

function createHref(to: HistoryTarget): string {
  return typeof to === 'string' ? to : `${to.pathname ?? '/'}${to.search ?? ''}${to.hash ?? ''}`;
}

interface EntryState {
  readonly key?: unknown;
  readonly depth?: unknown;
  readonly isNamed?: unknown;
}

const recordOf = (state: unknown): EntryState => (typeof state === 'object' && state !== null ? state : {});

function keyOf(state: unknown): string | null {
  const { key } = recordOf(state);
  return typeof key === 'string' ? key : null;
}

function depthOf(state: unknown): number {
  const { depth } = recordOf(state);
  return typeof depth === 'number' ? depth : 0;
}

const isNamed = (state: unknown): boolean => recordOf(state).isNamed === true;

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
