import { TEXT_SIZE, type Drawing, type DrawnBox } from '../../../services/drawing-picture.ts';

export interface DrawnFigure {
  readonly name: string;
  readonly value: number;
  readonly amount: string;
  readonly tip: string;
}

/** Approximate width of a letter, in units of the drawing. */
const LETTER = 7;
const DIGIT = 8.2;
const WIDE = 560;
const NARROW = 326;
const ROW = 26;

const widthOf = (isNarrow: boolean) => (isNarrow ? NARROW : WIDE);

function cut(text: string, room: number): string {
  const letters = [...text];
  const most = Math.floor(room / LETTER);
  return letters.length <= most ? text : `${letters.slice(0, Math.max(1, most - 1)).join('')}…`;
}

interface Grid {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly valueAt: (row: number, column: number) => number;
  readonly tipAt: (row: number, column: number) => string;
  readonly isNarrow: boolean;
}

export function drawGrid({ rows, columns, valueAt, tipAt, isNarrow }: Grid): Drawing {
  const width = widthOf(isNarrow);
  const left = isNarrow ? 34 : 44;
  const top = 20;
  const step = (width - left) / columns.length;
  const height = Math.max(step, 20);
  const values = rows.flatMap((_, row) => columns.map((__, column) => valueAt(row, column)));
  const most = Math.max(0, ...values);
  return {
    width,
    height: top + rows.length * height,
    boxes: rows.flatMap((_, row) =>
      columns.map((__, column) => ({
        x: left + column * step + 1,
        y: top + row * height + 1,
        width: step - 2,
        height: height - 2,
        shade: shadeOf(valueAt(row, column), most),
        tip: tipAt(row, column),
      })),
    ),
    texts: [
      ...rows.map((text, row) => ({
        x: 0,
        y: top + (row + 0.5) * height + TEXT_SIZE / 3,
        text,
        anchor: 'start' as const,
        isStrong: false,
      })),
      ...columns.flatMap((text, column) =>
        text === ''
          ? []
          : [{ x: left + column * step + 1, y: TEXT_SIZE, text, anchor: 'start' as const, isStrong: false }],
      ),
    ],
    lines: [],
  };
}

/** 0 for no value, 1 to 4 by quarter of `most`. */
export function shadeOf(value: number, most: number): DrawnBox['shade'] {
  if (!(value > 0) || most <= 0) return 0;
  const quarter = Math.ceil((4 * value) / most);
  return quarter <= 1 ? 1 : quarter === 2 ? 2 : quarter === 3 ? 3 : 4;
}

interface Columns {
  readonly columns: readonly DrawnFigure[];
  /** From 0; the last value is at least the largest figure. */
  readonly axis: readonly { readonly value: number; readonly text: string }[];
  readonly isNarrow: boolean;
}

export function drawColumns({ columns, axis, isNarrow }: Columns): Drawing {
  const width = widthOf(isNarrow);
  const longest = Math.max(0, ...axis.map(({ text }) => [...text].length));
  const left = longest * DIGIT + 10;
  const [top, room, foot] = [8, 160, 24];
  const most = Math.max(1, ...axis.map(({ value }) => value));
  const step = (width - left) / Math.max(1, columns.length);
  const yOf = (value: number) => top + room * (1 - Math.min(1, Math.max(0, value) / most));
  return {
    width,
    height: top + room + foot,
    boxes: columns.map(({ value, tip }, index) => ({
      x: left + index * step + step * 0.15,
      y: yOf(value),
      width: step * 0.7,
      height: top + room - yOf(value),
      shade: value > 0 ? 4 : 0,
      tip,
    })),
    texts: [
      ...axis.map(({ value, text }) => ({
        x: left - 7,
        y: yOf(value) + TEXT_SIZE / 3,
        text,
        anchor: 'end' as const,
        isStrong: false,
      })),
      ...columns.map(({ name }, index) => ({
        x: left + (index + 0.5) * step,
        y: top + room + TEXT_SIZE + 5,
        text: cut(name, step),
        anchor: 'middle' as const,
        isStrong: false,
      })),
    ],
    lines: axis.map(({ value }) => ({ x: left, y: yOf(value), width: width - left })),
  };
}

export function drawBars(bars: readonly DrawnFigure[], isNarrow: boolean): Drawing {
  const width = widthOf(isNarrow);
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const step = ROW + 8;
  return {
    width,
    height: Math.max(1, bars.length) * step,
    boxes: bars.flatMap(({ value, tip }, index) => [
      { x: 0, y: index * step + 20, width, height: 7, shade: 0 as const, tip: '' },
      {
        x: 0,
        y: index * step + 20,
        width: most > 0 ? (width * Math.max(0, value)) / most : 0,
        height: 7,
        shade: 4 as const,
        tip,
      },
    ]),
    texts: bars.flatMap(({ name, amount }, index) => [
      {
        x: 0,
        y: index * step + 14,
        text: cut(name, width - ([...amount].length + 2) * LETTER),
        anchor: 'start' as const,
        isStrong: true,
      },
      { x: width, y: index * step + 14, text: amount, anchor: 'end' as const, isStrong: false },
    ]),
    lines: [],
  };
}

/** At most five steps, from 0 to at least `most`. */
export function countAxis(most: number): readonly number[] {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const step = steps.find((one) => most <= one * 5) ?? Math.ceil(most / 5000) * 1000;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step);
}
