import { compareTexts } from '../../../locales/collation.ts';
import { typedDetails } from '../item-edit/details-form.logic.ts';
import { isSame, type DetailName } from '../item-edit/details.logic.ts';
import { valuesOf, type BatchItems, type Drafts } from '../batch-edit/drafts.logic.ts';
import { fold } from '../../kit/text.logic.ts';
import type { MediaType } from '../../kit/router/routes.ts';
import { cellText, cellValue, columnsOf, emptyValue, kindOf, type CellChange } from './cells.logic.ts';
import { FIRST_VALUES, type PreviewRow, type TableRow, type ToolName, type ToolValues } from './tools.logic.ts';
import type { ColumnWidths } from './widths.logic.ts';

export interface TableData {
  readonly items: BatchItems;
  readonly drafts: Drafts;
}

/** Row and column from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Rows and columns, first and last included. */
export interface Marked {
  readonly top: number;
  readonly bottom: number;
  readonly start: number;
  readonly end: number;
}

export type NextCell = 'below' | 'above' | 'after' | 'before' | 'same';

export interface Preview {
  readonly rows: readonly PreviewRow[];
  readonly unread: number;
}
export const NO_PREVIEW: Preview = { rows: [], unread: 0 };

/** `detail` of an invalid regular expression: the browser's message. */
export interface ToolFault {
  readonly kind: 'invalid' | 'slow' | 'broken' | 'badPattern';
  readonly detail: string;
}

export interface TableSort {
  readonly field: DetailName;
  readonly isDescending: boolean;
}

export interface TableContext {
  readonly data: TableData;
  /** Items of the rows. Edits move no row: a new sort or filter does. */
  readonly ids: readonly string[];
  /** Null: the order of the selection. */
  readonly sort: TableSort | null;
  /** Words that the columns of a row have. */
  readonly filter: string;
  readonly mediaType: MediaType;
  readonly columns: readonly DetailName[];
  readonly widths: ColumnWidths;
  readonly cursor: Place;
  /** Opposite corner of the marked cells; null: only the cursor's cell. */
  readonly anchor: Place | null;
  readonly typed: string;
  readonly tool: ToolName | null;
  readonly values: ToolValues;
  readonly preview: Preview;
  readonly fault: ToolFault | null;
  /** Cells changed by the last tool; null after the next change. */
  readonly applied: number | null;
  readonly isBack: boolean;
}
type Change = Partial<TableContext>;

export function tableOf(
  data: TableData,
  mediaType: MediaType,
  chosen: readonly string[],
  widths: ColumnWidths = {},
): TableContext {
  return {
    data,
    ids: [...data.items.keys()],
    sort: null,
    filter: '',
    mediaType,
    columns: columnsOf(mediaType, chosen),
    widths,
    cursor: { row: 0, column: 0 },
    anchor: null,
    typed: '',
    tool: null,
    values: { ...FIRST_VALUES, list: mediaType === 'book' ? 'authors' : 'genres', pattern: PATTERN[mediaType] },
    preview: NO_PREVIEW,
    fault: null,
    applied: null,
    isBack: false,
  };
}
const PATTERN = { book: '{author}/{title}', podcast: '{title}' } as const;

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
export const within = (context: Pick<TableContext, 'ids' | 'columns'>, { row, column }: Place): Place => ({
  row: clamp(row, context.ids.length),
  column: clamp(column, context.columns.length),
});

export function movedTo(context: TableContext, place: Place, extends_: boolean): Change {
  const cursor = within(context, place);
  const anchor = extends_ ? (context.anchor ?? context.cursor) : null;
  return { cursor, anchor, applied: null };
}

export function markedOf({ cursor, anchor }: Pick<TableContext, 'cursor' | 'anchor'>): Marked {
  const other = anchor ?? cursor;
  return {
    top: Math.min(cursor.row, other.row),
    bottom: Math.max(cursor.row, other.row),
    start: Math.min(cursor.column, other.column),
    end: Math.max(cursor.column, other.column),
  };
}

/** Tab at the end of a row goes on in the next row. */
export function nextOf({ cursor: { row, column }, columns }: TableContext, next: NextCell): Place {
  switch (next) {
    case 'below':
      return { row: row + 1, column };
    case 'above':
      return { row: row - 1, column };
    case 'after':
      return column + 1 < columns.length ? { row, column: column + 1 } : { row: row + 1, column: 0 };
    case 'before':
      return column > 0 ? { row, column: column - 1 } : { row: row - 1, column: columns.length - 1 };
    case 'same':
      return { row, column };
  }
}

type Rows = Pick<TableContext, 'data' | 'ids'>;

export function rowsOf({ data: { items, drafts }, ids }: Rows, marked?: Marked): readonly TableRow[] {
  const all = ids.flatMap((id) => items.get(id) ?? []);
  return (marked ? all.slice(marked.top, marked.bottom + 1) : all).map((item) => ({
    id: item.id,
    details: typedDetails(valuesOf(item, drafts)),
    path: item.path,
    isFile: item.isFile,
  }));
}

export function cellAt(context: Rows & Pick<TableContext, 'columns'>, { row, column }: Place) {
  const item = context.data.items.get(context.ids[row] ?? '');
  const field = context.columns[column];
  if (!item || field === undefined) return null;
  return { id: item.id, field, value: typedDetails(valuesOf(item, context.data.drafts))[field] };
}

export function textAt(context: TableContext): string {
  const cell = cellAt(context, context.cursor);
  return cell ? cellText(cell.value) : '';
}

