import type { BackListener } from '../../../src/services/history.ts';
import type { Navigation, NavigationKind, NavigationLocation } from '../../../src/services/navigation.ts';
import { ListenerSet } from './listeners.ts';

/** A history in memory. */
export interface FakeNavigation extends Navigation {
  /** Paths asked for by `navigate`, oldest first; replacements are marked. */
  readonly commands: readonly { readonly path: string; readonly replace: boolean }[];
  /** Addresses that `leaveTo` was called with. */
  readonly left: readonly string[];
  readonly reloads: number;
  /** How many watch the place now. */
  readonly watchers: number;
  /** The person follows a link or types an address. */
  visit(path: string): void;
  /** What the address names over the page; null while nothing is held there. */
  readonly named: Readonly<Record<string, string>> | null;
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
  let onBack: BackListener | undefined;
  let named: FakeNavigation['named'] = null;
  const release = (isHere: boolean) => {
    const told = onBack;
    onBack = undefined;
    named = null;
    told?.(isHere);
    return told !== undefined;
  };
  const listeners = new ListenerSet<(location: NavigationLocation, kind: NavigationKind) => void>('navigation');
  const move = (location: NavigationLocation, kind: NavigationKind) => {
    here = location;
    for (const listener of listeners) listener(location, kind);
  };
  const push = (path: string) => {
    past.push(here);
    move(toLocation(path), 'push');
    release(false);
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
    visit: push,
    get named() {
      return named;
    },
    holdBack(listener, query) {
      onBack = listener;
      named = query ?? null;
      return () => {
        if (onBack !== listener) return;
        onBack = undefined;
        named = null;
      };
    },
    back() {
      if (!release(true)) move(past.pop() ?? first, 'traverse');
    },
  };
}
