import { shallowEqual, useSelector } from '@xstate/react';
import { Archive, Download, Plus, RotateCcw, Trash2, TriangleAlert, Upload } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { isRestorable } from '../../../machines/admin/backups/backups.logic.ts';
import type { BackupsRef } from '../../../machines/admin/backups/backups.machine.ts';
import { selectBackups, selectBackupWork, selectTransfer } from '../../../machines/admin/backups/backups.selectors.ts';
import { selectMomentFormats } from '../../../machines/app/session/session.selectors.ts';
import { formatMoment } from '../../../machines/kit/moment.logic.ts';
import type { Backup } from '../../../schemas/api/backup.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { formatBytes, formatPercent } from '../../format/amounts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Table } from '../../ui/table.tsx';

export function BackupActions() {
  const t = useTranslations('backupsPage');
  const page = usePageRef<BackupsRef>();
  const isLoaded = useSelector(page, selectBackups) !== null;
  const work = useSelector(page, selectBackupWork);
  if (!isLoaded) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <span data-setting="upload">
        <FileButton
          icon={<Upload size={16} />}
          accept=".audiobookshelf"
          disabled={work !== null}
          onPick={([file]) => {
            if (file) page.send({ type: 'backups.send', file });
          }}
        >
          {t('upload')}
        </FileButton>
      </span>
      <Button
        data-setting="create"
        variant="primary"
        icon={<Plus size={16} />}
        busy={work === 'creating'}
        disabled={work !== null && work !== 'creating'}
        onClick={() => page.send({ type: 'backups.create' })}
      >
        {t('create')}
      </Button>
    </div>
  );
}

export function BackupList() {
  const t = useTranslations('backupsPage');
  const page = usePageRef<BackupsRef>();
  const data = useSelector(page, selectBackups);
  const work = useSelector(page, selectBackupWork);
  if (data === null) return null;
  return (
    <div aria-busy={work !== null} className="flex flex-col gap-3">
      <Work />
      {data.backups.length > 0 ? (
        <Rows backups={data.backups} isBusy={work !== null} />
      ) : (
        <EmptyState icon={<Archive size={24} />} message={t('none')} detail={t('noneDetail')} />
      )}
    </div>
  );
}

function Work() {
  const t = useTranslations('backupsPage');
  const tCommon = useTranslations('common');
  const locale = useLocale();
  const page = usePageRef<BackupsRef>();
  const work = useSelector(page, selectBackupWork);
  const share = useSelector(page, selectTransfer);
  const isFile = work === 'uploading' || work === 'downloading';
  return (
    <div className="min-h-6">
      <p role="status" className="text-sm text-ink-2">
        {work !== null && t(`work.${work}`)}
      </p>
      {isFile && (
        <div className="flex items-center gap-3 pt-1">
          {share !== null && <ProgressLine value={share} className="max-w-80 flex-1" />}
          {share !== null && <span className="text-sm tabular-nums">{formatPercent(share, locale)}</span>}
          <Button size="sm" onClick={() => page.send({ type: 'backups.cancel' })}>
            {tCommon('cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Rows({ backups, isBusy }: { backups: readonly Backup[]; isBusy: boolean }) {
  const t = useTranslations('backupsPage');
  const locale = useLocale();
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  return (
    <Table
      label={t('title')}
      rows={backups}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'date',
          header: t('date'),
          isRowHeader: true,
          cell: ({ createdAt }) => formatMoment(createdAt, formats, locale),
        },
        {
          id: 'file',
          header: t('file'),
          wideOnly: true,
          cell: ({ path }) => <span className="break-all text-ink-2">{path}</span>,
        },
        { id: 'size', header: t('size'), numeric: true, cell: ({ fileSize }) => formatBytes(fileSize, locale) },
        {
          id: 'actions',
          header: t('actions'),
          headerHidden: true,
          cell: (backup) => (
            <Actions backup={backup} moment={formatMoment(backup.createdAt, formats, locale)} isBusy={isBusy} />
          ),
        },
      ]}
    />
  );
}

function Actions({ backup, moment, isBusy }: { backup: Backup; moment: string; isBusy: boolean }) {
  const t = useTranslations('backupsPage');
  const page = usePageRef<BackupsRef>();
  return (
    <div className="flex items-center justify-end gap-1">
      {isRestorable(backup) ? (
        <IconButton
          size="sm"
          label={t('restoreOf', { moment })}
          tip={t('restore')}
          icon={<RotateCcw size={18} />}
          disabled={isBusy}
          onClick={() => page.send({ type: 'backups.openRestore', backup })}
        />
      ) : (
        <TriangleAlert size={18} role="img" aria-label={t('tooOld')} data-tip={t('tooOld')} className="text-warning" />
      )}
      <IconButton
        size="sm"
        label={t('downloadOf', { moment })}
        tip={t('download')}
        icon={<Download size={18} />}
        disabled={isBusy}
        onClick={() => page.send({ type: 'backups.download', backup })}
      />
      <IconButton
        size="sm"
        label={t('deleteOf', { moment })}
        tip={t('delete')}
        icon={<Trash2 size={18} />}
        disabled={isBusy}
        onClick={() => page.send({ type: 'backups.delete', backup, moment })}
      />
    </div>
  );
}
