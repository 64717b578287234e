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

/** Hears of 'back'. `isHere`: the page is the same; else another one was gone to, and nothing is held any more. */
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
   * the same place, over those of what lies below it; the next push takes the place of the uppermost. With a query, the
   * address of that entry names it, and a reload begins there; held again by the same listener, the entry is renamed.
   * Who hears of 'back' and does not let go goes on holding. Returns what gives the entry back.
   */
  readonly holdBack: (onBack: BackListener, query?: AddressQuery) => () => void;
  /** Is asked about each address that is pushed, and may take it: then it is not gone to. One at a time. */
  readonly intercept: (take: ((href: string) => boolean) | null) => void;
  readonly createHref: (to: HistoryTarget) => string;
}

/** What lies over the page, and what the address calls it. */
interface Holder {
  readonly listener: BackListener;
  query: AddressQuery | undefined;
}

/** An entry that was asked for and is not reached by then (ms) is not there. */
const REACHED_MS = 1000;

/** The history of a window. Listens to it, and moves in it, for as long as the page lives, or until the signal. */
export function createHistory(win: Window = window, until: AbortSignal = new AbortController().signal): ClientHistory {
  const listeners = new Set<() => void>();
  const read = (kind: HistoryEntry['kind']): HistoryEntry => {
    const { pathname, search, hash } = win.location;
    const key = keyOf(win.history.state) ?? newKey();
    // An entry that was not made here (the first one, an address typed by hand) is named now.
    if (keyOf(win.history.state) === null) win.history.replaceState({ key }, '');
    return { kind, location: { pathname, search, hash, key } };
  };
  let entry = read('start');
  // A client that was loaded on the entry of something that lay over the page.
  if (depthOf(win.history.state) > 0 && !isNamed(win.history.state))
    win.history.replaceState({ key: entry.location.key }, '');
  const change = (kind: HistoryEntry['kind']) => {
    entry = read(kind);
    for (const listener of listeners) listener();
  };
  let taker: ((href: string) => boolean) | null = null;
  /** Bottom to top. */
  let holders: readonly Holder[] = [];
  /** Entries at this place over that of the page. */
  let depth = depthOf(win.history.state);
  /** On the way to another entry of this place: what is asked for meanwhile waits. */
  let moving: ReturnType<typeof setTimeout> | null = null;
  let waiting: (() => void)[] = [];

  const whenHere = (work: () => void) => {
    if (moving === null) work();
    else waiting.push(work);
  };
  const arrive = () => {
    if (moving !== null) clearTimeout(moving);
    moving = null;
    const work = waiting;
    waiting = [];
    for (const one of work) whenHere(one);
  };
  const moveDown = (levels: number, then: () => void) => {
    moving = setTimeout(() => {
      if (until.aborted) return;
      // There is no such entry: the one that is shown is the page.
      depth = 0;
      win.history.replaceState({ key: entry.location.key }, '', hrefAt(0));
      arrive();
    }, REACHED_MS);
    waiting.unshift(then);
    win.history.go(-levels);
  };
  const hrefAt = (level: number) => {
    const { location } = entry;
    const names = Object.assign({}, ...holders.slice(0, level).map(({ query }) => query)) as AddressQuery;
    return createHref({ ...location, search: withNames(location.search, names) });
  };
  const stateAt = (level: number) => {
    const { key } = entry.location;
    if (level === 0) return { key };
    return holders.slice(0, level).some(({ query }) => query)
      ? { key, depth: level, isNamed: true }
      : { key, depth: level };
  };
  const rename = () => win.history.replaceState(stateAt(depth), '', hrefAt(depth));
  /** What the address names is still to be opened. */
  const isUnclaimed = () => isNamed(win.history.state) && createHref(win.location) === hrefAt(0);
  /** As many entries over the page as things that lie over it. */
  const settle = () => {
    if (until.aborted) return;
    if (moving !== null) return void waiting.push(settle);
    if (isUnclaimed()) return;
    if (depth > holders.length) return moveDown(depth - holders.length, () => depth > 0 && rename());
    while (depth < holders.length) {
      depth += 1;
      win.history.pushState(stateAt(depth), '', hrefAt(depth));
    }
  };
  /** After what follows at once: another thing may take the entry, or a push. */
  const settleSoon = () => void setTimeout(settle);
  /** Tells those that hold above this level, the uppermost first. */
  const tell = (level: number, isHere: boolean) => {
    const told = holders.slice(level).toReversed();
    if (!isHere) holders = [];
    for (const { listener } of told) listener(isHere);
  };

  const pop = () => {
    const { location } = read('traverse');
    const level = depthOf(win.history.state);
    const isWanted = moving !== null && location.key === entry.location.key;
    const isSame =
      isWanted ||
      (location.key === entry.location.key && createHref(location) === hrefAt(Math.min(level, holders.length)));
    depth = level;
    if (isWanted) return arrive();
    tell(isSame ? level : 0, isSame);
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
        change('push');
        tell(0, false);
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
        // An address that was typed, or a link, names what lies over the page: the page gets an entry below it.
        if (wasNamed && depth === 0) win.history.replaceState(stateAt(0), '', hrefAt(0));
        settleUp();
      });
      return () => {
        isHeld = false;
        if (!holders.some((one) => one.listener === listener)) return;
        holders = holders.filter((one) => one.listener !== listener);
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

  /** A thing more lies over the page, or has another name. */
  function settleUp() {
    if (depth < holders.length) settle();
    else rename();
  }
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

/** How many things lie over the page in this entry ({@link ClientHistory.holdBack}). */
function depthOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0;
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
