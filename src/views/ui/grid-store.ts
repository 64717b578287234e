import { assignSlots, cellsOf, layoutGrid, offsetCentring, rowsInView } from './grid-window.ts';
import type { CellRange, GridLayout, GridShape, RowSlot } from './grid-window.ts';

/** Replaced only when other rows come into view, the shape changes or the focus moves. */
export interface GridView {
  layout: GridLayout;
  slots: readonly RowSlot[];
  active: number;
}

export interface GridStore {
  read: () => GridView;
  subscribe: (listener: () => void) => () => void;
  setShape: (shape: GridShape) => void;
  /** Height of the view, and how far the grid's top is below the top of the scroller's content; CSS pixels. */
  setFrame: (viewHeight: number, gridTop: number) => void;
  scrolledTo: (scrollTop: number) => void;
  /** Makes a cell the tab stop; its row stays mounted while `hold` is true (it has the focus). */
  activate: (index: number, hold: boolean) => void;
  release: () => void;
  fill: () => void;
  /** null when empty or the same as last time. */
  takeWindow: () => CellRange | null;
  offsetCentring: (index: number) => number;
  /** The scrollTop with a cell at the top; the first row comes with the content above the grid. */
  offsetOf: (index: number) => number;
  /** CSS pixels; `offset`: of the view below the grid's top. */
  frame: () => { offset: number; viewHeight: number; gridTop: number };
}

const EMPTY: GridLayout = { columns: 1, rows: 0, cellWidth: 0, rowHeight: 0, pitch: 1, height: 0 };

const isSame = (one: GridLayout, other: GridLayout) =>
  (Object.keys(one) as (keyof GridLayout)[]).every((key) => one[key] === other[key]);

/**
 * Windowing of one grid. `overscan`: rows above and below the view; with `startsBare` from {@link GridStore.fill} on.
 */
export function createGridStore(overscan: number, startsBare = false): GridStore {
  const listeners = new Set<() => void>();
  let view: GridView = { layout: EMPTY, slots: [], active: 0 };
  let count = 0;
  let viewHeight = 0;
  let gridTop = 0;
  let scrollTop = 0;
  let held = false;
  let margin = startsBare ? 0 : overscan;
  let taken: CellRange = { first: 0, last: -1 };

  const publish = (next: GridView) => {
    view = next;
    for (const listener of listeners) listener();
  };
  const wantedRows = (layout: GridLayout, active: number): number[] => {
    const { first, last } = rowsInView(layout, scrollTop - gridTop, viewHeight, margin);
    const rows = Array.from({ length: last - first + 1 }, (_, step) => first + step);
    const heldRow = Math.floor(active / layout.columns);
    if (held && heldRow < layout.rows && (heldRow < first || heldRow > last)) rows.push(heldRow);
    return rows;
  };
  const refresh = (layout: GridLayout, active: number) => {
    const rows = wantedRows(layout, active);
    const same =
      layout === view.layout &&
      active === view.active &&
      rows.length === view.slots.length &&
      rows.every((row, at) => view.slots[at]?.row === row);
    if (!same) publish({ layout, active, slots: assignSlots(view.slots, rows) });
  };

  return {
    read: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setShape: (shape) => {
      count = shape.count;
      const layout = layoutGrid(shape);
      refresh(isSame(layout, view.layout) ? view.layout : layout, Math.max(0, Math.min(view.active, count - 1)));
    },
    setFrame: (nextViewHeight, nextGridTop) => {
      viewHeight = nextViewHeight;
      gridTop = nextGridTop;
      refresh(view.layout, view.active);
    },
    scrolledTo: (nextScrollTop) => {
      scrollTop = nextScrollTop;
      refresh(view.layout, view.active);
    },
    activate: (index, hold) => {
      held = hold;
      refresh(view.layout, Math.max(0, Math.min(index, count - 1)));
    },
    release: () => {
      held = false;
      refresh(view.layout, view.active);
    },
    fill: () => {
      margin = overscan;
      refresh(view.layout, view.active);
    },
    takeWindow: () => {
      const window = cellsOf(view.layout, rowsInView(view.layout, scrollTop - gridTop, viewHeight, overscan), count);
      if (window.last < window.first || (window.first === taken.first && window.last === taken.last)) return null;
      taken = window;
      return window;
    },
    offsetCentring: (index) =>
      gridTop + offsetCentring(view.layout, Math.floor(index / view.layout.columns), viewHeight),
    offsetOf: (index) => {
      const row = Math.floor(index / view.layout.columns);
      return row === 0 ? 0 : Math.min(gridTop + row * view.layout.pitch, gridTop + view.layout.height - viewHeight);
    },
    frame: () => ({ offset: scrollTop - gridTop, viewHeight, gridTop }),
  };
}
