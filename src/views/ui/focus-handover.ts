import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A screen unmounted with the focus, and no other has taken it. */
let isLost = false;

/** For the root of a screen: when it replaces one that had the focus, `#content` gets it. */
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
