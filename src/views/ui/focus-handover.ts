import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A screen unmounted with the focus in it, and no other screen has taken it yet. */
let isLost = false;

/**
 * For the root of a whole screen (sign-in form, frame): when it replaces a screen that had the focus, the focus goes to
 * its main region (`#content`) instead of nowhere, unless it has put the focus somewhere itself.
 */
export function useFocusHandover<E extends HTMLElement>(): RefObject<E | null> {
  const root = useRef<E>(null);
  useLayoutEffect(() => {
    const screen = root.current;
    if (isLost && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
    isLost = false;
    return () => {
      isLost = screen?.contains(document.activeElement) ?? false;
    };
  }, []);
  return root;
}
