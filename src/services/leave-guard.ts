import type { Navigation } from './navigation.ts';

/** Called when a person leaves the page. `go` leaves, after the guard has ended. */
export type LeaveListener = (go: () => void) => void;

/** Links to other paths, 'back' and sign-out call `onLeave` instead; replacements pass. Returns release. */
export function guardLeave(navigation: Navigation, onLeave: LeaveListener): () => void {
  // Overlays release their entries first.
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
