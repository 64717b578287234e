import { useTranslations } from 'use-intl';
import type { Chapter } from '../../../schemas/api/audio-file.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useLinkTo } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Table, type Column } from '../../ui/table.tsx';

export function ChaptersTab({ item }: { item: LibraryItemExpanded }) {
  const t = useTranslations('editChapters');
  const linkTo = useLinkTo();
  const chapters = item.mediaType === 'book' ? item.media.chapters.items : [];
  const columns: readonly Column<Chapter>[] = [
    { id: 'id', header: t('number'), numeric: true, width: '3rem', cell: ({ id }) => id + 1 },
    {
      id: 'title',
      header: t('title'),
      isRowHeader: true,
      cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi>,
    },
    { id: 'start', header: t('start'), numeric: true, width: '6rem', cell: ({ start }) => formatClock(start) },
    {
      id: 'duration',
      header: t('duration'),
      numeric: true,
      width: '6rem',
      wideOnly: true,
      cell: ({ start, end }) => formatClock(end - start),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{t('count', { count: chapters.length })}</p>
        <LinkButton {...linkTo({ name: 'chapters', id: item.id })}>
          {t(chapters.length > 0 ? 'edit' : 'add')}
        </LinkButton>
      </div>
      {chapters.length > 0 && (
        <Table label={t('label')} columns={columns} rows={chapters} keyOf={({ id }) => String(id)} />
      )}
    </div>
  );
}
