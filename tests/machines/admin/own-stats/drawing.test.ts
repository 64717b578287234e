import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countAxis,
  drawBars,
  drawColumns,
  drawGrid,
  shadeOf,
} from '../../../../src/machines/admin/own-stats/drawing.logic.ts';

const figure = (name: string, value: number) => ({ name, value, amount: `${value}`, tip: `${name}: ${value}` });
const values = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 24 });

describe('a drawing', () => {
  test('has a box for each figure, as long as its share, and all of it inside', () => {
    fc.assert(
      fc.property(values, fc.boolean(), (list, isNarrow) => {
        const most = Math.max(...list);
        const figures = list.map((value, index) => figure(`n${index}`, value));
        const columns = drawColumns({ columns: figures, axis: [{ value: Math.max(1, most), text: 'top' }], isNarrow });
        const bars = drawBars(figures, isNarrow);
        const grid = drawGrid({
          rows: ['a'],
          columns: list.map(String),
          valueAt: (_, column) => list[column] ?? 0,
          tipAt: () => '',
          isNarrow,
        });
        for (const { width, height, boxes } of [columns, bars, grid])
          for (const box of boxes) {
            expect(box.x).toBeGreaterThanOrEqual(0);
            expect(box.y).toBeGreaterThanOrEqual(0);
            expect(box.x + box.width).toBeLessThanOrEqual(width + 1e-6);
            expect(box.y + box.height).toBeLessThanOrEqual(height + 1e-6);
          }
        const tallest = Math.max(...columns.boxes.map(({ height }) => height));
        list.forEach((value, index) => {
          expect(columns.boxes[index]?.height).toBeCloseTo(most > 0 ? (tallest * value) / most : 0, 6);
          expect(grid.boxes[index]?.shade).toBe(shadeOf(value, most));
        });
      }),
    );
  });

  test('writes names over bars, shortened where they are too long', () => {
    const { texts } = drawBars([figure('A name that is far too long for the picture of a phone', 5)], true);
    expect(texts.map(({ text, anchor }) => [text, anchor])).toEqual([
      ['A name that is far too long for the pictur…', 'start'],
      ['5', 'end'],
    ]);
  });

  test('names only the columns that have a name', () => {
    const { texts } = drawGrid({
      rows: ['Mon'],
      columns: ['12 AM', '', ''],
      valueAt: () => 0,
      tipAt: () => '',
      isNarrow: false,
    });
    expect(texts.map(({ text }) => text)).toEqual(['Mon', '12 AM']);
  });
});

test.each([
  [0, 100, 0],
  [1, 100, 1],
  [25, 100, 1],
  [26, 100, 2],
  [75, 100, 3],
  [100, 100, 4],
  [5, 0, 0],
])('%i of %i has the shade %i', (value, most, shade) => expect(shadeOf(value, most)).toBe(shade));

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [12, [0, 5, 10, 15]],
  [9000, [0, 2000, 4000, 6000, 8000, 10_000]],
])('an axis of counts up to %i is %j', (most, marks) => expect(countAxis(most)).toEqual(marks));
