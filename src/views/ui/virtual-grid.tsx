import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { createDomStore, type DomStore } from './dom-store.ts';
import { createGridStore, cellAfterKey, offsetShowing, rowsMoved } from './grid-store.ts';
import type { GridShape, GridStore, GridLayout } from './grid-store.ts';
import { PictureGate } from './contained-image.tsx';
import { focusInside, isRightToLeft } from './roving.ts';
import { createScrollSpeed, REST_MS } from './scroll-speed.ts';
import type { ScrollSpeed } from './scroll-speed.ts';

export interface CellPlace {
  index: number;
  tabIndex: number;
  /** CSS pixels, to request pictures of the right size. */
  width: number;
}

export interface GridMove {
  /** Both included. */
  first: number;
  last: number;
  /** scrollTop of the scroller. */
  offset: number;
}

export interface VirtualGridProps {
  label: string;
  count: number;
  /** Cells stretch from this width (CSS pixels) to fill the line. */
  minCellWidth: number;
  gap?: number | undefined;
  /** Height by width of the picture in a cell (COVER_RATIO). */
  ratio: number;
  /** Height of the text under the picture, in rem (CARD_TEXT_REM). */
  textRem?: number | undefined;
  /** Each row stands on a shelf board, with the text of its cells on the front. */
  hasBoards?: boolean | undefined;
  /** Returns a skeleton until the item has loaded. Keep it stable: rows rerender only with it. */
  renderCell: (place: CellPlace) => ReactNode;
  /** Once per row while scrolling; when that is very fast, after it slows down or rests. */
  onWindow: (move: GridMove) => void;
  /** The cells of the row at the top of the view, as often as `onWindow`. */
  onTop?: ((cells: { first: number; last: number }) => void) | undefined;
  /** Scrolling came to rest here, or a press may end it; pass it as `initialOffset` to restore it. */
  onRest?: ((offset: number) => void) | undefined;
  /** CSS pixels. Used once, as soon as there are cells. */
  initialOffset?: number | undefined;
  /** The cell that gets the focus at the start. Used once, as soon as there are cells. */
  initialFocus?: number | undefined;
  /** The tab stop at the start, without focus or scrolling. */
  initialStop?: number | undefined;
  /** The cell in the middle of the view, and the tab stop; changes count while the focus is elsewhere. */
  centre?: number | undefined;
  /** Guess of the view's height, in CSS pixels: its rows render before measuring. Only for one column of fixed rows. */
  firstView?: number | undefined;
  /** A new object brings the cell to the top of the view, as the tab stop. */
  goTo?: { readonly index: number } | null | undefined;
  /** A new object moves the grid's focus to this cell, without scrolling. */
  follow?: { readonly index: number } | null | undefined;
  /** All ids in order: focus and view stay with their entries when others are added or removed. */
  ids?: readonly string[] | undefined;
  /** Returns the cell that typing leads to, or null. */
  onType?: ((character: string, index: number) => number | null) | undefined;
  onExtend?: ((from: number, to: number) => void) | undefined;
  /** Cells hold fields: Up and Down leave them too, to the same control of the next cell. */
  isForm?: boolean | undefined;
  onSelectAll?: (() => void) | undefined;
  onFocusMove?: ((index: number) => void) | undefined;
  /** Rows rendered above and below the view. */
  overscan?: number | undefined;
}

const PRESSES = ['pointerdown', 'keydown'] as const;

/** Not a ref: refs of ancestors are set after the effects in here. */
function scrollerOf(root: HTMLElement): HTMLElement {
  const scroller = root.closest<HTMLElement>('[data-scroller]');
  if (!scroller) throw new Error('A grid needs an ancestor with data-scroller');
  return scroller;
}

