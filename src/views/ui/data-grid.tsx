import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { ColumnEdge } from './column-edge.tsx';
import { cx } from './cx.ts';
import { createGridStore, type GridStore, offsetShowing, ONE_COLUMN } from './grid-store.ts';
import { isRightToLeft } from './roving.ts';

export interface GridColumn {
  readonly id: string;
  readonly header: string;
  readonly rem: number;
  readonly leastRem: number;
  readonly mostRem: number;
  readonly resizeLabel: string;
  /** Null: its first width again. */
  readonly onResize: (rem: number | null) => void;
  readonly sort: 'ascending' | 'descending' | 'none';
  /** By a press on the header; offer it elsewhere for keys. */
  readonly onSort: () => void;
}

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridRowPlace {
  readonly row: number;
  /** The column of the cursor if it is in this row, else -1. */
  readonly cursor: number;
}

export interface DataGridProps {
  label: string;
  rows: number;
  columns: readonly GridColumn[];
  head: { readonly rem: number; readonly header: string };
  rowRem: number;
  /** The tab stop. It comes into view, and gets the focus if the table has it. */
  cursor: GridPlace;
  takesFocus?: boolean | undefined;
  /** `extends`: with Shift. */
  onCursor: (place: GridPlace, extends_: boolean) => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => boolean;
  onOpen: () => void;
  onCopy: () => string;
  onPaste: (text: string) => void;
  /** Returns a `GridHead` and a `GridCell` per column. Keep it stable: rows rerender only with it. */
  renderRow: (place: GridRowPlace) => ReactNode;
}

const HEADER_REM = 2.5;
const OVERSCAN = 6;

/** A windowed table of editable cells, which scrolls both ways in its frame; headers and the first column stay. */
export function DataGrid(props: DataGridProps) {
  const { label, rows, columns, head, rowRem, cursor, renderRow } = props;
  const root = useRef<HTMLDivElement>(null);
  const storeRef = useRef<GridStore | null>(null);
  const store = (storeRef.current ??= createGridStore(OVERSCAN));
  const { layout, slots } = useSyncExternalStore(store.subscribe, store.read);

  useMeasuring(root, store, rows, rowRem);
  useCursor(root, store, props);
  const events = useCellEvents(store, props);
  const widths = [head.rem, ...columns.map(({ rem }) => rem)].map((rem, at) =>
    // The sticky column leaves room for others.
    at === 1 ? `min(${rem}rem, var(--sticky-most))` : `${rem}rem`,
  );
  const template = widths.join(' ');
  const width = `calc(${widths.join(' + ')})`;
  return (
    <div
      ref={root}
      role="grid"
      aria-label={label}
      aria-rowcount={rows + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      data-scroller=""
      {...events}
      className="relative min-h-48 flex-1 overflow-auto [container-type:inline-size] [--sticky-most:50cqi] phone:[--sticky-most:100rem] overscroll-contain rounded-md border border-line bg-surface-0 text-sm [contain:strict] [overflow-anchor:none]"
      style={{ '--grid-columns': template } as object}
    >
      <GridHeader head={head} columns={columns} template={template} width={width} cursorColumn={cursor.column} />
      <div
        role="rowgroup"
        className="relative [contain:layout_style]"
        style={{ height: layout.height, inlineSize: width }}
      >
        {slots.map(({ row, slot }) => (
          <GridRow
            key={slot}
            row={row}
            pitch={layout.pitch}
            cursor={cursor.row === row ? cursor.column : -1}
            renderRow={renderRow}
          />
        ))}
      </div>
    </div>
  );
}

type Frame = RefObject<HTMLDivElement | null>;

function useMeasuring(root: Frame, store: GridStore, rows: number, rowRem: number): void {
  useLayoutEffect(() => {
    const frame = root.current;
    if (!frame) return undefined;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      store.setShape({
        count: rows,
        width: frame.clientWidth,
        minCellWidth: ONE_COLUMN,
        gap: 0,
        cellHeight: () => rowRem * rem,
      });
      store.setFrame(frame.clientHeight - HEADER_REM * rem, 0);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    const scrolled = () => store.scrolledTo(frame.scrollTop);
    frame.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', scrolled);
    };
  }, [root, store, rows, rowRem]);
}

function showRow(frame: HTMLElement, store: GridStore, row: number): void {
  store.activate(row, true);
  const { viewHeight } = store.frame();
  frame.scrollTop = offsetShowing(store.read().layout, row, frame.scrollTop, viewHeight);
  store.scrolledTo(frame.scrollTop);
}