export function typedChange(context: TableContext): readonly CellChange[] {
  const cell = cellAt(context, context.cursor);
  if (!cell) return [];
  const value = cellValue(cell.field, context.typed, cell.value);
  return isSame(value, cell.value) ? [] : [{ id: cell.id, field: cell.field, value }];
}

const isFlagAt = ({ columns, cursor }: TableContext) => {
  const field = columns[cursor.column];
  return field !== undefined && kindOf(field) === 'flag';
};

export const mayType = (context: TableContext): boolean => context.ids.length > 0 && !isFlagAt(context);

/** Switches the cursor's flag; all marked cells of its column get the same value. */
export function toggledFlags(context: TableContext): readonly CellChange[] {
  const cell = cellAt(context, context.cursor);
  if (!cell || typeof cell.value !== 'boolean') return [];
  const { top, bottom } = markedOf(context);
  return given(context, cell.field, !cell.value, top, bottom);
}

export function clearedCells(context: TableContext): readonly CellChange[] {
  const { top, bottom, start, end } = markedOf(context);
  return context.columns
    .slice(start, end + 1)
    .flatMap((field) => given(context, field, emptyValue(field), top, bottom));
}

/** First marked row into the marked rows below; a single row gets the row above it. `toEnd`: all rows below. */
export function filledCells(context: TableContext, toEnd: boolean): readonly CellChange[] {
  const { top, bottom, start, end } = markedOf(context);
  const isOne = top === bottom && !toEnd;
  const from = isOne ? top - 1 : top;
  if (from < 0) return [];
  const last = toEnd ? context.ids.length - 1 : bottom;
  return context.columns.slice(start, end + 1).flatMap((field, at) => {
    const cell = cellAt(context, { row: from, column: start + at });
    return cell ? given(context, field, cell.value, from + 1, last) : [];
  });
}

function given(
  context: TableContext,
  field: DetailName,
  value: CellChange['value'],
  top: number,
  bottom: number,
): readonly CellChange[] {
  return rowsOf(context, { top, bottom, start: 0, end: 0 }).flatMap(({ id, details }) =>
    isSame(details[field], value) ? [] : [{ id, field, value }],
  );
}

export function pastedCells(context: TableContext, text: string): readonly CellChange[] {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const { top, bottom, start, end } = markedOf(context);
  const [only] = lines[0] ?? [];
  if (lines.length === 1 && lines[0]?.length === 1 && only !== undefined)
    return context.columns
      .slice(start, end + 1)
      .flatMap((_field, at) =>
        Array.from({ length: bottom - top + 1 }, (_, down) => put(context, top + down, start + at, only)).flat(),
      );
  return lines.flatMap((cells, down) => cells.flatMap((cell, at) => put(context, top + down, start + at, cell)));
}

function put(context: TableContext, row: number, column: number, text: string): readonly CellChange[] {
  const cell = cellAt(context, { row, column });
  if (!cell || typeof cell.value === 'boolean') return [];
  const value = cellValue(cell.field, text, cell.value);
  return isSame(value, cell.value) ? [] : [{ id: cell.id, field: cell.field, value }];
}

export function copiedText(context: TableContext): string {
  const { top, bottom, start, end } = markedOf(context);
  const fields = context.columns.slice(start, end + 1);
  return rowsOf(context, { top, bottom, start, end })
    .map(({ details }) => fields.map((field) => cellText(details[field]).replaceAll(/[\t\n\r]+/g, ' ')).join('\t'))
    .join('\n');
}

export function toggledColumn(context: TableContext, field: DetailName): Change {
  const has = context.columns.includes(field);
  const chosen = has ? context.columns.filter((one) => one !== field) : [...context.columns, field];
  const columns = columnsOf(context.mediaType, chosen);
  return { columns, anchor: null, cursor: within({ ...context, columns }, context.cursor) };
}

/** The rows of a sort and a filter; the cursor stays with its item. */
function arranged(context: TableContext): Change {
  const { data, columns, sort, filter } = context;
  const words = fold(filter).split(/\s+/).filter(Boolean);
  const rows = rowsOf({ data, ids: [...data.items.keys()] }).filter(({ details }) => {
    const text = words.length > 0 ? fold(columns.map((field) => cellText(details[field])).join('\n')) : '';
    return words.every((word) => text.includes(word));
  });
  if (sort) {
    const texts = new Map(rows.map(({ id, details }) => [id, cellText(details[sort.field])]));
    const textOf = ({ id }: TableRow) => texts.get(id) ?? '';
    // Empty cells come last both ways.
    rows.sort((a, b) => {
      const [one, other] = [textOf(a), textOf(b)];
      if (one === '' || other === '') return Number(one === '') - Number(other === '');
      return sort.isDescending ? compareTexts(other, one) : compareTexts(one, other);
    });
  }
  const ids = rows.map(({ id }) => id);
  const row = ids.indexOf(context.ids[context.cursor.row] ?? '');
  const cursor = within({ ids, columns }, { ...context.cursor, row: row === -1 ? context.cursor.row : row });
  return { ids, cursor, anchor: null };
}

/** Upwards, downwards, then the order of the selection again. */
export function sorted(context: TableContext, field: DetailName): Change {
  const { sort } = context;
  const next =
    sort?.field !== field ? { field, isDescending: false } : sort.isDescending ? null : { field, isDescending: true };
  return { sort: next, ...arranged({ ...context, sort: next }) };
}

export const filtered = (context: TableContext, filter: string): Change => ({
  filter,
  ...arranged({ ...context, filter }),
});

/** The cursor stays with its item. */
export function fed(context: TableContext, data: TableData): Change {
  return data.items === context.data.items ? { data } : { data, ...arranged({ ...context, data }) };
}
