import type { Press } from './engine.ts';
import { KEYS, listenForPresses } from './presses.ts';
import { isWide, letScroll } from './scrolling.ts';

const PAGE_KEYS: ReadonlySet<string> = new Set([...KEYS, '+', '=', '-', '0', 'r', 'Home', 'End']);

/** The returned function stops listening. Wheel and touch only scroll a strip. */
export function listenOnPages(
  surface: HTMLElement,
  isStrip: () => boolean,
  report: (press: Press) => void,
): () => void {
  const end = new AbortController();
  letScroll(surface, { box: () => surface, isStrip, signal: end.signal });
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
