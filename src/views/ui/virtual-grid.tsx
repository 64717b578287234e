import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';
import { createGridFocus, type GridFocus } from './grid-focus.ts';
import { measureGrid, startGrid } from './grid-measure.ts';
import { createGridScroll, type GridScroll } from './grid-scroll.ts';
import { cellAfterKey, offsetShowing } from './grid-store.ts';
import type { GridStore, GridLayout, GridView } from './grid-store.ts';
import { createPictureGate, type PictureGate, PictureGateContext } from './contained-image.tsx';
import { isRightToLeft } from './roving.ts';
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

/** The parts of one grid; they outlive its renders. */
interface GridHandle {
  readonly store: GridStore;
  readonly scroll: GridScroll;
  readonly focus: GridFocus;
  readonly speed: ScrollSpeed;
  /** Whether pictures load: not while it scrolls fast. */
  readonly gate: PictureGate;
}

function createHandle(props: VirtualGridProps): GridHandle {
  const store = startGrid(props);
  return {
    store,
    scroll: createGridScroll(store, props),
    focus: createGridFocus(store, props),
    speed: createScrollSpeed(),
    gate: createPictureGate(),
  };
}

/** A windowed grid of any length. The scroller is the nearest ancestor with data-scroller. */
export function VirtualGrid(props: VirtualGridProps) {
  const { label, count, gap = 16, textRem = 0, hasBoards = false, renderCell } = props;
  const root = useRef<HTMLDivElement>(null);
  const handleRef = useRef<GridHandle | null>(null);
  const handle = (handleRef.current ??= createHandle(props));
  const { store, focus, gate } = handle;
  const view = useSyncExternalStore(store.subscribe, store.read);
  const { layout, slots, active } = view;
  const callbacks = useCallbacks(props);
  useWatch(root, handle, callbacks, props);
  usePlace(root, handle, view, props);
  useLayoutEffect(() => {
    // Until the start offset is set, other rows are in view.
    if (!root.current || handle.scroll.isPending()) return;
    const frame = scrollerOf(root.current);
    if (handle.speed.pace(frame.clientHeight) !== 'flying') notifyWindow(frame, store, callbacks.current);
  }, [handle, store, callbacks, layout, slots]);
  return (
    <div
      ref={root}
      role="grid"
      aria-label={label}
      aria-rowcount={layout.rows}
      aria-colcount={layout.columns}
      onKeyDown={(event) => moveByKey(event, handle, props)}
      onFocus={({ target }) => {
        const index = focus.entered(target, props.ids);
        if (index !== null) props.onFocusMove?.(index);
      }}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) focus.left();
      }}
      className="relative [contain:layout_style] [overflow-anchor:none]"
      style={{ height: layout.height }}
    >
      <PictureGateContext value={gate}>
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
      </PictureGateContext>
    </div>
  );
}

type Callbacks = Pick<VirtualGridProps, 'onWindow' | 'onTop' | 'onRest'>;

/** Those of the last render. */
function useCallbacks({ onWindow, onTop, onRest }: Callbacks): RefObject<Callbacks> {
  const callbacks = useRef<Callbacks>({ onWindow, onTop, onRest });
  useLayoutEffect(() => {
    callbacks.current = { onWindow, onTop, onRest };
  });
  return callbacks;
}

type Root = RefObject<HTMLDivElement | null>;

