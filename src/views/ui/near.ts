import { useLayoutEffect, type RefObject } from 'react';
import { useDomStore } from './dom-store.ts';

const MARGIN = '300px';

/** Whether an element is or was near the window. Always true when `waits` is false or without IntersectionObserver. */
export function useNear(element: RefObject<Element | null>, waits: boolean): boolean {
  const [isNear, store] = useDomStore(!waits || typeof IntersectionObserver === 'undefined');
  useLayoutEffect(() => {
    if (isNear || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) store.write(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear, store]);
  return isNear;
}