/** A windowed grid of any length. The scroller is the nearest ancestor with data-scroller. */
export function VirtualGrid(props: VirtualGridProps) {
  const {
    label,
    count,
    minCellWidth,
    gap = 16,
    ratio,
    textRem = 0,
    hasBoards = false,
    renderCell,
    onWindow,
    onTop,
    onRest,
    initialOffset = 0,
    initialFocus,
    initialStop,
    centre,
    firstView,
    goTo = null,
    follow = null,
    ids,
    onType,
    onExtend,
    isForm = false,
    onSelectAll,
    onFocusMove,
    overscan = 1,
  } = props;
  const root = useRef<HTMLDivElement>(null);
  const storeRef = useRef<GridStore | null>(null);
  if (storeRef.current === null) {
    const isComeBack = initialOffset > 0 || initialFocus !== undefined;
    const last = isComeBack ? measuredBefore(label) : null;
    storeRef.current = createGridStore(overscan, last !== null);
    if (last) showAgain(storeRef.current, props, last);
    else if (firstView !== undefined) guessView(storeRef.current, props, firstView);
  }
  const store = storeRef.current;
  const { layout, slots, active } = useSyncExternalStore(store.subscribe, store.read);
  const callbacks = useRef({ onWindow, onTop, onRest, onFocusMove });
  const speedRef = useRef<ScrollSpeed | null>(null);
  const speed = (speedRef.current ??= createScrollSpeed());
  const gateRef = useRef<DomStore<boolean> | null>(null);
  const gate = (gateRef.current ??= createDomStore(true));
  const pendingOffset = useRef(initialOffset);
  const restedAt = useRef(initialOffset);
  const pendingCell = useRef(initialFocus);
  const pendingStop = useRef(initialStop);
  const pendingFocus = useRef(false);
  const centred = useRef<number | null>(null);
  const wantedCentre = useRef(centre);
  const went = useRef(goTo);
  const followed = useRef(follow);
  const focused = useRef<{ id: string | null; control: number }>({ id: null, control: 0 });
  const hasFocus = useRef(false);
  const idsBefore = useRef(ids);
  const firstInView = useRef<{ index: number; share: number } | null>(null);

  useLayoutEffect(() => {
    callbacks.current = { onWindow, onTop, onRest, onFocusMove };
  });

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const frame = scrollerOf(element);
    const measure = () => {
      const before = store.read().layout;
      const { offset } = store.frame();
      // A dialog that opens is scaled, and boxes are measured as drawn.
      const box = frame.getBoundingClientRect();
      const scale = (frame.offsetHeight > 0 && box.height / frame.offsetHeight) || 1;
      const gridTop = (element.getBoundingClientRect().top - box.top) / scale + frame.scrollTop;
      const [width, viewHeight] = [element.clientWidth, frame.clientHeight];
      store.setShape(shapeOf({ count, minCellWidth, gap, ratio, textRem }, width));
      store.setFrame(viewHeight, gridTop);
      rememberMeasured(label, { width, viewHeight, gridTop });
      const { columns, pitch } = store.read().layout;
      if (
        before.rows > 0 &&
        offset > 0 &&
        pendingOffset.current === 0 &&
        (columns !== before.columns || pitch !== before.pitch)
      ) {
        const row = offset / before.pitch;
        firstInView.current ??= { index: Math.floor(row) * before.columns, share: row % 1 };
      }
      if (centred.current === null && wantedCentre.current !== undefined) {
        store.scrolledTo(store.offsetCentring(wantedCentre.current));
        store.activate(wantedCentre.current, false);
      }
      if (pendingOffset.current > 0) store.scrolledTo(pendingOffset.current);
      if (pendingStop.current !== undefined && count > 0) {
        store.activate(pendingStop.current, false);
        pendingStop.current = undefined;
      }
      if (pendingCell.current !== undefined && count > 0) store.activate(pendingCell.current, true);
    };
    let rest: ReturnType<typeof setTimeout> | undefined;
    const notifyRest = () => {
      restedAt.current = frame.scrollTop;
      callbacks.current.onRest?.(restedAt.current);
    };
    const settle = () => {
      speed.rested();
      gate.write(true);
      notifyWindow(frame, store, callbacks.current);
      notifyRest();
    };
    /** A press may lead to another page before scrolling rests. */
    const pressed = () => {
      if (pendingOffset.current === 0 && frame.scrollTop !== restedAt.current) notifyRest();
    };
    /** A busy page is late with its frames: it rests when the next frame brings no step, not when none came in time. */
    const rested = () => {
      const timer = rest;
      requestAnimationFrame(() => {
        if (timer === rest) settle();
      });
    };
    const scrolled = () => {
      speed.moved(frame.scrollTop, performance.now());
      const pace = speed.pace(frame.clientHeight);
      gate.write(pace === 'looking');
      store.scrolledTo(frame.scrollTop);
      if (pace !== 'flying') notifyWindow(frame, store, callbacks.current);
      clearTimeout(rest);
      rest = setTimeout(rested, REST_MS);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(frame);
    frame.addEventListener('scroll', scrolled, { passive: true });
    const page = frame.ownerDocument;
    for (const press of PRESSES) page.addEventListener(press, pressed, true);
    return () => {
      clearTimeout(rest);
      rest = undefined;
      observer.disconnect();
      frame.removeEventListener('scroll', scrolled);
      for (const press of PRESSES) page.removeEventListener(press, pressed, true);
    };
  }, [store, speed, gate, label, count, minCellWidth, gap, ratio, textRem]);

  useLayoutEffect(() => afterPaint(store.fill), [store]);

  useLayoutEffect(() => {
    if (!root.current || layout.rows === 0) return;
    const frame = scrollerOf(root.current);
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
      focusCell(root.current, active);
    }
  }, [store, layout, slots, active]);

  useLayoutEffect(() => {
    if (!root.current || layout.rows === 0 || centre === undefined || centred.current === centre) return;
    // New rows are not drawn yet: scrolling that far is impossible.
    if (store.read().layout !== layout) return;
    const isFirst = centred.current === null;
    centred.current = centre;
    if (!isFirst && root.current.contains(document.activeElement)) return;
    const frame = scrollerOf(root.current);
    frame.scrollTop = store.offsetCentring(centre);
    store.scrolledTo(frame.scrollTop);
    store.activate(centre, false);
  }, [store, layout, centre]);

  // Cells of another size: the first cell in view stays there.
  useLayoutEffect(() => {
    const first = firstInView.current;
    if (!root.current || layout.rows === 0 || first === null) return;
    firstInView.current = null;
    const frame = scrollerOf(root.current);
    const row = Math.floor(first.index / layout.columns) + first.share;
    frame.scrollTop = store.frame().gridTop + row * layout.pitch;
    store.scrolledTo(frame.scrollTop);
  }, [store, layout]);

  // Entries above the view were added or removed: the first in view stays there.
  useLayoutEffect(() => {
    const before = idsBefore.current;
    if (!root.current || ids === undefined || ids === before || store.read().layout !== layout) return;
    idsBefore.current = ids;
    const { offset } = store.frame();
    if (before === undefined || layout.rows === 0 || offset <= 0) return;
    const moved = rowsMoved(before, ids, Math.floor(offset / layout.pitch), layout.columns);
    if (moved === 0) return;
    const frame = scrollerOf(root.current);
    frame.scrollTop += moved * layout.pitch;
    store.scrolledTo(frame.scrollTop);
  }, [store, layout, ids]);

  useLayoutEffect(() => {
    if (!root.current || layout.rows === 0 || goTo === null || went.current === goTo) return;
    went.current = goTo;
    const frame = scrollerOf(root.current);
    frame.scrollTop = store.offsetOf(goTo.index);
    store.scrolledTo(frame.scrollTop);
    store.activate(goTo.index, root.current.contains(document.activeElement));
  }, [store, layout, goTo]);

  useLayoutEffect(() => {
    if (!root.current || layout.rows === 0 || follow === null || followed.current === follow) return;
    followed.current = follow;
    const isHere = isFocusHere(root.current, hasFocus.current);
    pendingFocus.current = moveFocus(root.current, store, follow.index, focused.current.control, isHere);
  }, [store, layout, follow]);

  useLayoutEffect(() => {
    const { id, control } = focused.current;
    const now = store.read().active;
    if (!root.current || layout.rows === 0 || ids === undefined || id === null || ids[now] === id) return;
    const index = ids.indexOf(id);
    if (index === -1) focused.current = { id: ids[now] ?? null, control };
    else
      pendingFocus.current = moveFocus(
        root.current,
        store,
        index,
        control,
        isFocusHere(root.current, hasFocus.current),
      );
  }, [store, layout, ids]);

  // The last cell was removed with the focus.
  useLayoutEffect(() => {
    if (root.current && layout.rows > 0 && hasFocus.current && document.activeElement === document.body)
      moveFocus(root.current, store, active, focused.current.control, true);
  }, [store, layout, active]);

  useLayoutEffect(() => {
    // Until the start offset is set, other rows are in view.
    if (!root.current || pendingOffset.current > 0) return;
    const frame = scrollerOf(root.current);
    if (speed.pace(frame.clientHeight) !== 'flying') notifyWindow(frame, store, callbacks.current);
  }, [store, speed, layout, slots]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof Element)) return;
    const isLineStep = isForm && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
    if (event.target.matches('input, textarea, select') && (!isLineStep || event.altKey)) return;
    if (onSelectAll && count > 0 && event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSelectAll();
      return;
    }
    const frame = scrollerOf(event.currentTarget);
    const { viewHeight, gridTop } = store.frame();
    const rowsPerPage = Math.max(1, Math.floor(viewHeight / layout.pitch));
    const target =
      cellAfterKey(event.key, active, count, layout.columns, rowsPerPage, isRightToLeft(event.currentTarget)) ??
      (isCharacter(event) ? (onType?.(event.key, active) ?? null) : null);
    if (target === null) return;
    event.preventDefault();
    if (event.shiftKey && event.key.length > 1) onExtend?.(active, target);
    const row = Math.floor(target / layout.columns);
    const showing = offsetShowing(layout, row, frame.scrollTop - gridTop, viewHeight);
    // The first row comes into view with the content above the grid.
    frame.scrollTop = row === 0 ? 0 : showing + gridTop;
    store.scrolledTo(frame.scrollTop);
    if (isLineStep) {
      pendingFocus.current = moveFocus(event.currentTarget, store, target, focused.current.control, true);
      return;
    }
    pendingFocus.current = true;
    store.activate(target, true);
    if (target === active) focusCell(event.currentTarget, target);
  };
  const noteFocus = (event: FocusEvent) => {
    const cell = event.target.closest<HTMLElement>('[data-cell]');
    if (!cell) return;
    if (event.target === cell) handOn(cell);
    const index = Number(cell.dataset['cell']);
    hasFocus.current = true;
    focused.current = { id: ids?.[index] ?? null, control: controlsIn(cell).indexOf(event.target as HTMLElement) };
    store.activate(index, true);
    callbacks.current.onFocusMove?.(index);
  };
  const noteBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    hasFocus.current = false;
    store.release();
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
      <PictureGate.Provider value={gate}>
        {slots.map(({ row, slot }) => (
          <GridRow
            key={slot}
            row={row}
            layout={layout}
            gap={gap}
            count={count}
            boardRem={hasBoards ? textRem : null}
            activeCell={Math.floor(active / layout.columns) === row ? active : -1}
            renderCell={renderCell}
          />
        ))}
      </PictureGate.Provider>
    </div>
  );
}

