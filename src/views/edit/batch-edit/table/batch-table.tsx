import { useSelector } from '@xstate/react';
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpDown,
  Columns3,
  Eraser,
  FolderTree,
  Replace,
  Split,
  Type,
  WandSparkles,
} from 'lucide-react';
import { useCallback, useMemo, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { BatchEditRef } from '../../../../machines/edit/batch-edit/batch-edit.machine.ts';
import { rowReader, type BatchRow } from '../../../../machines/edit/batch-edit/batch-edit.selectors.ts';
import type { BatchTableRef } from '../../../../machines/edit/batch-table/batch-table.machine.ts';
import {
  selectColumns,
  selectRowIds,
  selectMarkedRows,
} from '../../../../machines/edit/batch-table/batch-table.selectors.ts';
import { type ToolName } from '../../../../machines/edit/batch-table/tools.logic.ts';
import { COLUMNS, kindOf } from '../../../../machines/edit/batch-table/cells.logic.ts';
import { copiedText } from '../../../../machines/edit/batch-table/table.logic.ts';
import { LEAST_WIDTH, MOST_WIDTH, widthOf } from '../../../../machines/edit/batch-table/widths.logic.ts';
import type { DetailName } from '../../../../machines/edit/item-edit/details.logic.ts';
import { useMenu, usePageRef } from '../../../app/actors-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataGrid, type GridColumn, type GridRowPlace } from '../../../ui/data-grid.tsx';
import { FindField } from '../../../ui/find-field.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { refusalText, useValueText } from '../cell-text.ts';
import { HEAD_REM, TableRow } from './table-row.tsx';
import { Tool } from './tool.tsx';

const ROW_REM = 2.5;

const TOOLS: readonly { readonly tool: ToolName; readonly Icon: typeof Replace }[] = [
  { tool: 'replace', Icon: Replace },
  { tool: 'split', Icon: Split },
  { tool: 'folder', Icon: FolderTree },
  { tool: 'titles', Icon: Type },
];

export function BatchTable() {
  const table = useTable();
  return table ? <Shown table={table} /> : null;
}

function Shown({ table }: { table: BatchTableRef }) {
  const tool = useSelector(table, ({ context }) => context.tool);
  return tool ? <Tool table={table} tool={tool} /> : <Cells table={table} />;
}

function Cells({ table }: { table: BatchTableRef }) {
  const t = useTranslations('batchTable');
  const tField = useTranslations('editItem.field');
  const count = useSelector(table, selectRowIds).length;
  const sort = useSelector(table, ({ context }) => context.sort);
  const fields = useSelector(table, selectColumns);
  const widths = useSelector(table, ({ context }) => context.widths);
  const cursor = useSelector(table, ({ context }) => context.cursor);
  const isBack = useSelector(table, ({ context }) => context.isBack);
  const columns = useMemo(
    () =>
      fields.map((field) => ({
        id: field,
        header: tField(field),
        rem: widthOf(widths, field),
        leastRem: LEAST_WIDTH,
        mostRem: MOST_WIDTH,
        resizeLabel: t('width', { field: tField(field) }),
        onResize: (rem) => table.send({ type: 'table.resizeColumn', field, rem }),
        sort: sort?.field === field ? (sort.isDescending ? 'descending' : 'ascending') : 'none',
        onSort: () => table.send({ type: 'table.sort', field }),
      })) satisfies readonly GridColumn[],
    [fields, t, tField, sort, table, widths],
  );
  const renderRow = useCallback((place: GridRowPlace) => <TableRow {...place} table={table} />, [table]);
  return (
    <>
      <Actions table={table} />
      <CellBar table={table} />
      <DataGrid
        label={t('label')}
        rows={count}
        columns={columns}
        head={HEAD}
        rowRem={ROW_REM}
        cursor={cursor}
        takesFocus={isBack}
        onCursor={(place, extends_) => table.send({ type: 'table.moveTo', place, extends: extends_ })}
        onKey={(event) => takeKey(table, event)}
        onOpen={() => open(table)}
        onCopy={() => copiedText(table.getSnapshot().context)}
        onPaste={(text) => table.send({ type: 'table.paste', text })}
        renderRow={renderRow}
      />
    </>
  );
}

const HEAD = { rem: HEAD_REM, header: '#' };

/** Opens the cell of the cursor for typing; toggles a flag. */
function open(table: BatchTableRef): void {
  const { columns, cursor } = table.getSnapshot().context;
  const field = columns[cursor.column];
  const isFlag = field !== undefined && kindOf(field) === 'flag';
  table.send(isFlag ? { type: 'table.toggleFlag' } : { type: 'table.edit', text: null });
}

function takeKey(table: BatchTableRef, event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  const { columns, cursor } = table.getSnapshot().context;
  const field = columns[cursor.column];
  const isFlag = field !== undefined && kindOf(field) === 'flag';
  if (isControl && !altKey && key.toLowerCase() === 'd') {
    table.send({ type: 'table.fill', toEnd: shiftKey });
    return true;
  }
  if (isControl && !altKey && (key.toLowerCase() === 'h' || key.toLowerCase() === 'f')) {
    table.send({ type: 'table.openTool', tool: 'replace' });
    return true;
  }
  if (isControl || altKey) return false;
  if (key === 'Enter' || key === 'F2' || (isFlag && key === ' ')) {
    open(table);
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') {
    table.send({ type: 'table.clear' });
    return true;
  }
  if ([...key].length === 1 && !isFlag) {
    table.send({ type: 'table.edit', text: key });
    return true;
  }
  return false;
}

function Actions({ table }: { table: BatchTableRef }) {
  const t = useTranslations('batchTable');
  const marked = useSelector(table, selectMarkedRows);
  const applied = useSelector(table, ({ context }) => context.applied);
  const filter = useSelector(table, ({ context }) => context.filter);
  const count = useSelector(table, selectRowIds).length;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2">
      <Menus table={table} />
      <FindField
        className="w-56 max-w-full"
        label={t('filter')}
        value={filter}
        onChange={(words) => table.send({ type: 'table.filter', words })}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={<ArrowDownToLine size={16} />}
        data-tip={t(marked > 1 ? 'fillTip' : 'fillToEndTip')}
        onClick={() => table.send({ type: 'table.fill', toEnd: marked === 1 })}
      >
        {t(marked > 1 ? 'fill' : 'fillToEnd')}
      </Button>
      <Button size="sm" variant="ghost" icon={<Eraser size={16} />} onClick={() => table.send({ type: 'table.clear' })}>
        {t('clear')}
      </Button>
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {applied !== null
          ? t('applied', { count: applied })
          : marked > 1
            ? t('marked', { count: marked })
            : filter.trim() !== '' && t('shown', { count })}
      </p>
    </div>
  );
}

