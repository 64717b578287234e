import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { GridColumn } from './data-grid.tsx';
import { arrowsOf, isRightToLeft } from './roving.ts';

interface ColumnEdgeProps {
  column: Pick<GridColumn, 'rem' | 'leastRem' | 'mostRem' | 'resizeLabel' | 'onResize'>;
  /** That of the cursor's column, so that a table has one more tab stop and not one per column. */
  isTabStop: boolean;
}

/** Rem. */
const STEP = 1;
const GRAIN = 0.25;

/** The edge of a header: drag or arrow keys resize its column, a double press or Enter gives its first width back. */
export function ColumnEdge({ column: { rem, leastRem, mostRem, resizeLabel, onResize }, isTabStop }: ColumnEdgeProps) {
  const grip = useRef<{ x: number; rem: number } | null>(null);
  const resize = (next: number) => {
    const rounded = Math.round(Math.max(leastRem, Math.min(mostRem, next)) / GRAIN) * GRAIN;
    if (rounded !== rem) onResize(rounded);
  };
  const press = ({ currentTarget, pointerId, button, clientX }: PointerEvent<HTMLElement>) => {
    if (button !== 0) return;
    currentTarget.setPointerCapture(pointerId);
    grip.current = { x: clientX, rem };
  };
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    if (!grip.current) return;
    const pixels = (clientX - grip.current.x) * (isRightToLeft(currentTarget) ? -1 : 1);
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    resize(grip.current.rem + pixels / root);
  };
  const release = () => {
    grip.current = null;
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    // The table would take it for its cell.
    event.stopPropagation();
    const { forward, back } = arrowsOf(event.currentTarget);
    if (event.key === forward) resize(rem + STEP);
    else if (event.key === back) resize(rem - STEP);
    else if (event.key === 'Home') resize(leastRem);
    else if (event.key === 'End') resize(mostRem);
    else if (event.key === 'Enter') onResize(null);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={resizeLabel}
      aria-valuemin={leastRem}
      aria-valuemax={mostRem}
      aria-valuenow={rem}
      tabIndex={isTabStop ? 0 : -1}
      className="group absolute inset-y-0 end-0 z-1 flex w-3 cursor-col-resize touch-none justify-end outline-none select-none touch:w-6"
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => onResize(null)}
      onKeyDown={key}
    >
      <span
        aria-hidden="true"
        className="w-0.5 bg-transparent group-hover:bg-line-strong group-focus-visible:bg-focus group-active:bg-accent touch:my-2 touch:bg-line-strong"
      />
    </div>
  );
}
