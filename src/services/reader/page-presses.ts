import type { Press } from './engine.ts';
import { KEYS, listenForPresses } from './presses.ts';

/** Keys of fixed pages, beside those of every book: size, turning by 90 degrees, first and last page. */
const PAGE_KEYS: ReadonlySet<string> = new Set([...KEYS, '+', '=', '-', '0', 'r', 'Home', 'End']);
/** Keys that scroll first, where there is more of the page, and which way. */
const SCROLLING: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['PageDown', 1],
  ['ArrowUp', -1],
  ['PageUp', -1],
]);
/** A key scrolls by this share of the view, an arrow by this many CSS pixels. */
const SCREEN = 0.9;
const LINE = 120;
/** A wheel that has scrolled turns no page before it has rested so long, in ms. */
const WHEEL_REST = 250;

/**
 * Presses on a surface that scrolls where a page is larger than it. A strip is scrolled by wheel and touch alone.
 * Returns the end of it.
 */
export function listenOnPages(
  surface: HTMLElement,
  isStrip: () => boolean,
  report: (press: Press) => void,
): () => void {
  const end = new AbortController();
  const { signal } = end;
  let scrolledAt = -Infinity;
  const hasMore = (way: number) =>
    way < 0 ? surface.scrollTop > 1 : surface.scrollTop + surface.clientHeight < surface.scrollHeight - 1;
  surface.addEventListener(
    'keydown',
    (event) => {
      const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
      const way = key === ' ' ? (shiftKey ? -1 : 1) : SCROLLING.get(key);
      if (!way || ctrlKey || altKey || metaKey || event.defaultPrevented || !hasMore(way)) return;
      event.preventDefault();
      const by = key.startsWith('Arrow') ? LINE : surface.clientHeight * SCREEN;
      surface.scrollBy({ top: way * by, behavior: 'instant' });
    },
    { signal },
  );
  surface.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey) return;
      const isScrolling = isStrip() || hasMore(event.deltaY) || (event.deltaY === 0 && isWide(surface));
      if (!isScrolling && event.timeStamp - scrolledAt >= WHEEL_REST) return;
      scrolledAt = event.timeStamp;
      event.stopImmediatePropagation();
    },
    { signal, passive: true },
  );
  const left = () => surface.getBoundingClientRect().left;
  const endPresses = listenForPresses(
    surface,
    surface,
    left,
    (press) => {
      // A finger that moves a wide page is no swipe.
      if (press.kind === 'swipe' && isWide(surface)) return;
      report(press);
    },
    PAGE_KEYS,
  );
  return () => {
    end.abort();
    endPresses();
  };
}

const isWide = (surface: HTMLElement) => surface.scrollWidth > surface.clientWidth + 1;
