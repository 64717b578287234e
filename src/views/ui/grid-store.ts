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
  /** The cells of the first row of which half is in view; null when empty or the same as last time. */
  takeTop: () => CellRange | null;
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
  let taken = NO_CELLS;
  let takenTop = NO_CELLS;

  const publish = (next: GridView) => {
    view = next;
    for (const listener of listeners) listener();
  };
  const refresh = (layout: GridLayout, active: number) => {
    const rows = rowsWith(
      rowsInView(layout, scrollTop - gridTop, viewHeight, margin),
      held ? Math.floor(active / layout.columns) : null,
      layout.rows,
    );
    const same = layout === view.layout && active === view.active && areIn(view.slots, rows);
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
      if (!isNews(window, taken)) return null;
      taken = window;
      return window;
    },
    takeTop: () => {
      const { first } = rowsInView(view.layout, scrollTop - gridTop + view.layout.pitch / 2, viewHeight, 0);
      const top = cellsOf(view.layout, { first, last: first }, count);
      if (!isNews(top, takenTop)) return null;
      takenTop = top;
      return top;
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

const areIn = (slots: readonly RowSlot[], rows: readonly number[]) =>
  rows.length === slots.length && rows.every((row, at) => slots[at]?.row === row);

/** The rows of a range, and one that is held, if there is such a row. */
function rowsWith({ first, last }: RowRange, held: number | null, count: number): number[] {
  const rows = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  if (held !== null && held < count && (held < first || held > last)) rows.push(held);
  return rows;
}

/** CSS pixels. */
export interface GridLayout {
  columns: number;
  rows: number;
  cellWidth: number;
  rowHeight: number;
  pitch: number;
  height: number;
}

export interface GridShape {
  count: number;
  width: number;
  /** Cells stretch from here to fill the line. */
  minCellWidth: number;
  gap: number;
  cellHeight: (width: number) => number;
}

export function layoutGrid({ count, width, minCellWidth, gap, cellHeight }: GridShape): GridLayout {
  const columns = Math.max(1, Math.floor((width + gap) / (minCellWidth + gap)));
  const cellWidth = Math.max(minCellWidth, Math.floor((width - gap * (columns - 1)) / columns));
  const rowHeight = Math.ceil(cellHeight(cellWidth));
  const rows = Math.ceil(count / columns);
  const pitch = rowHeight + gap;
  return { columns, rows, cellWidth, rowHeight, pitch, height: Math.max(0, rows * pitch - gap) };
}

/** Rows that the first entry in view (`row`) moved down, negative: up; 0 where the order changed. */
export function rowsMoved(before: readonly string[], after: readonly string[], row: number, columns: number): number {
  const places = new Map(after.map((id, index) => [id, index]));
  for (let index = row * columns; index < before.length; index += 1) {
    const to = places.get(before[index] ?? '');
    if (to === undefined) continue;
    const next = before.slice(index + 1).find((id) => places.has(id));
    if (next !== undefined && after[to + 1] !== next) return 0;
    return Math.floor(to / columns) - Math.floor(index / columns);
  }
  return 0;
}

/** Both included; last is -1 when empty. */
interface RowRange {
  first: number;
  last: number;
}

/** `offset`: how far the view's top is below the grid's. */
export function rowsInView(layout: GridLayout, offset: number, viewHeight: number, overscan: number): RowRange {
  if (layout.rows === 0) return { first: 0, last: -1 };
  const end = layout.rows - 1;
  const first = Math.floor(offset / layout.pitch) - overscan;
  const last = Math.floor(Math.max(0, offset + viewHeight - 1) / layout.pitch) + overscan;
  return { first: Math.min(end, Math.max(0, first)), last: Math.min(end, Math.max(0, last)) };
}

/** Both included. */
interface CellRange {
  first: number;
  last: number;
}

export function cellsOf(layout: GridLayout, range: RowRange, count: number): CellRange {
  return { first: range.first * layout.columns, last: Math.min(count, (range.last + 1) * layout.columns) - 1 };
}

interface RowSlot {
  row: number;
  slot: number;
}

/** A row keeps its slot; new rows reuse the elements of rows that left. */
export function assignSlots(current: readonly RowSlot[], wanted: readonly number[]): RowSlot[] {
  const held = new Map(current.map(({ row, slot }) => [row, slot]));
  const kept = new Set(wanted.flatMap((row) => held.get(row) ?? []));
  const free = current.map(({ slot }) => slot).filter((slot) => !kept.has(slot));
  let fresh = Math.max(-1, ...current.map(({ slot }) => slot));
  return wanted.map((row) => ({ row, slot: held.get(row) ?? free.shift() ?? (fresh += 1) }));
}

const NO_CELLS: CellRange = { first: 0, last: -1 };

function isNews(now: CellRange, before: CellRange): boolean {
  return now.first <= now.last && (now.first !== before.first || now.last !== before.last);
}

/** The offset that brings a row into view with the least movement. */
export function offsetShowing(layout: GridLayout, row: number, offset: number, viewHeight: number): number {
  const top = row * layout.pitch;
  if (top < offset) return top;
  return Math.max(offset, top + layout.rowHeight - viewHeight);
}

/** The offset with a row in the middle, as far as there are rows on both sides. */
function offsetCentring(layout: GridLayout, row: number, viewHeight: number): number {
  const middle = row * layout.pitch + layout.rowHeight / 2;
  return Math.max(0, Math.min(middle - viewHeight / 2, layout.height - viewHeight));
}

/** null for other keys. */
export function cellAfterKey(
  key: string,
  index: number,
  count: number,
  columns: number,
  rowsPerPage: number,
  rightToLeft: boolean,
): number | null {
  const side = rightToLeft ? -1 : 1;
  const targets: Record<string, number> = {
    ArrowRight: index + side,
    ArrowLeft: index - side,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    PageDown: index + columns * rowsPerPage,
    PageUp: index - columns * rowsPerPage,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  if (target === undefined || count === 0) return null;
  if (key === 'ArrowUp' && target < 0) return index;
  if (key === 'ArrowDown' && target >= count && Math.floor(index / columns) === Math.floor((count - 1) / columns))
    return index;
  return Math.min(count - 1, Math.max(0, target));
}

/** A least cell width (CSS pixels) wider than any view: one column. */
export const ONE_COLUMN = 10_000;
