import { useSelector } from '@xstate/react';
import { ArrowLeft, CircleAlert, RotateCcw, Save } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { BatchEditRef } from '../../../machines/edit/batch-edit/batch-edit.machine.ts';
import {
  selectChangedCount,
  selectCounts,
  selectMaySave,
  selectRowKeys,
  selectRows,
  selectSettled,
} from '../../../machines/edit/batch-edit/batch-edit.selectors.ts';
import type { ChangeRow } from '../../../machines/edit/batch-edit/sending.logic.ts';
import { selectIsSavingDraft } from '../../../machines/kit/kit.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { detailText } from '../../shared/item-edit-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { refusalText } from './cell-text.ts';

/** Rem; higher with an error. */
const ROW_REM = 5.5;
const FAILED_ROW_REM = 6.75;

export function Review() {
  const t = useTranslations('batch');
  const tField = useTranslations('editItem.field');
  const page = usePageRef<BatchEditRef>();
  const count = useSelector(page, selectChangedCount);
  const counts = useSelector(page, selectCounts);
  const keys = useSelector(page, selectRowKeys);
  const hasFailed = useSelector(page, (snapshot) => (snapshot.context.report?.failed.size ?? 0) > 0);
  const isSaving = useSelector(page, selectIsSavingDraft);
  const maySave = useSelector(page, selectMaySave);
  const renderRow = useCallback((place: CellPlace) => <Place {...place} />, []);
  return (
    <PageInset className="mx-auto flex max-w-5xl flex-col gap-4 pt-3 pb-8">
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 bg-surface-0 py-2">
        <h2 className="min-w-0 flex-1 basis-56 text-base font-semibold tabular-nums">
          {t('reviewHeading', { count })}
        </h2>
        <Button
          size="sm"
          icon={<ArrowLeft size={16} className="rtl:-scale-x-100" />}
          disabled={isSaving}
          onClick={() => page.send({ type: 'batch.back' })}
        >
          {t('back')}
        </Button>
        {(maySave || isSaving) && (
          <Button
            variant="primary"
            size="sm"
            icon={<Save size={16} />}
            busy={isSaving}
            onClick={() => page.send({ type: 'batch.save' })}
          >
            {t('save', { count })}
          </Button>
        )}
      </div>
      <Progress />
      <Report />
      <ul className="flex flex-wrap gap-2 text-sm">
        {counts.map(({ field, count: of }) => (
          <li key={field} className="rounded-full bg-surface-2 px-3 py-1 tabular-nums">
            {t('byField', { field: tField(field), count: of })}
          </li>
        ))}
      </ul>
      <VirtualList
        isForm
        label={t('rows')}
        count={keys.length}
        rowRem={hasFailed ? FAILED_ROW_REM : ROW_REM}
        ids={keys}
        renderRow={renderRow}
      />
    </PageInset>
  );
}

function Progress() {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const isSaving = useSelector(page, selectIsSavingDraft);
  const count = useSelector(page, ({ context }) => context.sending);
  const done = useSelector(page, selectSettled);
  return (
    <p role="status" className="text-sm text-ink-2 tabular-nums empty:hidden">
      {isSaving && t('saving', { done, count })}
    </p>
  );
}

function Report() {
  const t = useTranslations();
  const page = usePageRef<BatchEditRef>();
  const report = useSelector(page, ({ context }) => context.report);
  const isSaving = useSelector(page, selectIsSavingDraft);
  if (!report || isSaving || report.failed.size === 0) return null;
  const reasons = new Map<string, number>();
  for (const refusal of report.failed.values()) {
    const text = refusalText(t, refusal);
    reasons.set(text, (reasons.get(text) ?? 0) + 1);
  }
  return (
    <FormMessage tone="danger">
      <p className="font-medium tabular-nums">
        {t('batch.notSaved', { saved: report.saved, failed: report.failed.size })}
      </p>
      <ul className="my-1">
        {[...reasons].map(([reason, count]) => (
          <li key={reason}>{t('batch.reason', { reason, count })}</li>
        ))}
      </ul>
      <p className="text-ink-2">{t('batch.tryAgain')}</p>
    </FormMessage>
  );
}

function Place({ index, tabIndex }: CellPlace) {
  const row = useSelector(usePageRef<BatchEditRef>(), (snapshot) => selectRows(snapshot)[index]);
  return row ? <Row row={row} tabIndex={tabIndex} /> : null;
}

function Row({ row, tabIndex }: { row: ChangeRow; tabIndex: number }) {
  const t = useTranslations();
  const page = usePageRef<BatchEditRef>();
  const refusal = useSelector(page, ({ context }) => context.report?.failed.get(row.id));
  const isSaving = useSelector(page, selectIsSavingDraft);
  const title = row.title || t('batch.untitled');
  const field = t(`editItem.field.${row.field}`);
  const reason = refusal && refusalText(t, refusal);
  return (
    <div className="flex h-full items-center gap-2 border-b border-line/60 px-1 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 gap-2">
          <bdi className="truncate font-medium">{title}</bdi>
          <span className="shrink-0 text-ink-2">{field}</span>
        </p>
        <Value className="text-ink-3" label={t('batch.before', { value: detailText(t, row.field, row.before) })} />
        <Value className="text-ink" label={t('batch.after', { value: detailText(t, row.field, row.after) })} />
        {reason !== undefined && (
          <p data-tip={reason.length > 60 ? reason : undefined} className="flex items-center gap-1.5 text-danger">
            <CircleAlert size={14} className="shrink-0" />
            <span className="truncate">{reason}</span>
          </p>
        )}
      </div>
      <IconButton
        size="sm"
        label={t('batch.revertField', { field, title })}
        tip={t('batch.revertTip')}
        icon={<RotateCcw size={16} />}
        tabIndex={tabIndex}
        disabled={isSaving}
        onClick={() => page.send({ type: 'batch.revert', id: row.id, field: row.field })}
      />
    </div>
  );
}

function Value({ label, className }: { label: string; className: string }) {
  return (
    <p dir="auto" data-tip={label.length > 60 ? label : undefined} className={`truncate ${className}`}>
      {label}
    </p>
  );
}