type Cells = Pick<VirtualGridProps, 'count' | 'minCellWidth' | 'gap' | 'ratio' | 'textRem'>;

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

function guessView(store: GridStore, props: VirtualGridProps, viewHeight: number): void {
  const { count, centre } = props;
  store.setShape(shapeOf(props, 0));
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
function showAgain(store: GridStore, props: VirtualGridProps, { width, viewHeight, gridTop }: Measured): void {
  const { count, initialOffset = 0, initialFocus } = props;
  store.setShape(shapeOf(props, width));
  store.setFrame(viewHeight, gridTop);
  store.scrolledTo(initialOffset);
  if (initialFocus !== undefined && count > 0) store.activate(initialFocus, true);
}

/** The returned function cancels it. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

function isCharacter({ key, ctrlKey, altKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return /^[\p{L}\p{N}]$/u.test(key) && !ctrlKey && !altKey && !metaKey && !nativeEvent.isComposing;
}

function notifyWindow(
  frame: HTMLElement,
  store: GridStore,
  { onWindow, onTop }: Pick<VirtualGridProps, 'onWindow' | 'onTop'>,
): void {
  const [window, top] = [store.takeWindow(), store.takeTop()];
  if (window) onWindow({ ...window, offset: frame.scrollTop });
  if (top) onTop?.(top);
}

function focusCell(grid: HTMLElement, index: number): void {
  const cell = grid.querySelector<HTMLElement>(`[data-cell="${index}"]`);
  focusInside(cell);
  if (cell && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
}

/** Or the focused cell was just removed, without an event. */
function isFocusHere(grid: HTMLElement, wasHere: boolean): boolean {
  return grid.contains(document.activeElement) || (wasHere && document.activeElement === document.body);
}

/** `control`: of the cell, from 0. True: the cell is not in the document yet. */
function moveFocus(grid: HTMLElement, store: GridStore, index: number, control: number, isHere: boolean): boolean {
  store.activate(index, isHere);
  if (!isHere) return false;
  const cell = grid.querySelector(`[data-cell="${index}"]`);
  const target = cell && controlsIn(cell)[control];
  if (target) target.focus({ preventScroll: true });
  else focusCell(grid, index);
  return cell === null;
}

const controlsIn = (cell: Element) => [...cell.querySelectorAll<HTMLElement>('a[href], button, input')];

function handOn(cell: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === cell) focusInside(cell);
    if (document.activeElement !== cell) observer.disconnect();
  });
  observer.observe(cell, { childList: true, subtree: true });
}