/** Brings the cursor into view, and gives it the focus if the table has it. */
function useCursor(root: Frame, store: GridStore, { cursor, takesFocus = false }: DataGridProps): void {
  const isFocusDue = useRef(takesFocus);
  const { layout, slots } = useSyncExternalStore(store.subscribe, store.read);
  const hasLayout = layout.rows > 0;
  useLayoutEffect(() => {
    const frame = root.current;
    if (!frame || !hasLayout) return;
    showRow(frame, store, cursor.row);
  }, [root, store, hasLayout, cursor]);

  // After its row has been rendered.
  useLayoutEffect(() => {
    const frame = root.current;
    if (!frame || !hasLayout) return;
    const cell = frame.querySelector<HTMLElement>(`[data-at="${cursor.row}:${cursor.column}"]`);
    if (!cell) return;
    showColumn(frame, cell);
    const focused = document.activeElement;
    const isHere = frame.contains(focused) || (focused === document.body && frame.dataset['focused'] === 'true');
    if ((isHere || isFocusDue.current) && !cell.contains(focused)) cell.focus({ preventScroll: true });
    isFocusDue.current = false;
  }, [root, hasLayout, cursor, slots]);
}

const isFinger = ({ nativeEvent }: MouseEvent) =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';

function useCellEvents(store: GridStore, props: DataGridProps) {
  const { rows, columns, cursor } = props;
  const wasCursor = useRef(false);
  const press = (event: MouseEvent<HTMLElement>) => {
    const place = isField(event.target) ? null : placeOf(event.target);
    if (!place) return;
    wasCursor.current = place.row === cursor.row && place.column === cursor.column;
    // The browser would focus it first, which would move the cursor there.
    event.preventDefault();
    props.onCursor(place, event.shiftKey);
    const cell = event.currentTarget.querySelector<HTMLElement>(`[data-at="${cursor.row}:${cursor.column}"]`);
    if (!event.currentTarget.contains(document.activeElement)) cell?.focus({ preventScroll: true });
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || isField(event.target)) return;
    const target = placeAfterKey(event, cursor, {
      rows,
      columns: columns.length,
      page: Math.max(1, Math.floor(store.frame().viewHeight / Math.max(1, store.read().layout.pitch)) - 1),
    });
    if (target) props.onCursor(target, event.shiftKey);
    if (target || props.onKey(event)) event.preventDefault();
  };
  const copy = (event: ClipboardEvent<HTMLElement>) => {
    if (isField(event.target)) return;
    event.clipboardData.setData('text/plain', props.onCopy());
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    if (isField(event.target)) return;
    props.onPaste(event.clipboardData.getData('text/plain'));
    event.preventDefault();
  };
  return {
    onKeyDown: key,
    onMouseDown: press,
    onClick: (event: MouseEvent) => {
      if (isFinger(event) && wasCursor.current && !isField(event.target) && placeOf(event.target)) props.onOpen();
    },
    onDoubleClick: (event: MouseEvent) => {
      if (!isFinger(event) && !isField(event.target) && placeOf(event.target)) props.onOpen();
    },
    onCopy: copy,
    onPaste: paste,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      currentTarget.dataset['focused'] = 'true';
      const place = isField(target) ? null : placeOf(target);
      if (place && (place.row !== cursor.row || place.column !== cursor.column)) props.onCursor(place, false);
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) delete currentTarget.dataset['focused'];
    },
  };
}

const STICKY = 'sticky z-10 phone:relative phone:inset-auto! phone:z-auto';

interface GridHeaderProps extends Pick<DataGridProps, 'head' | 'columns'> {
  readonly template: string;
  readonly width: string;
  readonly cursorColumn: number;
}

function GridHeader({ head, columns, template, width, cursorColumn }: GridHeaderProps) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-20 grid border-b border-line-strong bg-surface-1"
      style={{ gridTemplateColumns: template, blockSize: `${HEADER_REM}rem`, inlineSize: width }}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        className="sticky start-0 z-10 grid items-center bg-surface-1 px-2 text-xs text-ink-3"
      >
        {head.header}
      </div>
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="columnheader"
          aria-colindex={at + 2}
          aria-label={column.header}
          aria-sort={column.sort}
          className={cx(
            'grid items-center border-s border-line/60 bg-surface-1 px-2 text-xs font-medium text-ink-2',
            at === 0 ? STICKY : 'relative',
          )}
          style={at === 0 ? { insetInlineStart: `${head.rem}rem` } : undefined}
        >
          <button
            type="button"
            tabIndex={-1}
            className="flex h-full min-w-0 items-center gap-1"
            onClick={column.onSort}
          >
            <span className="truncate">{column.header}</span>
            {column.sort !== 'none' && (column.sort === 'ascending' ? <ArrowUp size={14} /> : <ArrowDown size={14} />)}
          </button>
          <ColumnEdge column={column} isTabStop={at === cursorColumn} />
        </div>
      ))}
    </div>
  );
}

interface GridRowProps extends GridRowPlace {
  readonly pitch: number;
  readonly renderRow: DataGridProps['renderRow'];
}

const GridRow = memo(function GridRow({ row, pitch, cursor, renderRow }: GridRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="absolute inset-x-0 top-0 grid [contain:layout_style]"
      style={{
        gridTemplateColumns: 'var(--grid-columns)',
        blockSize: pitch,
        transform: `translateY(${row * pitch}px)`,
      }}
    >
      {renderRow({ row, cursor })}
    </div>
  );
});

