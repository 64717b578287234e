const SCROLLING: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['PageDown', 1],
  ['ArrowUp', -1],
  ['PageUp', -1],
]);
const ACROSS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
]);
/** Share of the view per turn or key, and CSS pixels per arrow. */
const SCREEN = 0.9;
const LEAST_LEFT = 32;
const LINE = 120;
/** A wheel that scrolled is ignored until it has rested this long, in ms. */
const WHEEL_REST = 250;
/** Least distance of a pull past an end, in CSS pixels. */
const PULL = 60;

export interface ScrollOptions {
  readonly box: () => Element | null;
  readonly isStrip?: () => boolean;
  readonly onPulled?: (way: 1 | -1, at: number) => void;
  readonly signal: AbortSignal;
}

export function hasMore({ scrollTop, clientHeight, scrollHeight }: Element, way: number): boolean {
  return way < 0 ? scrollTop > 1 : scrollTop + clientHeight < scrollHeight - 1;
}

function hasMoreAside(box: Element, way: 1 | -1): boolean {
  const { scrollLeft, clientWidth, scrollWidth } = box;
  const most = scrollWidth - clientWidth;
  const { direction, overflowX } = getComputedStyle(box);
  if (overflowX === 'hidden') return false;
  // In right-to-left text, scrollLeft counts from the right edge, below 0.
  const fromLeft = direction === 'rtl' ? most + scrollLeft : scrollLeft;
  return way < 0 ? fromLeft > 1 : fromLeft < most - 1;
}

/** Scrolls by most of a view, 1: down, -1: up; false at an end. */
export function scrollView(box: Element, way: 1 | -1): boolean {
  if (!hasMore(box, way)) return false;
  const { scrollTop, clientHeight, scrollHeight } = box;
  const left = way < 0 ? scrollTop : scrollHeight - clientHeight - scrollTop;
  const step = clientHeight * SCREEN;
  box.scrollBy({ top: way * (left - step < LEAST_LEFT ? left : step), behavior: 'instant' });
  return true;
}

/** Keys and wheel scroll first; at an end others get them. Listens before these do. */
export function letScroll(target: Document | HTMLElement, options: ScrollOptions): void {
  const { box, isStrip, onPulled, signal } = options;
  let scrolledAt = -Infinity;
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name], scrolled: Element) => void,
  ) => {
    const received = (event: Event) => {
      const scrolled = box();
      if (scrolled) listener(event as HTMLElementEventMap[Name], scrolled);
    };
    target.addEventListener(name, received, { signal, passive: name !== 'keydown' });
  };
  on('keydown', (event, scrolled) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey || event.defaultPrevented) return;
    // With Shift they select where the browser has a caret.
    if (shiftKey && key.startsWith('Arrow')) return;
    const aside = ACROSS.get(key);
    if (aside && hasMoreAside(scrolled, aside)) {
      event.preventDefault();
      return scrolled.scrollBy({ left: aside * LINE, behavior: 'instant' });
    }
    const way = key === ' ' ? (shiftKey ? -1 : 1) : SCROLLING.get(key);
    if (!way || !hasMore(scrolled, way)) return;
    event.preventDefault();
    if (key.startsWith('Arrow')) scrolled.scrollBy({ top: way * LINE, behavior: 'instant' });
    else scrollView(scrolled, way);
  });
  on('wheel', (event, scrolled) => {
    const { ctrlKey, deltaY, timeStamp } = event;
    if (ctrlKey) return;
    const isScrolling = isStrip?.() || hasMore(scrolled, deltaY) || (deltaY === 0 && isWide(scrolled));
    if (!isScrolling && timeStamp - scrolledAt >= WHEEL_REST) return;
    scrolledAt = timeStamp;
    event.stopImmediatePropagation();
  });
  if (!onPulled) return;
  let pull: { readonly y: number; readonly ends: ReadonlySet<1 | -1> } | null = null;
  on('touchstart', ({ touches }, scrolled) => {
    const [first] = touches;
    const ends = new Set(([1, -1] as const).filter((way) => !hasMore(scrolled, way)));
    pull = touches.length === 1 && first ? { y: first.screenY, ends } : null;
  });
  on('touchend', ({ changedTouches: [last], timeStamp }) => {
    if (!pull || !last) return;
    const way = last.screenY < pull.y ? 1 : -1;
    if (Math.abs(last.screenY - pull.y) >= PULL && pull.ends.has(way)) onPulled(way, timeStamp);
    pull = null;
  });
}

/** CSS pixels above a line that is scrolled to: rounding to device pixels would cut it. */
export const WHOLE = 2;

/** CSS pixels. */
export function topOf(doc: Document): number {
  const all = doc.createRange();
  all.selectNodeContents(doc.body);
  return all.getBoundingClientRect().top;
}

export const isWide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1;
