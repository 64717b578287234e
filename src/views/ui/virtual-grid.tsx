import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { createGridStore } from './grid-store.ts';
import type { GridStore } from './grid-store.ts';
import { cellAfterKey, cellsOf, offsetShowing, rowsInView } from './grid-window.ts';
import type { GridLayout } from './grid-window.ts';
import { focusInside, isRightToLeft } from './roving.ts';

export interface CellPlace {
  index: number;
  /** For the main link of the cell: 0 on the one cell that Tab reaches. */
  tabIndex: number;
  /** Width of the cell in CSS pixels, for asking for pictures of the right size. */
  width: number;
}

export interface GridMove {
  /** First and last cell on the page, both included; last is -1 when there is none. */
  first: number;
  last: number;
  /** scrollTop of the scroller. */
  offset: number;
}

export interface VirtualGridProps {
  /** Name of the grid for screen readers. */
  label: string;
  count: number;
  /** Cells are at least this wide (CSS pixels) and stretch to fill the line. */
  minCellWidth: number;
  gap?: number | undefined;
  /** Height by width of the picture in a cell (COVER_RATIO). */
  ratio: number;
  /** Height of the text under the picture, in rem (CARD_TEXT_REM). */
  textRem?: number | undefined;
  /** Draws a cell, or a skeleton where the item is not there yet. Keep its identity stable: rows redraw only with it. */
  renderCell: (place: CellPlace) => ReactNode;
  /** Other cells are on the page now. Called while scrolling: once per row, not per pixel. */
  onWindow: (move: GridMove) => void;
  /** Scrolling came to rest here: the offset to give back as `initialOffset`. */
  onRest?: ((offset: number) => void) | undefined;
  /** Where to start, in pixels of the scroller. Counts once, as soon as there are cells. */
  initialOffset?: number | undefined;
  /** The cell that has the focus at the start (coming back to a list). Counts once, as soon as there are cells. */
  initialFocus?: number | undefined;
  /** Another cell has the focus: what to give back as `initialFocus`. */
  onFocusMove?: ((index: number) => void) | undefined;
  /** The element that scrolls; without it the nearest ancestor with data-scroller (AppFrame's main). */
  scroller?: RefObject<HTMLElement | null> | undefined;
  /** Rows kept ready on each side of the view. */
  overscan?: number | undefined;
}

const REST_MS = 120;

function scrollerOf(root: RefObject<HTMLElement | null>, given: RefObject<HTMLElement | null> | undefined): HTMLElement | null {
  return given?.current ?? root.current?.closest<HTMLElement>('[data-scroller]') ?? null;
}

/**
 * A grid of any length that keeps on the page only the rows in view. Rows are placed by transform and their
 * elements are used again; nothing is measured while scrolling but scrollTop. Arrow keys, Home, End, PageUp and
 * PageDown move a roving focus, and the focused cell stays mounted wherever one scrolls.
 */