interface GridHeadProps {
  label: string;
  children: ReactNode;
}

export function GridHead({ label, children }: GridHeadProps) {
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-label={label}
      className="sticky start-0 z-10 grid items-center border-b border-line/60 bg-surface-1 px-2 text-end text-xs text-ink-3 tabular-nums"
    >
      {children}
    </div>
  );
}

interface GridCellProps extends GridPlace {
  isCursor: boolean;
  isMarked: boolean;
  /** `wrong` cells and those that `clash` stand out more than `changed` ones. */
  state: 'plain' | 'changed' | 'wrong' | 'clash';
  description?: string | undefined;
  /** Where the sticky first column begins, in rem; undefined in the others. */
  stickyRem?: number | undefined;
  children: ReactNode;
}

const TONES = {
  plain: '',
  changed: 'bg-accent-soft',
  wrong: 'bg-danger/15',
  clash: 'bg-warning/20',
} as const;

export function GridCell({ row, column, isCursor, isMarked, state, description, stickyRem, children }: GridCellProps) {
  // Most cells need no marks: without their elements a table of many columns has a third fewer.
  const isBare = state === 'plain' && description === undefined && !isMarked && !isCursor;
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isMarked || undefined}
      aria-invalid={state === 'wrong' || undefined}
      data-at={`${row}:${column}`}
      data-state={state}
      tabIndex={isCursor ? 0 : -1}
      className={cx(
        'relative grid min-w-0 items-center border-s border-b border-line/60 bg-surface-0 outline-none',
        stickyRem !== undefined && STICKY,
      )}
      style={stickyRem === undefined ? undefined : { insetInlineStart: `${stickyRem}rem` }}
    >
      {isBare ? (
        children
      ) : (
        <div
          className={cx(
            'grid size-full min-w-0 items-center',
            TONES[state],
            state !== 'plain' && 'border-s-2 border-accent font-medium',
            state === 'wrong' && 'border-danger',
            state === 'clash' && 'border-warning',
            isMarked && 'shadow-[inset_0_0_0_100vmax_color-mix(in_oklab,var(--color-accent)_14%,transparent)]',
            isCursor && 'outline-2 -outline-offset-2 outline-focus',
            isMarked && 'forced-colors:outline',
          )}
        >
          {children}
          {description !== undefined && <span className="sr-only">{description}</span>}
        </div>
      )}
    </div>
  );
}

const isField = (target: EventTarget) => target instanceof Element && target.matches('input, textarea, select');

function placeOf(target: EventTarget): GridPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
  const [row, column] = (cell?.dataset['at'] ?? '').split(':');
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

function showColumn(frame: HTMLElement, cell: HTMLElement): void {
  if (getComputedStyle(cell).position === 'sticky') return;
  const view = frame.getBoundingClientRect();
  const box = cell.getBoundingClientRect();
  const fixed = [...frame.querySelectorAll('[role="columnheader"]')]
    .filter((header) => getComputedStyle(header).position === 'sticky')
    .reduce((sum, header) => sum + header.getBoundingClientRect().width, 0);
  const isMirrored = isRightToLeft(frame);
  const [left, right] = isMirrored ? [view.left, view.right - fixed] : [view.left + fixed, view.right];
  if (box.left < left) frame.scrollLeft -= left - box.left;
  else if (box.right > right) frame.scrollLeft += Math.min(box.right - right, box.left - left);
}

/** null for other keys. Left and right follow the reading direction. */
export function placeAfterKey(
  event: Pick<KeyboardEvent<HTMLElement>, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'currentTarget'>,
  { row, column }: GridPlace,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): GridPlace | null {
  const toEnd = event.ctrlKey || event.metaKey;
  if (event.altKey || size.rows === 0) return null;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const across = (step: 1 | -1) => {
    const forward = isRightToLeft(event.currentTarget) ? -step : step;
    if (toEnd) return { row, column: forward > 0 ? lastColumn : 0 };
    return { row, column: Math.max(0, Math.min(lastColumn, column + forward)) };
  };
  switch (event.key) {
    case 'ArrowDown':
      return { row: toEnd ? lastRow : Math.min(lastRow, row + 1), column };
    case 'ArrowUp':
      return { row: toEnd ? 0 : Math.max(0, row - 1), column };
    case 'ArrowRight':
      return across(1);
    case 'ArrowLeft':
      return across(-1);
    case 'PageDown':
      return { row: Math.min(lastRow, row + size.page), column };
    case 'PageUp':
      return { row: Math.max(0, row - size.page), column };
    case 'Home':
      return { row: toEnd ? 0 : row, column: 0 };
    case 'End':
      return { row: toEnd ? lastRow : row, column: lastColumn };
    default:
      return null;
  }
}
