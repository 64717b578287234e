import { useSelector } from '@xstate/react';
import { ArrowLeft, Check, RotateCcw } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { BatchEditRef } from '../../../../machines/edit/batch-edit/batch-edit.machine.ts';
import { itemBy } from '../../../../machines/edit/batch-edit/batch-edit.selectors.ts';
import type { BatchTableRef } from '../../../../machines/edit/batch-table/batch-table.machine.ts';
import {
  selectMarkedRows,
  selectMayApply,
  selectPreview,
} from '../../../../machines/edit/batch-table/batch-table.selectors.ts';
import { type ToolName } from '../../../../machines/edit/batch-table/tools.logic.ts';
import { usePageRef } from '../../../app/actors-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { focusOnMount } from '../../../ui/focus.tsx';
import { FormMessage } from '../../../ui/field.tsx';
import { KeyScope } from '../../../ui/key-scope.tsx';
import type { CellPlace } from '../../../ui/virtual-grid.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { FolderForm, ReplaceForm, SplitForm, TitlesForm } from './tool-forms.tsx';
import { useValueText } from '../cell-text.ts';

const FORMS = { replace: ReplaceForm, split: SplitForm, folder: FolderForm, titles: TitlesForm } as const;

/** Rem. */
const ROW_REM = 5.25;

interface ToolProps {
  table: BatchTableRef;
  tool: ToolName;
}

export function Tool({ table, tool }: ToolProps) {
  const t = useTranslations('batchTable');
  const mayApply = useSelector(table, selectMayApply);
  const count = useSelector(table, selectPreview).rows.length;
  const Form = FORMS[tool];
  return (
    <KeyScope
      className="flex min-h-0 flex-1 flex-col"
      onKey={({ key }) => {
        if (key === 'Escape') table.send({ type: 'table.closeTool' });
        return key === 'Escape';
      }}
    >
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <h2 ref={focusOnMount} tabIndex={-1} className="min-w-0 flex-1 basis-48 text-base font-semibold outline-none">
          {t(`tool.${tool}`)}
        </h2>
        <Button
          size="sm"
          icon={<ArrowLeft size={16} className="rtl:-scale-x-100" />}
          onClick={() => table.send({ type: 'table.closeTool' })}
        >
          {t('back')}
        </Button>
        <Button
          size="sm"
          variant="primary"
          icon={<Check size={16} />}
          disabledReason={mayApply ? null : t('nothingFound')}
          onClick={() => table.send({ type: 'table.apply' })}
        >
          {t('apply', { count })}
        </Button>
      </div>
      <div className="flex flex-col gap-3 pb-3">
        <Form table={table} />
        <MarkedOnly table={table} />
      </div>
      <Found table={table} tool={tool} />
    </KeyScope>
  );
}

function MarkedOnly({ table }: { table: BatchTableRef }) {
  const t = useTranslations('batchTable');
  const rows = useSelector(table, selectMarkedRows);
  const { marked } = useSelector(table, ({ context }) => context.values);
  if (rows === 1 && !marked) return null;
  return (
    <Checkbox
      label={t('markedOnly', { count: rows })}
      checked={marked}
      onChange={(value) => table.send({ type: 'table.setTool', values: { marked: value } })}
    />
  );
}

function Found({ table, tool }: ToolProps) {
  const t = useTranslations('batchTable');
  const preview = useSelector(table, selectPreview);
  const fault = useSelector(table, ({ context }) => context.fault);
  const isWorking = useSelector(table, (snapshot) => snapshot.hasTag('busy'));
  const renderRow = useCallback((place: CellPlace) => <Place {...place} table={table} />, [table]);
  const keys = useMemo(() => preview.rows.map(({ id, field }) => `${id} ${field}`), [preview]);
  return (
    <>
      <p role="status" className="min-h-6 pb-2 text-sm text-ink-2 tabular-nums">
        {!fault && !(isWorking && preview.rows.length === 0) && t('found', { count: preview.rows.length })}
        {!fault && tool === 'folder' && preview.unread > 0 && ` ${t('unread', { count: preview.unread })}`}
      </p>
      {fault && !isWorking && (
        <FormMessage tone="danger">
          <p>{t(`fault.${fault.kind}`)}</p>
          {fault.detail !== '' && <p className="text-ink-2">{fault.detail}</p>}
          {(fault.kind === 'broken' || fault.kind === 'slow') && (
            <Button
              size="sm"
              className="mt-2"
              icon={<RotateCcw size={16} />}
              onClick={() => table.send({ type: 'table.retry' })}
            >
              {t('retry')}
            </Button>
          )}
        </FormMessage>
      )}
      <div
        data-scroller=""
        className="relative min-h-48 flex-1 overflow-y-auto overscroll-contain rounded-md border border-line empty:hidden"
      >
        {preview.rows.length > 0 && (
          <VirtualList label={t('changes')} count={keys.length} rowRem={ROW_REM} ids={keys} renderRow={renderRow} />
        )}
      </div>
    </>
  );
}

function Place({ index, tabIndex, table }: CellPlace & { table: BatchTableRef }) {
  const t = useTranslations();
  const row = useSelector(table, (snapshot) => selectPreview(snapshot).rows[index]);
  const item = useSelector(usePageRef<BatchEditRef>(), itemBy(row?.id ?? ''));
  const textOf = useValueText();
  if (!row || !item) return null;
  return (
    <div tabIndex={tabIndex} className="flex h-full flex-col justify-center border-b border-line/60 px-3 text-sm">
      <p className="flex min-w-0 gap-2">
        <bdi className="truncate font-medium">{item.base.title || t('batch.untitled')}</bdi>
        <span className="shrink-0 text-ink-2">{t(`editItem.field.${row.field}`)}</span>
      </p>
      <p dir="auto" className="truncate text-ink-3">
        {t('batch.before', { value: textOf(row.before) })}
      </p>
      <p dir="auto" className="truncate text-ink">
        {t('batch.after', { value: textOf(row.value) })}
      </p>
    </div>
  );
}
