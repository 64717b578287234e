import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For a form whose owner refuses to save it: the first field with a problem, or what has to be decided first, gets the
 * focus, after each refusal.
 * @param problems what is wrong, by field; another object after a refusal, and one with less once a field was changed
 */
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
