import type { Navigation } from './navigation.ts';

/** Hears that somebody leaves the page. `go`, called when the guard has ended, does it. */
export type LeaveListener = (go: () => void) => void;

/**
 * Keeps a page open that has something unsaved: a link to another path, 'back', and what takes the page away (signing
 * out) are told instead of followed. A replacement, and a jump over several entries, go through. Returns the end of it.
 */
export function guardLeave(navigation: Navigation, onLeave: LeaveListener): () => void {
  // What lies over the page gives its entries back first.
  const soon = (go: () => void) => () => void setTimeout(go);
  const { pathname } = navigation.current();
  navigation.guard({
    takesPath: (path) => {
      if (path.split(/[?#]/)[0] === pathname) return false;
      onLeave(soon(() => navigation.navigate(path)));
      return true;
    },
    onEnd: (go) => onLeave(soon(go)),
  });
  const release = navigation.holdBack((isHere) => {
    if (isHere) onLeave(navigation.back);
  });
  return () => {
    navigation.guard(null);
    release();
  };
}
