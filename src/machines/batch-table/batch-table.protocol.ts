import type { CellChange } from './cells.logic.ts';
import type { TableData } from './table.logic.ts';

/** From the owner: the items and drafts are these now. */
export interface TableFed {
  type: 'table.fed';
  data: TableData;
}

/** To the owner: these cells get other values, as one step. */
export interface CellsChanged {
  type: 'batch.changeCells';
  cells: readonly CellChange[];
}
