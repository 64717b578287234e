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
export interface RowRange {
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
export interface CellRange {
  first: number;
  last: number;
}

export function cellsOf(layout: GridLayout, range: RowRange, count: number): CellRange {
  return { first: range.first * layout.columns, last: Math.min(count, (range.last + 1) * layout.columns) - 1 };
}

export interface RowSlot {
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

/** The offset that brings a row into view with the least movement. */
export function offsetShowing(layout: GridLayout, row: number, offset: number, viewHeight: number): number {
  const top = row * layout.pitch;
  if (top < offset) return top;
  return Math.max(offset, top + layout.rowHeight - viewHeight);
}

/** The offset with a row in the middle, as far as there are rows on both sides. */
export function offsetCentring(layout: GridLayout, row: number, viewHeight: number): number {
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