function Menus({ table }: { table: BatchTableRef }) {
  const t = useTranslations('batchTable');
  const tField = useTranslations('editItem.field');
  const mediaType = useSelector(table, ({ context }) => context.mediaType);
  const fields = useSelector(table, selectColumns);
  const columns = useMenu('batch-columns');
  const tools = useMenu('batch-tools');
  const sorts = useMenu('batch-sort');
  const sort = useSelector(table, ({ context }) => context.sort);
  return (
    <>
      <MenuButton
        {...tools}
        label={t('tools')}
        text={t('tools')}
        icon={<WandSparkles size={16} />}
        align="start"
        entries={TOOLS.map(({ tool, Icon }) => ({
          kind: 'action',
          id: tool,
          label: t(`tool.${tool}`),
          icon: <Icon size={16} />,
          ...(tool === 'replace' ? { shortcut: 'Control+H' } : {}),
          onSelect: () => table.send({ type: 'table.openTool', tool }),
        }))}
      />
      <MenuButton
        {...columns}
        label={t('columns')}
        text={t('columns')}
        icon={<Columns3 size={16} />}
        align="start"
        entries={COLUMNS[mediaType]
          .filter((field) => field !== 'title')
          .map((field) => ({
            kind: 'check',
            id: field,
            label: tField(field),
            checked: fields.includes(field),
            onToggle: () => table.send({ type: 'table.toggleColumn', field }),
          }))}
      />
      <MenuButton
        {...sorts}
        label={t('sort')}
        text={t('sort')}
        icon={<ArrowUpDown size={16} />}
        align="start"
        entries={fields.map((field) => ({
          kind: 'action',
          id: field,
          label: tField(field),
          ...(sort?.field === field && { icon: sort.isDescending ? <ArrowDown size={16} /> : <ArrowUp size={16} /> }),
          onSelect: () => table.send({ type: 'table.sort', field }),
        }))}
      />
    </>
  );
}

