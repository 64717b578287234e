import { useRef, type ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { cx } from './cx.ts';
import { useNearView } from './near-view.ts';

export interface Column<Row> {
  id: string;
  header: string;
  /** The header is for screen readers only, such as above buttons. */
  headerHidden?: boolean | undefined;
  cell: (row: Row) => ReactNode;
  /** Numbers and times: aligned at the end, tabular figures. */
  numeric?: boolean | undefined;
  sortable?: boolean | undefined;
  /** Hidden on phones. */
  wideOnly?: boolean | undefined;
  /** Hidden where the table has less than 56 rem. */
  roomyOnly?: boolean | undefined;
  /** On phones it takes the room that the others leave, and what does not fit in it is cut. */
  fills?: boolean | undefined;
  /** CSS width; the other columns share the rest. */
  width?: string | undefined;
  /** This cell names its row. */
  isRowHeader?: boolean | undefined;
}

export interface TableProps<Row> {
  /** Name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: { id: string; descending: boolean } | undefined;
  /** A sortable header was pressed. The owner reverses the direction on a repeated press. */
  onSort?: ((id: string) => void) | undefined;
  /** A row to mark, such as the playing chapter. */
  currentKey?: string | undefined;
  /**
   * For any number of rows: those in or near the view are in the document, in columns whose widths don't depend on
   * what is in them. How high a row is that was never in view, in rem.
   */
  windowedRem?: number | undefined;
}

/** How many rows come and go together. */
const GROUP = 10;
/** How many rows are there before the browser tells what is in view. */
const FIRST_ROWS = 20;

/** A table with headers that may sort. Scrolls sideways when it is too wide. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, sort, onSort, windowedRem } = props;
  const isWindowed = windowedRem !== undefined && rows.length > FIRST_ROWS;
  return (
    <div className={cx('max-w-full overflow-x-auto', columns.some(({ roomyOnly }) => roomyOnly) && '@container')}>
      <table
        aria-label={label}
        aria-rowcount={isWindowed ? rows.length + 1 : undefined}
        className={cx('w-full border-collapse text-sm', windowedRem !== undefined && 'table-fixed')}
      >
        <thead>
          <tr aria-rowindex={isWindowed ? 1 : undefined} className="border-b border-line">
            {columns.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                isAfterNumbers={isAfterNumbers(columns, index)}
                sort={sort?.id === column.id ? sort : undefined}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        {isWindowed ? (
          groupsOf(rows).map((group) => <RowGroup key={group.first} {...props} {...group} estimateRem={windowedRem} />)
        ) : (
          <tbody>
            <Rows {...props} first={null} />
          </tbody>
        )}
      </table>
    </div>
  );
}

const groupsOf = <Row,>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / GROUP) }, (_, index) => ({
    first: index * GROUP,
    rows: rows.slice(index * GROUP, (index + 1) * GROUP),
  }));

/** Rows of a long table, or the room that they take. */
function RowGroup<Row>({ estimateRem, ...props }: TableProps<Row> & { first: number; estimateRem: number }) {
  const slot = useRef<HTMLTableSectionElement>(null);
  const { isNear, height } = useNearView(slot, props.first < FIRST_ROWS);
  const blockSize = height.current ?? `${props.rows.length * estimateRem}rem`;
  return <tbody ref={slot}>{isNear ? <Rows {...props} /> : <tr aria-hidden="true" style={{ blockSize }} />}</tbody>;
}

/** `first`: how many rows of the table stand before them; null where all are in the document. */
function Rows<Row>({ columns, rows, keyOf, currentKey, first }: TableProps<Row> & { first: number | null }) {
  return rows.map((row, at) => {
    const key = keyOf(row);
    return (
      <tr
        key={key}
        aria-rowindex={first === null ? undefined : first + at + 2}
        aria-current={key === currentKey || undefined}
        className="border-b border-line/60 hover:bg-surface-2/60 aria-[current]:bg-accent-soft forced-colors:aria-[current]:outline-2 [tbody:last-child>&:last-child]:border-0"
      >
        {columns.map((column, index) => {
          const Cell = column.isRowHeader ? 'th' : 'td';
          return (
            <Cell
              key={column.id}
              scope={column.isRowHeader ? 'row' : undefined}
              className={cx(
                'h-11 px-2 py-1.5 font-normal text-ink',
                column.numeric ? 'text-end whitespace-nowrap text-ink-2 tabular-nums' : 'text-start',
                column.isRowHeader && 'font-medium',
                column.fills && 'phone:w-full phone:max-w-0',
                isAfterNumbers(columns, index) && 'wide:ps-6',
                column.wideOnly && 'phone:hidden',
                column.roomyOnly && '@max-4xl:hidden',
              )}
            >
              {column.cell(row)}
            </Cell>
          );
        })}
      </tr>
    );
  });
}

/** In the cell that names a row: what columns say that phones have no room for (`wideOnly`). */
export function BeneathOnPhones({ children }: { children: ReactNode }) {
  return <span className="hidden pb-0.5 text-xs font-normal text-ink-2 phone:block">{children}</span>;
}

/** Whether a text begins where numbers end: it stands apart from them. */
const isAfterNumbers = <Row,>(columns: readonly Column<Row>[], index: number): boolean =>
  columns[index - 1]?.numeric === true && columns[index]?.numeric !== true;

interface HeaderCellProps<Row> {
  column: Column<Row>;
  isAfterNumbers: boolean;
  sort: { descending: boolean } | undefined;
  onSort: ((id: string) => void) | undefined;
}

function HeaderCell<Row>({ column, isAfterNumbers: isApart, sort, onSort }: HeaderCellProps<Row>) {
  const Arrow = sort?.descending ? ArrowDown : ArrowUp;
  const sorted = sort ? (sort.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th
      scope="col"
      aria-sort={sorted}
      style={{ width: column.width }}
      className={cx(
        'h-10 px-2 text-xs font-medium text-ink-2',
        column.numeric ? 'text-end' : 'text-start',
        isApart && 'wide:ps-6',
        column.wideOnly && 'phone:hidden',
        column.roomyOnly && '@max-4xl:hidden',
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort(column.id)}
          className={cx(
            '-mx-2 inline-flex min-h-8 items-center gap-1 rounded-sm px-2 hover:text-ink touch:min-h-11',
            sort && 'text-accent-text',
            column.numeric && 'flex-row-reverse',
          )}
        >
          {column.header}
          <Arrow size={14} className={sort ? undefined : 'opacity-0'} />
        </button>
      ) : (
        <span className={column.headerHidden ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  );
}
