import type { BackListener } from '../../../src/services/history.ts';
import type {
  EndListener,
  Navigation,
  NavigationKind,
  NavigationLocation,
  PageGuard,
} from '../../../src/services/navigation.ts';
import { ListenerSet } from './listeners.ts';

/** A history in memory. */
export interface FakeNavigation extends Navigation {
  /** Paths of `navigate` calls, oldest first; replacements are marked. */
  readonly commands: readonly { readonly path: string; readonly replace: boolean }[];
  /** Addresses that `leaveTo` was called with. */
  readonly left: readonly string[];
  readonly reloads: number;
  /** How many watch the place now. */
  readonly watchers: number;
  /** The person follows a link or types an address. */
  visit(path: string): void;
  /** The overlay in the address; null while none is held there. */
  readonly named: Readonly<Record<string, string>> | null;
  /** How many overlays hold 'back'. */
  readonly held: number;
  /** The person presses the browser's back button. */
  back(): void;
}

/** @param start path of the first page, with its query */
export function createFakeNavigation(start = '/'): FakeNavigation {
  let keys = 0;
  const toLocation = (path: string): NavigationLocation => {
    const url = new URL(path, 'http://client.test');
    keys += 1;
    return { pathname: url.pathname, search: url.search, hash: url.hash, key: `entry-${keys}` };
  };
  const first = toLocation(start);
  const past: NavigationLocation[] = [];
  let here = first;
  let reloads = 0;
  const commands: { path: string; replace: boolean }[] = [];
  const left: string[] = [];
  let holders: readonly { readonly listener: BackListener; readonly query: FakeNavigation['named'] }[] = [];
  const leaveAll = () => {
    const report = holders.toReversed();
    holders = [];
    for (const { listener } of report) listener(false);
  };
  const listeners = new ListenerSet<(location: NavigationLocation, kind: NavigationKind) => void>('navigation');
  const move = (location: NavigationLocation, kind: NavigationKind) => {
    here = location;
    for (const listener of listeners) listener(location, kind);
  };
  let guard: PageGuard | null = null;
  let lasting: EndListener | null = null;
  const push = (path: string): void => {
    if (guard?.takesPath(path)) return;
    past.push(here);
    move(toLocation(path), 'push');
    leaveAll();
  };
  return {
    commands,
    left,
    get reloads() {
      return reloads;
    },
    get watchers() {
      return listeners.size;
    },
    current: () => here,
    subscribe: (listener) => listeners.join(listener),
    navigate(path, options) {
      const replace = options?.replace ?? false;
      commands.push({ path, replace });
      if (replace) move(toLocation(path), 'replace');
      else push(path);
    },
    leaveTo: (url) => void left.push(url),
    reload() {
      reloads += 1;
    },
    guard(next) {
      guard = next;
    },
    guardEnd(onEnd) {
      lasting = onEnd;
    },
    asksFirst(go) {
      const onEnd = guard?.onEnd ?? lasting;
      onEnd?.(go);
      return onEnd !== null;
    },
    visit: push,
    get named() {
      const queries = holders.flatMap(({ query }) => (query ? [query] : []));
      return queries.length === 0 ? null : Object.assign({}, ...queries);
    },
    get held() {
      return holders.length;
    },
    holdBack(listener, given) {
      const query = given ?? null;
      const isKnown = holders.some((one) => one.listener === listener);
      holders = isKnown
        ? holders.map((one) => (one.listener === listener ? { listener, query } : one))
        : [...holders, { listener, query }];
      return () => {
        holders = holders.filter((one) => one.listener !== listener);
      };
    },
    back() {
      const top = holders.at(-1);
      // As in a browser: the entry that named it is left, until it is held once more.
      holders = holders.map((one) => (one === top ? { ...one, query: null } : one));
      if (top) top.listener(true);
      else move(past.pop() ?? first, 'traverse');
    },
  };
}
