import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode, WheelEvent } from 'react';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PanZoomProps {
  label: string;
  onMove: (by: Point) => void;
  /** `at`: a point of the frame in CSS pixels, its middle when absent. */
  onZoom: (factor: number, at?: Point) => void;
  onReset: () => void;
  onSize: (size: { width: number; height: number }) => void;
  className?: string | undefined;
  children: ReactNode;
}

const STEP = 60;
const NEARER = 1.25;

/** A frame that pans and zooms by dragging, wheel, two fingers and keys (arrows, + and -, 0). */
export function PanZoom({ label, onMove, onZoom, onReset, onSize, className, children }: PanZoomProps) {
  const root = useRef<HTMLDivElement>(null);
  const notify = useRef(onSize);
  const fingers = useRef(new Map<number, Point>());

  useLayoutEffect(() => {
    notify.current = onSize;
  });
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const measure = () => notify.current({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = root.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
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
  const turn = (event: WheelEvent) => onZoom(Math.exp(-event.deltaY / 400), pointOf(event));
  const type = (event: KeyboardEvent) => {
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
    if (!deed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    deed();
  };

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
      onWheel={turn}
      onKeyDown={type}
    >
      {children}
    </div>
  );
}
