import { useLayoutEffect, useRef } from 'react';
import { keepPlace, scrollToStart, type Place } from './place.ts';

export interface PlaceKeeperProps {
  visit: number;
  /** null for the top. */
  readStart: () => Place | null;
  isKeptByPage: boolean;
  onMove: (place: Place) => void;
}

const scrollerOf = (anchor: HTMLElement | null) => anchor?.closest<HTMLElement>('[data-scroller]') ?? null;

/** WebKit has no scroll anchoring. */
const holdsViewItself = () => globalThis.CSS?.supports?.('overflow-anchor', 'auto') === true;

/**
 * Scrolls the page to where it was left, then keeps the view. It stands before pages that restore their own position.
 */
export function PlaceKeeper({ visit, readStart, isKeptByPage, onMove }: PlaceKeeperProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const latest = useRef({ readStart, onMove });

  useLayoutEffect(() => {
    latest.current = { readStart, onMove };
  });

  useLayoutEffect(() => {
    const scroller = scrollerOf(anchor.current);
    if (!scroller) return undefined;
    if (!isKeptByPage) return keepPlace(scroller, latest.current.readStart(), (place) => latest.current.onMove(place));
    scrollToStart(scroller);
    return undefined;
  }, [visit, isKeptByPage]);

  useLayoutEffect(() => {
    const scroller = scrollerOf(anchor.current);
    if (!scroller || holdsViewItself()) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    import('./hold-view.ts').then(
      ({ holdView }) => {
        if (!isOver) stop = holdView(scroller);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);

  return <span ref={anchor} hidden />;
}
