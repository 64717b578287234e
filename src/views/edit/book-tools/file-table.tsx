import { useSelector } from '@xstate/react';
import { Check, X } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { filesOf, isPartOpen, selectActiveTool } from '../../../machines/edit/book-tools/book-tools.logic.ts';
import type { BookToolsRef } from '../../../machines/edit/book-tools/book-tools.machine.ts';
import type { AudioFile } from '../../../schemas/api/audio-file.ts';
import type { BookItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatBytes } from '../../format/amounts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Table, type Column } from '../../ui/table.tsx';

const isFilesOpen = isPartOpen('files');

export function FileTable({ book }: { book: BookItemExpanded }) {
  const t = useTranslations('bookTools');
  const locale = useLocale();
  const page = usePageRef<BookToolsRef>();
  const isOpen = useSelector(page, isFilesOpen);
  const hasPaths = useSelector(page, ({ context }) => context.hasPaths);
  const files = filesOf(book);
  const columns: readonly Column<AudioFile>[] = [
    { id: 'index', header: t('number'), numeric: true, width: '3rem', cell: (file) => files.indexOf(file) + 1 },
    {
      id: 'file',
      header: t('file'),
      isRowHeader: true,
      cell: ({ metadata }) => <bdi className="wrap-anywhere">{hasPaths ? metadata.path : metadata.filename}</bdi>,
    },
    {
      id: 'channels',
      header: t('channels'),
      wideOnly: true,
      width: '8rem',
      cell: ({ channels, channelLayout }) =>
        channels ? (channelLayout ? `${channels} (${channelLayout})` : channels) : '',
    },
    { id: 'codec', header: t('codec'), wideOnly: true, width: '5rem', cell: ({ codec }) => codec ?? '' },
    {
      id: 'bitrate',
      header: t('bitrate'),
      numeric: true,
      wideOnly: true,
      width: '7rem',
      cell: ({ bitRate }) => (bitRate ? t('kilobits', { count: Math.round(bitRate / 1000) }) : ''),
    },
    {
      id: 'size',
      header: t('size'),
      numeric: true,
      wideOnly: true,
      width: '6rem',
      cell: ({ metadata }) => formatBytes(metadata.size, locale),
    },
    {
      id: 'status',
      header: t('status'),
      width: '7rem',
      cell: ({ metadata }) => <Mark path={metadata.path} />,
    },
  ];
  return (
    <Disclosure
      heading={t('files')}
      note={files.length}
      open={isOpen}
      onToggle={() => page.send({ type: 'bookTools.toggle', part: 'files' })}
      actions={
        <Checkbox label={t('paths')} checked={hasPaths} onChange={() => page.send({ type: 'bookTools.togglePaths' })} />
      }
    >
      <Table label={t('files')} columns={columns} rows={files} keyOf={({ metadata }) => metadata.path} />
    </Disclosure>
  );
}

function Mark({ path }: { path: string }) {
  const t = useTranslations('bookTools');
  const page = usePageRef<BookToolsRef>();
  const mark = useSelector(page, ({ context }) => context.marks)[path];
  const isActive = useSelector(page, selectActiveTool) !== null;
  if (mark === undefined) return isActive ? <span className="text-ink-3">{t('mark.waiting')}</span> : null;
  if (mark === 'done' || mark === 'failed') {
    const Icon = mark === 'done' ? Check : X;
    return (
      <span className={`flex items-center gap-1.5 ${mark === 'done' ? 'text-success' : 'text-danger'}`}>
        <Icon size={16} aria-hidden="true" />
        {t(`mark.${mark}`)}
      </span>
    );
  }
  return (
    <span className="flex flex-col gap-1 text-ink-2 tabular-nums">
      {t('mark.percent', { percent: mark })}
      <ProgressLine value={mark / 100} />
    </span>
  );
}
