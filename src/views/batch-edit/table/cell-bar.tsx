import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { BatchEditRef } from '../../../machines/batch-edit/batch-edit.machine.ts';
import { rowReader, selectItemIds, type BatchRow } from '../../../machines/batch-edit/batch-edit.selectors.ts';
import type { BatchTableRef } from '../../../machines/batch-table/batch-table.machine.ts';
import { selectColumns, selectCursor } from '../../../machines/batch-table/batch-table.selectors.ts';
import type { DetailName } from '../../../machines/item-edit/details.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { refusalText } from '../refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { useValueText } from './value-text.ts';

export function CellBar({ table }: { table: BatchTableRef }) {
  const page = usePageRef<BatchEditRef>();
  const ids = useSelector(page, selectItemIds);
  const cursor = useSelector(table, selectCursor);
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
