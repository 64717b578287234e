import { describe, expect, it } from 'vitest';
import {
  assignSlots,
  cellAfterKey,
  cellsOf,
  layoutGrid,
  offsetShowing,
  rowsInView,
  rowsMoved,
} from '../../../src/views/ui/grid-store.ts';

const shape = { count: 103, width: 1000, minCellWidth: 120, gap: 16, cellHeight: (width: number) => width + 48 };
const layout = layoutGrid(shape);

describe('the layout of a grid', () => {
  it('fits as many columns as the width holds and stretches them to fill the line', () => {
    expect(layout).toEqual({ columns: 7, rows: 15, cellWidth: 129, rowHeight: 177, pitch: 193, height: 15 * 193 - 16 });
  });

  it('keeps one column when not even one cell fits', () => {
    expect(layoutGrid({ ...shape, width: 50 })).toEqual({
      columns: 1,
      rows: 103,
      cellWidth: 120,
      rowHeight: 168,
      pitch: 184,
      height: 103 * 184 - 16,
    });
  });

  it('has no height without cells', () => {
    const { rows, height } = layoutGrid({ ...shape, count: 0 });
    expect({ rows, height }).toEqual({ rows: 0, height: 0 });
  });
});

describe('the rows in view', () => {
  it('are those that touch the view, with spare rows at both sides', () => {
    expect(rowsInView(layout, 193 * 5, 400, 1)).toEqual({ first: 4, last: 8 });
  });

  it('stop at both ends of the grid', () => {
    expect([rowsInView(layout, -500, 400, 1), rowsInView(layout, 1e9, 400, 2)]).toEqual([
      { first: 0, last: 1 },
      { first: 14, last: 14 },
    ]);
  });

  it('are none in an empty grid', () => {
    expect(rowsInView(layoutGrid({ ...shape, count: 0 }), 0, 400, 1)).toEqual({ first: 0, last: -1 });
  });

  it('end with the last cell when the last row is not full', () => {
    expect(cellsOf(layout, { first: 13, last: 14 }, 103)).toEqual({ first: 91, last: 102 });
  });
});

describe('slots', () => {
  it('stay with rows that stay, and pass from leaving rows to new ones', () => {
    const before = assignSlots([], [0, 1, 2, 3]);
    expect(assignSlots(before, [2, 3, 4, 5])).toEqual([
      { row: 2, slot: 2 },
      { row: 3, slot: 3 },
      { row: 4, slot: 0 },
      { row: 5, slot: 1 },
    ]);
  });

  it('are created only for more rows than before', () => {
    expect(assignSlots(assignSlots([], [7, 8]), [8, 9, 10])).toEqual([
      { row: 8, slot: 1 },
      { row: 9, slot: 0 },
      { row: 10, slot: 2 },
    ]);
  });
});

describe('moving by keys', () => {
  const at = (key: string, index: number, rightToLeft = false) => cellAfterKey(key, index, 103, 7, 3, rightToLeft);

  it('goes by cell, row and page', () => {
    expect([
      at('ArrowRight', 8),
      at('ArrowLeft', 8),
      at('ArrowDown', 8),
      at('ArrowUp', 8),
      at('PageDown', 8),
      at('PageUp', 50),
    ]).toEqual([9, 7, 15, 1, 29, 29]);
  });

  it('goes to the ends by Home and End, and no further', () => {
    expect([at('Home', 50), at('End', 50), at('ArrowLeft', 0), at('ArrowRight', 102), at('PageUp', 3)]).toEqual([
      0, 102, 0, 102, 0,
    ]);
  });

  it('stops at the last cell when the row below is shorter, and stays on the last row', () => {
    expect([at('ArrowDown', 97), at('ArrowDown', 99), at('ArrowUp', 3)]).toEqual([102, 99, 3]);
  });

  it('mirrors in right-to-left text', () => {
    expect([at('ArrowRight', 8, true), at('ArrowLeft', 8, true)]).toEqual([7, 9]);
  });

  it('ignores other keys', () => {
    expect([at('a', 8), cellAfterKey('End', 0, 0, 1, 1, false)]).toEqual([null, null]);
  });
});

describe('bringing a row into view', () => {
  it('moves as little as needed, and not at all when it is in view', () => {
    expect([
      offsetShowing(layout, 2, 1000, 400),
      offsetShowing(layout, 10, 0, 400),
      offsetShowing(layout, 1, 100, 400),
    ]).toEqual([386, 10 * 193 + 177 - 400, 100]);
  });
});

describe('what was first in view', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f'];
  it.each<[string, readonly string[], number]>([
    ['lower by what came above it', ['x', 'y', ...list], 2],
    ['where it was after what came below it', [...list, 'x'], 0],
    ['higher by what went above it', ['b', 'c', 'd', 'e', 'f'], -1],
    ['with the next one in its place when it went itself', ['a', 'b', 'd', 'e', 'f'], -1],
    ['not followed where the order is another one', list.toReversed(), 0],
    ['not followed where nothing of it is left', ['x', 'y'], 0],
  ])('is %s', (_, after, rows) => {
    expect(rowsMoved(list, after, 2, 1)).toBe(rows);
  });

  it('counts in rows where there are columns', () => {
    expect([rowsMoved(list, ['x', ...list], 1, 2), rowsMoved(list, ['x', 'y', ...list], 1, 2)]).toEqual([0, 1]);
  });
});
