import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The field gets the focus whenever `count` changes, its text selected. */
export function useFocusOnChange<E extends HTMLInputElement>(count: number): RefObject<E | null> {
  const field = useRef<E>(null);
  const last = useRef(count);
  useLayoutEffect(() => {
    if (last.current === count) return;
    last.current = count;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [count]);
  return field;
}
