import type { ReactNode } from 'react';
import { ONE_COLUMN } from './one-column.ts';
import { VirtualGrid } from './virtual-grid.tsx';
import type { CellPlace } from './virtual-grid.tsx';

export interface VirtualListProps {
  /** Name of the list for screen readers. */
  label: string;
  count: number;
  /** Height of a row, in rem. */
  rowRem: number;
  /** What stands in the rows, in order: focus and view stay with what they are at. Keep it the same list. */
  ids?: readonly string[] | undefined;
  /** Renders a row. Keep it the same function: rows rerender only with it. */
  renderRow: (place: CellPlace) => ReactNode;
  /** Rows rendered above and below the view. */
  overscan?: number | undefined;
  /** The highest that its view can be, as a share (0..1) of the window: the first rows render without measuring. */
  viewShare?: number | undefined;
  /** The row in the middle, and how typing moves: see VirtualGrid. */
  centre?: number | undefined;
  /** The row that gets the focus at the start: see VirtualGrid. */
  initialFocus?: number | undefined;
  /** The row that is the tab stop at the start: see VirtualGrid. */
  initialStop?: number | undefined;
  onType?: ((character: string, index: number) => number | null) | undefined;
  /** Rows hold fields, and where their focus goes: see VirtualGrid. */
  isForm?: boolean | undefined;
  follow?: { readonly index: number } | null | undefined;
  /** Selecting by keyboard: see VirtualGrid. */
  onExtend?: ((from: number, to: number) => void) | undefined;
  onSelectAll?: (() => void) | undefined;
}

/** A list of any length whose data is there: only rows in view are in the document. */
export function VirtualList({
  label,
  count,
  rowRem,
  ids,
  renderRow,
  overscan = 4,
  viewShare,
  centre,
  initialFocus,
  initialStop,
  onType,
  isForm,
  follow,
  onExtend,
  onSelectAll,
}: VirtualListProps) {
  return (
    <VirtualGrid
      label={label}
      count={count}
      minCellWidth={ONE_COLUMN}
      gap={0}
      ratio={0}
      textRem={rowRem}
      overscan={overscan}
      ids={ids}
      renderCell={renderRow}
      onWindow={loadNothing}
      centre={centre}
      firstView={viewShare === undefined ? undefined : window.innerHeight * viewShare}
      initialFocus={initialFocus}
      initialStop={initialStop}
      onType={onType}
      isForm={isForm}
      follow={follow}
      onExtend={onExtend}
      onSelectAll={onSelectAll}
    />
  );
}

function loadNothing(): void {}
