import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Moves {
  onMove: (by: Point) => void;
  /** `at`: a point of the frame in CSS pixels, its middle when absent. */
  onZoom: (factor: number, at?: Point) => void;
  onReset: () => void;
}

export interface PanZoomProps extends Moves {
  label: string;
  onDoublePress?: ((at: Point) => void) | undefined;
  onSize: (size: { width: number; height: number }) => void;
  focusRef?: RefObject<HTMLDivElement | null> | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const STEP = 60;
export const NEARER = 1.25;
/** Ctrl and wheel, a pinch on touchpads: the share per pixel, and the most pixels at once. */
const PINCH_SHARE = 0.01;
const PINCH_MOST = 25;
/** Two presses in this time, in ms, that move no further, in CSS pixels, are a double press. */
const DOUBLE_MS = 350;
const DOUBLE_WAY = 24;

/** Pans and zooms by arrows, + and -, 0. */
export function panByKey(event: KeyboardEvent, { onMove, onZoom, onReset }: Moves): void {
  const deed = (
    {
      ArrowLeft: () => onMove({ x: STEP, y: 0 }),
      ArrowRight: () => onMove({ x: -STEP, y: 0 }),
      ArrowUp: () => onMove({ x: 0, y: STEP }),
      ArrowDown: () => onMove({ x: 0, y: -STEP }),
      '+': () => onZoom(NEARER),
      '=': () => onZoom(NEARER),
      '-': () => onZoom(1 / NEARER),
      '0': onReset,
    } as Readonly<Record<string, (() => void) | undefined>>
  )[event.key];
  if (!deed || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  deed();
}

/** A frame that pans and zooms by dragging, wheel, two fingers and keys (arrows, + and -, 0). */
export function PanZoom({
  label,
  onMove,
  onZoom,
  onReset,
  onDoublePress,
  onSize,
  focusRef,
  className,
  children,
}: PanZoomProps) {
  const own = useRef<HTMLDivElement>(null);
  const root = focusRef ?? own;
  const notify = useRef({ onSize, onZoom });
  const fingers = useRef(new Map<number, Point>());
  const lastPress = useRef<(Point & { readonly time: number }) | null>(null);

  useLayoutEffect(() => {
    notify.current = { onSize, onZoom };
  });
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const measure = () => notify.current.onSize({ width: element.clientWidth, height: element.clientHeight });
    // React's listener could not prevent the zoom of the browser.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { deltaY, ctrlKey } = event;
      const pinched = Math.min(Math.max(deltaY, -PINCH_MOST), PINCH_MOST) * PINCH_SHARE;
      notify.current.onZoom(Math.exp(-(ctrlKey ? pinched : deltaY / 400)), pointIn(element, event));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('wheel', turn, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', turn);
    };
  }, [root]);

  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointIn(event.currentTarget, event);
    fingers.current.set(event.pointerId, at);
    const { timeStamp: time } = event;
    const last = fingers.current.size === 1 ? lastPress.current : null;
    const isDouble = last && time - last.time < DOUBLE_MS && Math.hypot(at.x - last.x, at.y - last.y) < DOUBLE_WAY;
    lastPress.current = isDouble || fingers.current.size > 1 ? null : { ...at, time };
    if (isDouble) onDoublePress?.(at);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = pointIn(event.currentTarget, event);
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    fingers.current.set(event.pointerId, now);
    if (!other) {
      onMove({ x: now.x - before.x, y: now.y - before.y });
      return;
    }
    const far = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    onZoom(far(now) / far(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  };
  const release = (event: PointerEvent) => void fingers.current.delete(event.pointerId);

  return (
    <div
      ref={root}
      role="application"
      aria-label={label}
      tabIndex={0}
      className={className}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={(event) => panByKey(event, { onMove, onZoom, onReset })}
    >
      {children}
    </div>
  );
}

function pointIn(frame: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = frame.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
