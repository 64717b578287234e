import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The first invalid field gets the focus whenever `problems` (by field) is a new object, after a refused save. */
export function useFocusInvalid<E extends HTMLElement>(problems: object): RefObject<E | null> {
  const form = useRef<E>(null);
  const last = useRef(problems);
  useLayoutEffect(() => {
    const isRefused = problems !== last.current && Object.keys(problems).length >= Object.keys(last.current).length;
    last.current = problems;
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-due] button')?.focus();
  }, [problems]);
  return form;
}