/** Measures the grid, and watches its scroller. */
function useWatch(root: Root, handle: GridHandle, callbacks: RefObject<Callbacks>, props: VirtualGridProps): void {
  const { label, count, minCellWidth, gap = 16, ratio, textRem = 0 } = props;
  useLayoutEffect(() => {
    const grid = root.current;
    if (!grid) return undefined;
    const { store, scroll, focus } = handle;
    const frame = scrollerOf(grid);
    const measure = () => {
      const before = store.read().layout;
      const { offset } = store.frame();
      measureGrid(grid, frame, store, label, { count, minCellWidth, gap, ratio, textRem });
      scroll.measured(before, offset);
      focus.measured(count);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    observer.observe(frame);
    const stop = watchScrolling(frame, handle, callbacks);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [root, handle, callbacks, label, count, minCellWidth, gap, ratio, textRem]);
  useLayoutEffect(() => afterPaint(handle.store.fill), [handle]);
}

/** Reports the cells in view, and where scrolling rests. The returned function stops this. */
function watchScrolling(
  frame: HTMLElement,
  { store, scroll, speed, gate }: GridHandle,
  callbacks: RefObject<Callbacks>,
): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const notifyRest = () => {
    callbacks.current.onRest?.(scroll.rested(frame));
  };
  const settle = () => {
    speed.rested();
    gate.set(true);
    notifyWindow(frame, store, callbacks.current);
    notifyRest();
  };
  /** A press may lead to another page before scrolling rests. */
  const pressed = () => {
    if (scroll.hasMovedSinceRest(frame)) notifyRest();
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
    gate.set(pace === 'looking');
    store.scrolledTo(frame.scrollTop);
    if (pace !== 'flying') notifyWindow(frame, store, callbacks.current);
    clearTimeout(rest);
    rest = setTimeout(rested, REST_MS);
  };
  frame.addEventListener('scroll', scrolled, { passive: true });
  const page = frame.ownerDocument;
  for (const press of PRESSES) page.addEventListener(press, pressed, true);
  return () => {
    clearTimeout(rest);
    rest = undefined;
    frame.removeEventListener('scroll', scrolled);
    for (const press of PRESSES) page.removeEventListener(press, pressed, true);
  };
}

/** Restores, follows and keeps what is in view and what has the focus, in the rows of each render. */
function usePlace(root: Root, { scroll, focus }: GridHandle, view: GridView, props: VirtualGridProps): void {
  const { centre, ids, goTo = null, follow = null } = props;
  const { layout, slots, active } = view;
  useLayoutEffect(() => {
    if (!root.current || layout.rows === 0) return;
    scroll.restore(scrollerOf(root.current));
    focus.restore(root.current, active);
  }, [root, scroll, focus, layout, slots, active]);

  useLayoutEffect(() => {
    const grid = root.current;
    if (!grid || layout.rows === 0 || centre === undefined) return;
    scroll.centre(scrollerOf(grid), layout, centre, grid.contains(document.activeElement));
  }, [root, scroll, layout, centre]);

  useLayoutEffect(() => {
    if (root.current && layout.rows > 0) scroll.keepFirst(scrollerOf(root.current), layout);
  }, [root, scroll, layout]);

  useLayoutEffect(() => {
    if (root.current && ids !== undefined) scroll.keepEntries(scrollerOf(root.current), layout, ids);
  }, [root, scroll, layout, ids]);

  useLayoutEffect(() => {
    const grid = root.current;
    if (!grid || layout.rows === 0 || goTo === null) return;
    scroll.goTo(scrollerOf(grid), goTo, grid.contains(document.activeElement));
  }, [root, scroll, layout, goTo]);

  useLayoutEffect(() => {
    if (root.current && layout.rows > 0 && follow !== null) focus.follow(root.current, follow);
  }, [root, focus, layout, follow]);

  useLayoutEffect(() => {
    if (root.current && layout.rows > 0 && ids !== undefined) focus.keepEntry(root.current, ids);
  }, [root, focus, layout, ids]);

  useLayoutEffect(() => {
    if (root.current && layout.rows > 0) focus.keepInGrid(root.current, active);
  }, [root, focus, layout, active]);
}

function moveByKey(event: KeyboardEvent<HTMLElement>, { store, focus }: GridHandle, props: VirtualGridProps): void {
  const { count, isForm = false, onSelectAll, onType, onExtend } = props;
  const { layout, active } = store.read();
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
  focus.moveTo(event.currentTarget, target, isLineStep);
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
