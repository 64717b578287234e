import type { ReactNode } from 'react';
import { ONE_COLUMN } from './grid-store.ts';
import { VirtualGrid } from './virtual-grid.tsx';
import type { CellPlace } from './virtual-grid.tsx';

export interface VirtualListProps {
  label: string;
  count: number;
  rowRem: number;
  /** In order: focus and view stay with their rows. Keep it stable. */
  ids?: readonly string[] | undefined;
  /** Keep it stable: rows rerender only with it. */
  renderRow: (place: CellPlace) => ReactNode;
  overscan?: number | undefined;
  /** The largest share (0..1) of the window that its view takes: the first rows render without measuring. */
  viewShare?: number | undefined;
  /** See VirtualGrid. */
  centre?: number | undefined;
  initialFocus?: number | undefined;
  initialStop?: number | undefined;
  onType?: ((character: string, index: number) => number | null) | undefined;
  isForm?: boolean | undefined;
  follow?: { readonly index: number } | null | undefined;
  onExtend?: ((from: number, to: number) => void) | undefined;
  onSelectAll?: (() => void) | undefined;
}

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
