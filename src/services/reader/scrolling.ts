/** Keys that scroll first, where there is more to see, and which way. */
const SCROLLING: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['PageDown', 1],
  ['ArrowUp', -1],
  ['PageUp', -1],
]);
/** The same to the right (1) or to the left (-1). */
const ACROSS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
]);
/** A turn or a key scrolls by this share of the view, an arrow by this many CSS pixels. */
const SCREEN = 0.9;
/** Less than this is not left for a turn of its own, in CSS pixels. */
const LEAST_LEFT = 32;
const LINE = 120;
/** A wheel that has scrolled does nothing else before it has rested so long, in ms. */
const WHEEL_REST = 250;
/** Least way of a finger that pulls past an end, in CSS pixels. */
const PULL = 60;

export interface ScrollOptions {
  /** What scrolls: of presses on the target, or on a frame in it. Null: nothing for now. */
  readonly box: () => Element | null;
  /** Whether the wheel only ever scrolls. */
  readonly isStrip?: () => boolean;
  /** A finger pulled on where there was no more to see. */
  readonly onPulled?: (way: 1 | -1, at: number) => void;
  readonly signal: AbortSignal;
}

/** Whether there is more to see below (1) or above (-1). */
export function hasMore({ scrollTop, clientHeight, scrollHeight }: Element, way: number): boolean {
  return way < 0 ? scrollTop > 1 : scrollTop + clientHeight < scrollHeight - 1;
}

/** Whether there is more to see to the right (1) or to the left (-1). */
function hasMoreAside(box: Element, way: 1 | -1): boolean {
  const { scrollLeft, clientWidth, scrollWidth } = box;
  const most = scrollWidth - clientWidth;
  const { direction, overflowX } = getComputedStyle(box);
  if (overflowX === 'hidden') return false;
  // From right to left it counts from the right edge, below 0.
  const fromLeft = direction === 'rtl' ? most + scrollLeft : scrollLeft;
  return way < 0 ? fromLeft > 1 : fromLeft < most - 1;
}

/** Scrolls a view on (1) or back (-1), with some of what was in view; false: there is no more. */
export function scrollView(box: Element, way: 1 | -1): boolean {
  if (!hasMore(box, way)) return false;
  const { scrollTop, clientHeight, scrollHeight } = box;
  const left = way < 0 ? scrollTop : scrollHeight - clientHeight - scrollTop;
  const step = clientHeight * SCREEN;
  box.scrollBy({ top: way * (left - step < LEAST_LEFT ? left : step), behavior: 'instant' });
  return true;
}

/** Keys and wheel scroll while there is more to see; only then others hear of them. Listens before these do. */
export function letScroll(target: Document | HTMLElement, options: ScrollOptions): void {
  const { box, isStrip, onPulled, signal } = options;
  let scrolledAt = -Infinity;
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name], scrolled: Element) => void,
  ) => {
    const heard = (event: Event) => {
      const scrolled = box();
      if (scrolled) listener(event as HTMLElementEventMap[Name], scrolled);
    };
    target.addEventListener(name, heard, { signal, passive: name !== 'keydown' });
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

/** A line is scrolled to with so much above it, in CSS pixels: pixels of a screen would cut it. */
export const WHOLE = 2;

/** Where the first words or pictures of a document begin in its view, in CSS pixels. */
export function topOf(doc: Document): number {
  const all = doc.createRange();
  all.selectNodeContents(doc.body);
  return all.getBoundingClientRect().top;
}

/** Whether there is more beside what is in view. */
export const isWide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1;
