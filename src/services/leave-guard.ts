import type { Navigation } from './navigation.ts';

/** Called when a person leaves the page. `go` leaves, after the guard has ended. */
export type LeaveListener = (go: () => void) => void;
export type HoldLeave = (navigation: Navigation, onLeave: LeaveListener) => () => void;

/** Overlays release their entries first. */
const soon = (go: () => void) => () => void setTimeout(go);

const holdPage =
  (stopsEnd: boolean): HoldLeave =>
  (navigation, onLeave) => {
    const { pathname } = navigation.current();
    navigation.guard({
      takesPath: (path) => {
        if (path.split(/[?#]/)[0] === pathname) return false;
        onLeave(soon(() => navigation.navigate(path)));
        return true;
      },
      onEnd: stopsEnd ? (go) => onLeave(soon(go)) : null,
    });
    const release = navigation.holdBack((isHere) => {
      if (isHere) onLeave(navigation.back);
    });
    return () => {
      navigation.guard(null);
      release();
    };
  };

/** Links to other paths, 'back' and sign-out call `onLeave` instead; replacements pass. Returns release. */
export const guardLeave = holdPage(true);

/** The same without sign-out, for a page whose work has a guard of its own (`guardEnd`). */
export const guardPage = holdPage(false);

/** Sign-out calls `onLeave` instead, on every page; one page's own guard is called before. Returns release. */
export const guardEnd: HoldLeave = (navigation, onLeave) => {
  navigation.guardEnd((go) => onLeave(soon(go)));
  return () => navigation.guardEnd(null);
};