interface GridRowProps {
  row: number;
  layout: GridLayout;
  gap: number;
  count: number;
  /** In rem; null without one. */
  boardRem: number | null;
  activeCell: number;
  renderCell: (place: CellPlace) => ReactNode;
}

const GridRow = memo(function GridRow({ row, layout, gap, count, boardRem, activeCell, renderCell }: GridRowProps) {
  const { columns, cellWidth, rowHeight, pitch } = layout;
  const start = row * columns;
  const cells = Math.min(columns, count - start);
  return (
    <div
      role="row"
      aria-rowindex={row + 1}
      className={cx(
        'absolute top-0 grid [contain:layout_style]',
        boardRem === null ? 'inset-x-0' : 'shelf-board -inset-x-2 px-2',
      )}
      style={{
        ...(boardRem === null ? {} : { '--board-height': `${boardRem}rem` }),
        blockSize: rowHeight,
        columnGap: gap,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        transform: `translateY(${row * pitch}px)`,
      }}
    >
      {Array.from({ length: cells }, (_, column) => {
        const index = start + column;
        return (
          <div
            key={column}
            role="gridcell"
            aria-colindex={column + 1}
            data-cell={index}
            tabIndex={-1}
            className="min-w-0"
          >
            {renderCell({ index, tabIndex: index === activeCell ? 0 : -1, width: cellWidth })}
          </div>
        );
      })}
    </div>
  );
});
