import { type PointerEvent as ReactPointerEvent, useState } from 'react';

export interface RowDrag {
  readonly count: number;
  readonly onStart: () => void;
  readonly onMove: (index: number) => void;
  /** `isGivenUp`: by Escape, or the browser took the pointer. */
  readonly onEnd: (isGivenUp: boolean) => void;
}

/** A shorter move is a press, in CSS pixels. */
const SLACK = 4;
/** The list scrolls this near to an end of its view, and by this much per frame, in CSS pixels. */
const EDGE = 44;
const STEP = 10;

/** The row that is being dragged; null: none. */
export const useCarried = <Row>() => useState<Row | null>(null);

/** The row that moved last, for a live region; null: none. */
export const useLastMoved = () => useState<string | null>(null);

/** As `onPointerDown` of the handle of a row in a VirtualList. The handle needs `touch-action: none`. */
export function dragRow(event: ReactPointerEvent<HTMLElement>, drag: RowDrag): void {
  const handle = event.currentTarget;
  const grid = handle.closest('[role="grid"]');
  const row = handle.closest<HTMLElement>('[role="row"]');
  const scroller = handle.closest('[data-scroller]');
  if (event.button !== 0 || !grid || !row || !scroller) return;
  const { pointerId, clientY: start } = event;
  const pitch = row.offsetHeight;
  let y = start;
  let index = Number(row.ariaRowIndex) - 1;
  let frame = 0;
  const rowAt = () => {
    const at = Math.floor((y - grid.getBoundingClientRect().top) / pitch);
    return Math.min(Math.max(at, 0), drag.count - 1);
  };
  const follow = () => {
    const at = rowAt();
    if (at !== index) drag.onMove((index = at));
  };
  const look = () => {
    const { top, bottom } = scroller.getBoundingClientRect();
    scroller.scrollTop += y < top + EDGE ? -STEP : y > bottom - EDGE ? STEP : 0;
    follow();
    frame = requestAnimationFrame(look);
  };
  const onMove = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return;
    y = moved.clientY;
    if (frame !== 0 || Math.abs(y - start) < SLACK) return;
    drag.onStart();
    look();
  };
  const end = (isGivenUp: boolean) => {
    listening.abort();
    cancelAnimationFrame(frame);
    if (frame === 0) return;
    // Let go before the next frame.
    if (!isGivenUp) follow();
    const swallow = new AbortController();
    document.addEventListener('click', stop, { capture: true, signal: swallow.signal });
    setTimeout(() => swallow.abort());
    drag.onEnd(isGivenUp);
  };
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('pointermove', onMove, options);
  document.addEventListener('pointerup', (up) => up.pointerId === pointerId && end(false), options);
  document.addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(true), options);
  document.addEventListener(
    'keydown',
    (press) => {
      if (press.key !== 'Escape' || frame === 0) return;
      stop(press);
      end(true);
    },
    options,
  );
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
