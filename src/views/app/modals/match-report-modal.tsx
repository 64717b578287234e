import { useSelector } from '@xstate/react';
import { Undo2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { selectReportState } from '../../../machines/edit/quick-match/match-report.selectors.ts';
import { type MatchRow } from '../../../machines/edit/quick-match/match-report.logic.ts';
import type { MatchReportRef } from '../../../machines/edit/quick-match/match-report.machine.ts';
import { detailText, ItemEditTexts } from '../../shared/item-edit-texts.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

/** Rem. */
const ROW_REM = 5.25;

export function Modal({ modal }: { modal: MatchReportRef }) {
  return (
    <ItemEditTexts>
      <Report modal={modal} />
    </ItemEditTexts>
  );
}

function Report({ modal }: { modal: MatchReportRef }) {
  const t = useTranslations('matchReport');
  const tCommon = useTranslations('common');
  const state = useSelector(modal, selectReportState);
  const rows = useSelector(modal, ({ context }) => context.rows);
  const error = useSelector(modal, ({ context }) => context.error);
  const close = () => modal.send({ type: 'matchReport.close' });
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const items = useMemo(() => new Set(rows.map(({ id }) => id)).size, [rows]);
  const lost = rows.filter((row) => row.field === 'cover' && !row.canRestore).length;
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const row = rows[index];
      return row ? <Row row={row} tabIndex={tabIndex} /> : null;
    },
    [rows],
  );
  return (
    <Dialog
      open
      title={t('title')}
      closeLabel={tCommon('close')}
      onDismiss={close}
      footer={
        <>
          <Button
            icon={<Undo2 size={16} />}
            disabled={state !== 'shown' || rows.length === 0}
            onClick={() => modal.send({ type: 'matchReport.undo' })}
          >
            {t('undo')}
          </Button>
          <Button variant="primary" onClick={close}>
            {tCommon('close')}
          </Button>
        </>
      }
    >
      {state === 'loading' && (
        <div role="status" className="grid place-items-center py-6">
          <Spinner label={tCommon('loading')} />
        </div>
      )}
      {state === 'failed' && (
        <FailedPage message={t('failed')} error={error} onRetry={() => modal.send({ type: 'matchReport.retry' })} />
      )}
      {state === 'shown' && (
        <>
          <p role="status" className="pb-3 text-sm text-ink-2 tabular-nums">
            {t('summary', { count: rows.length, items })}
            {lost > 0 && ` ${t('lost', { count: lost })}`}
          </p>
          {rows.length > 0 && (
            <VirtualList label={t('title')} count={rows.length} rowRem={ROW_REM} ids={keys} renderRow={renderRow} />
          )}
        </>
      )}
    </Dialog>
  );
}

function Row({ row, tabIndex }: { row: MatchRow; tabIndex: number }) {
  const t = useTranslations();
  const field = row.field === 'cover' ? t('matchReport.cover') : t(`editItem.field.${row.field}`);
  return (
    <div tabIndex={tabIndex} className="flex h-full flex-col justify-center border-b border-line/60 px-1 text-sm">
      <p className="flex min-w-0 gap-2">
        <bdi className="truncate font-medium">{row.title || t('common.untitled')}</bdi>
        <span className="shrink-0 text-ink-2">{field}</span>
      </p>
      {row.field === 'cover' ? (
        <p className="text-ink">{t(row.canRestore ? 'matchReport.newCover' : 'matchReport.lostCover')}</p>
      ) : (
        <>
          <p dir="auto" className="truncate text-ink-3">
            {t('matchReport.before', { value: detailText(t, row.field, row.before) })}
          </p>
          <p dir="auto" className="truncate text-ink">
            {t('matchReport.after', { value: detailText(t, row.field, row.after) })}
          </p>
        </>
      )}
    </div>
  );
}
