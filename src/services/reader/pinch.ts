export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Pinch {
  readonly factor: number;
  readonly from: Point;
  readonly to: Point;
}

export type OnPinch = (pinch: Pinch, isOver: boolean) => void;

/** A smaller change, as a share of the distance, is no pinch. */
const LEAST = 0.04;
/** Ctrl and wheel, a pinch on touchpads: the share per pixel, and the most pixels at once. */
const WHEEL_SHARE = 0.01;
const WHEEL_MOST = 25;
/** A wheel that rests this long has stopped, in ms. */
const WHEEL_REST = 200;

/** Prevents the browser's own zoom, which would also enlarge the surroundings of the page. */
export function listenForPinch(target: Document | HTMLElement, signal: AbortSignal, report: OnPinch): void {
  let start: { readonly distance: number; readonly at: Point } | null = null;
  let last: Pinch | null = null;
  const on = (name: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel', listener: (event: TouchEvent) => void) =>
    target.addEventListener(name, listener as EventListener, { passive: false, signal });
  const end = () => {
    if (last) report(last, true);
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
    report(last, false);
  });
  on('touchend', end);
  on('touchcancel', end);
}

export function listenForWheelZoom(target: HTMLElement, signal: AbortSignal, report: OnPinch): void {
  let last: Pinch | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    if (last) report(last, true);
    last = null;
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey || event.defaultPrevented) return;
    event.preventDefault();
    const by = Math.min(Math.max(event.deltaY, -WHEEL_MOST), WHEEL_MOST);
    const at = last?.from ?? { x: event.clientX, y: event.clientY };
    last = { factor: (last?.factor ?? 1) * Math.exp(-by * WHEEL_SHARE), from: at, to: at };
    report(last, false);
    clearTimeout(resting);
    resting = setTimeout(end, WHEEL_REST);
  };
  target.addEventListener('wheel', onWheel, { passive: false, signal });
  signal.addEventListener('abort', () => clearTimeout(resting));
}

function between({ length, 0: one, 1: other }: TouchList): { distance: number; at: Point } | null {
  if (length !== 2 || !one || !other) return null;
  const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const at = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
  return distance > 0 ? { distance, at } : null;
}
