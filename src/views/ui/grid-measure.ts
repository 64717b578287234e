import { createGridStore, type GridShape, type GridStore } from './grid-store.ts';

/** Of a grid, as it is known before it is drawn. */
interface GridStart extends Cells {
  readonly label: string;
  readonly overscan?: number | undefined;
  readonly centre?: number | undefined;
  readonly firstView?: number | undefined;
  readonly initialOffset?: number | undefined;
  readonly initialFocus?: number | undefined;
}

/** With the rows of the last time where the visitor comes back, or of a guess: both are corrected by measuring. */
export function startGrid(start: GridStart): GridStore {
  const { label, overscan = 1, initialOffset = 0, initialFocus, firstView } = start;
  const isComeBack = initialOffset > 0 || initialFocus !== undefined;
  const last = isComeBack ? measuredBefore(label) : null;
  const store = createGridStore(overscan, last !== null);
  if (last) showAgain(store, start, last);
  else if (firstView !== undefined) guessView(store, start, firstView);
  return store;
}

/** Sets the shape of a grid in its scroller. */
export function measureGrid(
  grid: HTMLElement,
  frame: HTMLElement,
  store: GridStore,
  label: string,
  cells: Cells,
): void {
  // A dialog that opens is scaled, and boxes are measured as drawn.
  const box = frame.getBoundingClientRect();
  const scale = (frame.offsetHeight > 0 && box.height / frame.offsetHeight) || 1;
  const gridTop = (grid.getBoundingClientRect().top - box.top) / scale + frame.scrollTop;
  const [width, viewHeight] = [grid.clientWidth, frame.clientHeight];
  store.setShape(shapeOf(cells, width));
  store.setFrame(viewHeight, gridTop);
  rememberMeasured(label, { width, viewHeight, gridTop });
}

interface Cells {
  readonly count: number;
  readonly minCellWidth: number;
  readonly gap?: number | undefined;
  readonly ratio: number;
  readonly textRem?: number | undefined;
}

/** Cells grow with the text; sizes are for text of 16 px. */
function shapeOf({ count, minCellWidth, gap = 16, ratio, textRem = 0 }: Cells, width: number): GridShape {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return {
    count,
    width,
    minCellWidth: (minCellWidth * rem) / 16,
    gap,
    cellHeight: (cellWidth) => cellWidth * ratio + textRem * rem,
  };
}

function guessView(store: GridStore, start: GridStart, viewHeight: number): void {
  const { count, centre } = start;
  store.setShape(shapeOf(start, 0));
  store.setFrame(viewHeight, 0);
  if (centre === undefined || count === 0) return;
  store.scrolledTo(store.offsetCentring(centre));
  store.activate(centre, false);
}

const MOST_REMEMBERED = 8;

/** CSS pixels; `gridTop`: where in the scroller the grid begins. */
interface Measured {
  readonly width: number;
  readonly viewHeight: number;
  readonly gridTop: number;
}

/** By label and size of the window. */
const measured = new Map<string, Measured>();
const measuredKey = (label: string) => `${window.innerWidth} ${window.innerHeight} ${label}`;
const measuredBefore = (label: string): Measured | null => measured.get(measuredKey(label)) ?? null;

function rememberMeasured(label: string, now: Measured): void {
  const key = measuredKey(label);
  measured.delete(key);
  measured.set(key, now);
  const [oldest] = measured.keys();
  if (measured.size > MOST_REMEMBERED && oldest !== undefined) measured.delete(oldest);
}

/** Restores the rows of a grid as it was left. Measuring corrects them. */
function showAgain(store: GridStore, start: GridStart, { width, viewHeight, gridTop }: Measured): void {
  const { count, initialOffset = 0, initialFocus } = start;
  store.setShape(shapeOf(start, width));
  store.setFrame(viewHeight, gridTop);
  store.scrolledTo(initialOffset);
  if (initialFocus !== undefined && count > 0) store.activate(initialFocus, true);
}
