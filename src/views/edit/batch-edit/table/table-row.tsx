import { useSelector } from '@xstate/react';
import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { BatchEditRef } from '../../../../machines/edit/batch-edit/batch-edit.machine.ts';
import { rowReader, type BatchRow } from '../../../../machines/edit/batch-edit/batch-edit.selectors.ts';
import type { BatchTableRef } from '../../../../machines/edit/batch-table/batch-table.machine.ts';
import { markedIn, selectColumns, selectRowIds } from '../../../../machines/edit/batch-table/batch-table.selectors.ts';
import { cellText, kindOf } from '../../../../machines/edit/batch-table/cells.logic.ts';
import type { NextCell } from '../../../../machines/edit/batch-table/table.logic.ts';
import type { DetailName } from '../../../../machines/edit/item-edit/details.logic.ts';
import { usePageRef } from '../../../app/actors-context.tsx';
import { refusalText } from '../cell-text.ts';
import { CellEditor } from '../../../ui/cell-editor.tsx';
import { GridCell, GridHead, type GridRowPlace } from '../../../ui/data-grid.tsx';

/** Width of the row head, in rem. */
export const HEAD_REM = 3.25;

interface TableRowProps extends GridRowPlace {
  table: BatchTableRef;
}

export function TableRow({ row, cursor, table }: TableRowProps) {
  const id = useSelector(table, (snapshot) => selectRowIds(snapshot)[row]);
  return id === undefined ? null : <Row key={id} id={id} row={row} cursor={cursor} table={table} />;
}

function Row({ id, row, cursor, table }: TableRowProps & { id: string }) {
  const t = useTranslations();
  const page = usePageRef<BatchEditRef>();
  const read = useMemo(() => rowReader(id), [id]);
  const item = useSelector(page, read);
  const fields = useSelector(table, selectColumns);
  const marked = useSelector(table, markedIn(row));
  if (!item) return null;
  const [first = -1, last = -1] = marked === '' ? [] : marked.split('-').map(Number);
  const refusal = item.refusal ? refusalText(t, item.refusal) : null;
  const note = refusal ?? (item.clashes.length > 0 ? t('batchTable.clashes') : null);
  return (
    <>
      <GridHead label={t('batchTable.rowName', { number: row + 1, note: note ?? '' })}>
        {note === null ? (
          row + 1
        ) : (
          <span data-tip={note} className={`grid place-items-center ${refusal ? 'text-danger' : 'text-warning'}`}>
            {refusal ? <CircleAlert size={16} /> : <TriangleAlert size={16} />}
          </span>
        )}
      </GridHead>
      {fields.map((field, column) => (
        <Cell
          key={field}
          item={item}
          field={field}
          row={row}
          column={column}
          isCursor={column === cursor}
          isMarked={column >= first && column <= last}
          table={table}
        />
      ))}
    </>
  );
}

interface CellProps {
  item: BatchRow;
  field: DetailName;
  row: number;
  column: number;
  isCursor: boolean;
  isMarked: boolean;
  table: BatchTableRef;
}

function stateOf({ changed, clashes, wrong }: BatchRow, field: DetailName) {
  if (wrong.includes(field)) return 'wrong';
  if (clashes.includes(field)) return 'clash';
  return changed.includes(field) ? 'changed' : 'plain';
}

function Cell({ item, field, row, column, isCursor, isMarked, table }: CellProps) {
  const t = useTranslations();
  const state = stateOf(item, field);
  const value = item.details[field];
  return (
    <GridCell
      row={row}
      column={column}
      isCursor={isCursor}
      isMarked={isMarked}
      state={state}
      description={state === 'plain' ? undefined : t(`batchTable.state.${state}`)}
      stickyRem={column === 0 ? HEAD_REM : undefined}
    >
      {isCursor ? <CursorCell table={table} field={field} value={value} /> : <Value value={value} />}
    </GridCell>
  );
}

function Value({ value }: { value: BatchRow['details'][DetailName] }) {
  const t = useTranslations('editItem');
  if (typeof value === 'boolean')
    return value ? (
      <span className="grid place-items-center">
        <Check size={16} aria-label={t('yes')} />
      </span>
    ) : (
      <span className="sr-only">{t('no')}</span>
    );
  const text = cellText(value);
  return text === '' ? null : (
    <span dir="auto" className="truncate px-2">
      {text}
    </span>
  );
}

/** null: the cell keeps the key. */
function nextAfter(key: string, shiftKey: boolean): NextCell | null {
  if (key === 'Enter') return shiftKey ? 'above' : 'below';
  if (key === 'Tab') return shiftKey ? 'before' : 'after';
  return null;
}

function CursorCell({
  table,
  field,
  value,
}: Pick<CellProps, 'table' | 'field'> & { value: BatchRow['details'][DetailName] }) {
  const t = useTranslations();
  const isTyping = useSelector(table, (snapshot) => snapshot.matches('typing'));
  const text = useSelector(table, ({ context }) => context.typed);
  if (!isTyping) return <Value value={value} />;
  return (
    <CellEditor
      label={t(`editItem.field.${field}`)}
      hint={
        kindOf(field) === 'text' ? undefined : t(`batchTable.hint.${kindOf(field) === 'series' ? 'series' : 'names'}`)
      }
      text={text}
      isLong={field === 'description'}
      onText={(next) => table.send({ type: 'table.type', text: next })}
      onLeave={() => table.send({ type: 'table.accept', next: 'same' })}
      onKey={({ key, shiftKey }) => {
        const next = nextAfter(key, shiftKey);
        if (key === 'Escape') table.send({ type: 'table.cancel' });
        else if (next) table.send({ type: 'table.accept', next });
        return key === 'Escape' || next !== null;
      }}
    />
  );
}