/** undefined until it starts. */
function useTable(): BatchTableRef | undefined {
  return useSelector(usePageRef<BatchEditRef>(), (snapshot) => snapshot.children.table);
}

function CellBar({ table }: { table: BatchTableRef }) {
  const ids = useSelector(table, selectRowIds);
  const cursor = useSelector(table, ({ context }) => context.cursor);
  const fields = useSelector(table, selectColumns);
  const id = ids[cursor.row];
  const field = fields[cursor.column];
  return (
    <div className="mb-2 min-h-18 rounded-md bg-surface-1 px-3 py-2 text-sm">
      {id !== undefined && field !== undefined && <Bar key={id} id={id} field={field} />}
    </div>
  );
}

function Bar({ id, field }: { id: string; field: DetailName }) {
  const t = useTranslations();
  const page = usePageRef<BatchEditRef>();
  const item = useSelector(
    page,
    useMemo(() => rowReader(id), [id]),
  );
  const textOf = useValueText();
  if (!item) return null;
  const isChanged = item.changed.includes(field);
  return (
    <>
      <p className="flex min-w-0 gap-2">
        <bdi className="truncate font-medium">{item.base.title || t('batch.untitled')}</bdi>
        <span className="shrink-0 text-ink-2">{t(`editItem.field.${field}`)}</span>
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <p dir="auto" className="line-clamp-2 min-w-0 flex-1 basis-60 text-ink-2">
          {isChanged ? t('batchTable.was', { value: textOf(item.base[field]) }) : textOf(item.details[field])}
        </p>
        {isChanged && (
          <Button size="sm" variant="ghost" onClick={() => page.send({ type: 'batch.revert', id, field })}>
            {t('batchTable.revert')}
          </Button>
        )}
      </div>
      {item.refusal && <p className="text-danger">{refusalText(t, item.refusal)}</p>}
      <Mistake item={item} field={field} />
      {item.clashes.length > 0 && <Clashes id={id} item={item} />}
    </>
  );
}

function Mistake({ item, field }: { item: BatchRow; field: DetailName }) {
  const t = useTranslations('batchTable');
  if (!item.wrong.includes(field)) return null;
  return <p className="text-danger">{t(field === 'title' ? 'titleMissing' : 'sequenceSpaces')}</p>;
}

function Clashes({ id, item }: { id: string; item: BatchRow }) {
  const t = useTranslations('batchTable');
  const tItem = useTranslations('editItem');
  const page = usePageRef<BatchEditRef>();
  const textOf = useValueText();
  return (
    <div role="status" className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-1">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{t('clashes')}</p>
        <ul>
          {item.clashes.map((field) => (
            <li key={field} dir="auto" className="line-clamp-2 text-ink-2">
              {t('theirs', { field: tItem(`field.${field}`), value: textOf(item.base[field]) })}
            </li>
          ))}
        </ul>
      </div>
      <Button size="sm" onClick={() => page.send({ type: 'batch.takeTheirs', of: { id, field: null } })}>
        {tItem('takeTheirs')}
      </Button>
      <Button size="sm" onClick={() => page.send({ type: 'batch.keepMine', of: { id, field: null } })}>
        {tItem('keepMine')}
      </Button>
    </div>
  );
}
