import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useDomStore, type DomStore } from './dom-store.ts';

/** How far outside of the view a part is in the document, in pixels. */
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
  /** Whether the part is in or near the view, or has the focus: it is in the document. */
  readonly isNear: boolean;
  readonly store: DomStore<boolean>;
  /** Its height when it was last in the document, in CSS pixels; null: it never was. */
  readonly height: RefObject<number | null>;
}

/**
 * Whether a part of a long page is in or near the view. The scroller is the nearest ancestor of `slot` with
 * data-scroller. `begins`: it counts as near until the browser tells; always so where it can't tell.
 */
export function useNearView(slot: RefObject<HTMLElement | null>, begins = false): NearView {
  const height = useRef<number | null>(null);
  const [isNear, store] = useDomStore(begins || typeof IntersectionObserver === 'undefined');
  useLayoutEffect(() => {
    const element = slot.current;
    const scroller = element?.closest('[data-scroller]');
    if (!element || !scroller || typeof IntersectionObserver === 'undefined') return undefined;
    const { observer, listeners } = windowOf(scroller);
    listeners.set(element, (near) => {
      if (!near && element.contains(document.activeElement)) return;
      if (!near && store.read()) height.current = element.offsetHeight;
      store.write(near);
    });
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      listeners.delete(element);
    };
  }, [slot, store]);
  return { isNear, store, height };
}