export function VirtualGrid(props: VirtualGridProps) {
  const { label, count, minCellWidth, gap = 16, ratio, textRem = 0, renderCell, onWindow, onRest, initialOffset = 0, initialFocus, onFocusMove, scroller, overscan = 1 } = props;
  const root = useRef<HTMLDivElement>(null);
  const storeRef = useRef<GridStore | null>(null);
  const store = (storeRef.current ??= createGridStore(overscan));
  const { layout, slots, active } = useSyncExternalStore(store.subscribe, store.read);
  const callbacks = useRef({ onWindow, onRest, onFocusMove });
  const pendingOffset = useRef(initialOffset);
  const pendingCell = useRef(initialFocus);
  const pendingFocus = useRef(false);

  useLayoutEffect(() => {
    callbacks.current = { onWindow, onRest, onFocusMove };
  });

  useLayoutEffect(() => {
    const element = root.current;
    const frame = scrollerOf(root, scroller);
    if (!element || !frame) return undefined;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const cellHeight = (width: number) => width * ratio + textRem * rem;
    const measure = () => {
      const gridTop = element.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop;
      store.setShape({ count, width: element.clientWidth, minCellWidth, gap, cellHeight });
      store.setFrame(frame.clientHeight, gridTop);
    };
    let rest: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      store.scrolledTo(frame.scrollTop);
      clearTimeout(rest);
      rest = setTimeout(() => callbacks.current.onRest?.(frame.scrollTop), REST_MS);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(frame);
    frame.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(rest);
      observer.disconnect();
      frame.removeEventListener('scroll', scrolled);
    };
  }, [store, count, minCellWidth, gap, ratio, textRem, scroller]);

  useLayoutEffect(() => {
    const frame = scrollerOf(root, scroller);
    if (!frame || layout.rows === 0) return;
    if (pendingOffset.current > 0) {
      frame.scrollTop = pendingOffset.current;
      pendingOffset.current = 0;
      store.scrolledTo(frame.scrollTop);
    }
    if (pendingCell.current !== undefined) {
      pendingFocus.current = true;
      store.activate(pendingCell.current, true);
      pendingCell.current = undefined;
      if (store.read().active !== active) return;
    }
    if (pendingFocus.current) {
      pendingFocus.current = false;
      focusInside(root.current?.querySelector(`[data-cell="${active}"]`));
    }
  }, [store, scroller, layout, slots, active]);

  const { offset, viewHeight, gridTop } = store.frame();
  const { first, last } = cellsOf(layout, rowsInView(layout, offset, viewHeight, overscan), count);
  useLayoutEffect(() => {
    callbacks.current.onWindow({ first, last, offset: scrollerOf(root, scroller)?.scrollTop ?? 0 });
  }, [scroller, first, last]);

  const move = (event: KeyboardEvent) => {
    const frame = scrollerOf(root, scroller);
    if (!frame || !(event.target instanceof Element) || event.target.matches('input, textarea, select')) return;
    const rowsPerPage = Math.max(1, Math.floor(viewHeight / layout.pitch));
    const target = cellAfterKey(event.key, active, count, layout.columns, rowsPerPage, isRightToLeft(event.currentTarget));
    if (target === null) return;
    event.preventDefault();
    const showing = offsetShowing(layout, Math.floor(target / layout.columns), frame.scrollTop - gridTop, viewHeight);
    frame.scrollTop = showing + gridTop;
    store.scrolledTo(frame.scrollTop);
    pendingFocus.current = true;
    store.activate(target, true);
    if (target === active) focusInside(root.current?.querySelector(`[data-cell="${target}"]`));
  };
  const noteFocus = (event: FocusEvent) => {
    const cell = event.target.closest<HTMLElement>('[data-cell]');
    if (!cell) return;
    const index = Number(cell.dataset['cell']);
    store.activate(index, true);
    callbacks.current.onFocusMove?.(index);
  };
  const noteBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) store.release();
  };

  return (
    <div
      ref={root}
      role="grid"
      aria-label={label}
      aria-rowcount={layout.rows}
      aria-colcount={layout.columns}
      onKeyDown={move}
      onFocus={noteFocus}
      onBlur={noteBlur}
      className="relative [contain:layout_style] [overflow-anchor:none]"
      style={{ height: layout.height }}
    >
      {slots.map(({ row, slot }) => (
        <GridRow key={slot} row={row} layout={layout} gap={gap} count={count} activeCell={Math.floor(active / layout.columns) === row ? active : -1} renderCell={renderCell} />
      ))}
    </div>
  );
}

interface GridRowProps {
  row: number;
  layout: GridLayout;
  gap: number;
  count: number;
  /** The tab stop if it is in this row, else -1. */
  activeCell: number;
  renderCell: (place: CellPlace) => ReactNode;
}

const GridRow = memo(function GridRow({ row, layout, gap, count, activeCell, renderCell }: GridRowProps) {
  const { columns, cellWidth, rowHeight, pitch } = layout;
  const start = row * columns;
  const cells = Math.min(columns, count - start);
  return (
    <div
      role="row"
      aria-rowindex={row + 1}
      className="absolute inset-x-0 top-0 grid [contain:layout_style]"
      style={{ blockSize: rowHeight, columnGap: gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, transform: `translateY(${row * pitch}px)` }}
    >
      {Array.from({ length: cells }, (_, column) => {
        const index = start + column;
        return (
          <div key={column} role="gridcell" aria-colindex={column + 1} data-cell={index} className="min-w-0">
            {renderCell({ index, tabIndex: index === activeCell ? 0 : -1, width: cellWidth })}
          </div>
        );
      })}
    </div>
  );
});
