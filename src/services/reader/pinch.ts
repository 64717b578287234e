/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Two fingers that move apart or towards each other. `factor`: how far apart they are by how far they were. */
export interface Pinch {
  readonly factor: number;
  /** What was between them at first, and where it is now. */
  readonly from: Point;
  readonly to: Point;
}

/** Told while it goes on, and once more when it is over. */
export type OnPinch = (pinch: Pinch, isOver: boolean) => void;

/** Two fingers that are put down and lifted are no pinch: they move so much at least, of the way between them. */
const LEAST = 0.04;
/** A wheel with Ctrl, which is what a touchpad makes of a pinch: so much by each pixel, at most so many at once. */
const WHEEL_SHARE = 0.01;
const WHEEL_MOST = 25;
/** A wheel that rests so long is over, in ms. */
const WHEEL_REST = 200;

/** Tells of two fingers. The browser makes nothing of them: its own zoom would also enlarge what is around the page. */
export function listenForPinch(target: Document | HTMLElement, signal: AbortSignal, told: OnPinch): void {
  let start: { readonly distance: number; readonly at: Point } | null = null;
  let last: Pinch | null = null;
  const on = (name: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel', listener: (event: TouchEvent) => void) =>
    target.addEventListener(name, listener as EventListener, { passive: false, signal });
  const end = () => {
    if (last) told(last, true);
    start = last = null;
  };
  on('touchstart', (event) => {
    const { touches, cancelable } = event;
    end();
    if (touches.length !== 2) return;
    if (cancelable) event.preventDefault();
    start = between(touches);
  });
  on('touchmove', (event) => {
    const { touches, cancelable } = event;
    const now = start && between(touches);
    if (!start || !now) return;
    if (cancelable) event.preventDefault();
    const factor = now.distance / start.distance;
    if (!last && Math.abs(factor - 1) < LEAST) return;
    last = { factor, from: start.at, to: now.at };
    told(last, false);
  });
  on('touchend', end);
  on('touchcancel', end);
}

/** The same by a wheel with Ctrl, about the pointer. */
export function listenForWheelZoom(target: HTMLElement, signal: AbortSignal, told: OnPinch): void {
  let last: Pinch | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    if (last) told(last, true);
    last = null;
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey || event.defaultPrevented) return;
    event.preventDefault();
    const by = Math.min(Math.max(event.deltaY, -WHEEL_MOST), WHEEL_MOST);
    const at = last?.from ?? { x: event.clientX, y: event.clientY };
    last = { factor: (last?.factor ?? 1) * Math.exp(-by * WHEEL_SHARE), from: at, to: at };
    told(last, false);
    clearTimeout(resting);
    resting = setTimeout(end, WHEEL_REST);
  };
  target.addEventListener('wheel', onWheel, { passive: false, signal });
  signal.addEventListener('abort', () => clearTimeout(resting));
}

/** Null: there are not two fingers, or they are in one place. */
function between({ length, 0: one, 1: other }: TouchList): { distance: number; at: Point } | null {
  if (length !== 2 || !one || !other) return null;
  const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const at = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
  return distance > 0 ? { distance, at } : null;
}
