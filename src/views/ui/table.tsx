import { useRef, type ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { cx } from './cx.ts';
import { useNearView } from './near-view.ts';

export interface Column<Row> {
  id: string;
  header: string;
  headerHidden?: boolean | undefined;
  cell: (row: Row) => ReactNode;
  numeric?: boolean | undefined;
  sortable?: boolean | undefined;
  wideOnly?: boolean | undefined;
  /** Hidden where the table has less than 56 rem. */
  roomyOnly?: boolean | undefined;
  /** On phones it takes the room that the others leave, and is cut. */
  fills?: boolean | undefined;
  width?: string | undefined;
  isRowHeader?: boolean | undefined;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: { id: string; descending: boolean } | undefined;
  onSort?: ((id: string) => void) | undefined;
  currentKey?: string | undefined;
  /** Windows the rows; columns need widths. The height of a row that was never in view, in rem. */
  windowedRem?: number | undefined;
}

const GROUP = 10;
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

function RowGroup<Row>({ estimateRem, ...props }: TableProps<Row> & { first: number; estimateRem: number }) {
  const slot = useRef<HTMLTableSectionElement>(null);
  const { isNear, height } = useNearView(slot, props.first < FIRST_ROWS);
  const blockSize = height.current ?? `${props.rows.length * estimateRem}rem`;
  return <tbody ref={slot}>{isNear ? <Rows {...props} /> : <tr aria-hidden="true" style={{ blockSize }} />}</tbody>;
}

/** `first`: number of rows before them; null without windowing. */
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

export function BeneathOnPhones({ children }: { children: ReactNode }) {
  return <span className="hidden pb-0.5 text-xs font-normal text-ink-2 phone:block">{children}</span>;
}

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
            '-mx-2 inline-flex min-h-8 items-center gap-1 rounded-sm px-2 text-start hover:text-ink touch:min-h-11',
            sort && 'text-accent-text',
            column.numeric && 'flex-row-reverse text-end',
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
