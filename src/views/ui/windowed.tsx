import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useDomStore } from './dom-store.ts';

interface WindowedProps {
  /** Height while it was never in view, in rem. */
  estimateRem: number;
  /** Another object than before: it comes into view, and the first field in it that is invalid gets the focus. */
  follow?: object | null | undefined;
  children: () => ReactNode;
}

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

/**
 * A part of a long page, of any height, that is in the document only in or near the view; what has the focus stays.
 * The scroller is the nearest ancestor with data-scroller. Always there where the browser can't tell.
 */
export function Windowed({ estimateRem, follow = null, children }: WindowedProps) {
  const slot = useRef<HTMLDivElement>(null);
  const height = useRef<number | null>(null);
  const followed = useRef(follow);
  const [isNear, store] = useDomStore(typeof IntersectionObserver === 'undefined');
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
  }, [store]);
  useLayoutEffect(() => {
    if (follow === followed.current) return;
    if (follow !== null && !isNear) {
      slot.current?.scrollIntoView({ block: 'start' });
      store.write(true);
      return;
    }
    followed.current = follow;
    if (follow === null) return;
    slot.current?.scrollIntoView?.({ block: 'start' });
    slot.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [follow, isNear, store]);
  const style = isNear ? undefined : { blockSize: height.current === null ? `${estimateRem}rem` : height.current };
  return (
    <div ref={slot} style={style}>
      {isNear && children()}
    </div>
  );
}
