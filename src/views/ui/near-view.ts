import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

const MARGIN = '800px';

type Listener = (isNear: boolean) => void;
const windows = new WeakMap<Element, { observer: IntersectionObserver; listeners: Map<Element, Listener> }>();

function windowOf(scroller: Element) {
  const known = windows.get(scroller);
  if (known) return known;
  const listeners = new Map<Element, Listener>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { root: scroller, rootMargin: MARGIN },
  );
  const made = { observer, listeners };
  windows.set(scroller, made);
  return made;
}

interface NearView {
  readonly isNear: boolean;
  readonly setIsNear: (isNear: boolean) => void;
  /** When it was last in the document, in CSS pixels; null: never. */
  readonly height: RefObject<number | null>;
}

/** Whether a part is near the view of its data-scroller ancestor. `begins`: true until the first observation. */
export function useNearView(slot: RefObject<HTMLElement | null>, begins = false): NearView {
  const height = useRef<number | null>(null);
  const [isNear, setIsNear] = useState(begins || typeof IntersectionObserver === 'undefined');
  const shown = useRef(isNear);
  useLayoutEffect(() => {
    shown.current = isNear;
  }, [isNear]);
  useLayoutEffect(() => {
    const element = slot.current;
    const scroller = element?.closest('[data-scroller]');
    if (!element || !scroller || typeof IntersectionObserver === 'undefined') return undefined;
    const { observer, listeners } = windowOf(scroller);
    listeners.set(element, (near) => {
      if (!near && element.contains(document.activeElement)) return;
      if (!near && shown.current) height.current = element.offsetHeight;
      setIsNear(near);
    });
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      listeners.delete(element);
    };
  }, [slot]);
  return { isNear, setIsNear, height };
}
