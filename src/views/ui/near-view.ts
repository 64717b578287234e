import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useDomStore, type DomStore } from './dom-store.ts';

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
  readonly store: DomStore<boolean>;
  /** When it was last in the document, in CSS pixels; null: never. */
  readonly height: RefObject<number | null>;
}

/** Whether a part is near the view of its data-scroller ancestor. `begins`: true until the first observation. */
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
