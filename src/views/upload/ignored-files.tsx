import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { UploadRef } from '../../machines/upload/upload.machine.ts';
import { selectHasIgnored, selectIgnored, selectUnreadable } from '../../machines/upload/upload.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { formatBytes } from '../format/bytes.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Table } from '../ui/table.tsx';

export function IgnoredFiles() {
  const t = useTranslations('upload');
  const locale = useLocale();
  const page = usePageRef<UploadRef>();
  const ignored = useSelector(page, selectIgnored);
  const unreadable = useSelector(page, selectUnreadable);
  const isOpen = useSelector(page, selectHasIgnored);
  const rows = [
    ...ignored.map(({ path, size, reason }) => ({
      path,
      size: formatBytes(size, locale),
      reason: t(`ignoredReason.${reason}`),
    })),
    ...unreadable.map((path) => ({ path, size: '', reason: t('unreadable') })),
  ];
  if (rows.length === 0) return null;
  return (
    <Disclosure
      heading={t('ignored')}
      note={<span className="text-warning">{rows.length}</span>}
      open={isOpen}
      onToggle={() => page.send({ type: 'upload.toggleIgnored' })}
    >
      <Table
        label={t('ignored')}
        rows={rows}
        keyOf={({ path }) => path}
        columns={[
          {
            id: 'file',
            header: t('file'),
            isRowHeader: true,
            cell: ({ path }) => <bdi className="wrap-anywhere">{path}</bdi>,
          },
          { id: 'size', header: t('size'), numeric: true, cell: ({ size }) => size },
          { id: 'reason', header: t('reason'), cell: ({ reason }) => reason },
        ]}
      />
    </Disclosure>
  );
}
