import type { CellChange } from './cells.logic.ts';
import type { TableData } from './table.logic.ts';

/** From the owner: new items and drafts. */
export interface TableFed {
  type: 'table.fed';
  data: TableData;
}

/** To the owner: one undo step. */
export interface CellsChanged {
  type: 'batch.changeCells';
  cells: readonly CellChange[];
}
