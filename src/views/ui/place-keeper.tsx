import { useLayoutEffect, useRef } from 'react';
import { keepPlace, scrollToStart, type Place } from './place.ts';

export interface PlaceKeeperProps {
  /** Changes with each opened page, which then starts at `readStart`. */
  visit: number;
  /** Where this page was left; null for the top. */
  readStart: () => Place | null;
  /** The page restores its own scroll position (VirtualGrid): it is only scrolled to the top. */
  isKeptByPage: boolean;
  /** Scrolling or the focus came to rest, or the page is left. */
  onMove: (place: Place) => void;
}

const scrollerOf = (anchor: HTMLElement | null) => anchor?.closest<HTMLElement>('[data-scroller]') ?? null;

/** Whether the browser holds the view by itself while content above it changes its height. WebKit does not. */
const holdsViewItself = () => globalThis.CSS?.supports?.('overflow-anchor', 'auto') === true;

/**
 * Scrolls the page to where it was left, a new one to the top. It stands before the page in the scroller (AppFrame's
 * main): a page that restores its own position does so after this. Then what is in view stays there while content above
 * it grows or shrinks.
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
      // Without it the view moves with what comes above it.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);

  return <span ref={anchor} hidden />;
}
