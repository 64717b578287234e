import { useLocale, useTranslations } from 'use-intl';
import type { ItemFile } from '../../machines/upload/grouping.logic.ts';
import { formatBytes } from '../format/bytes.ts';
import { Table } from '../ui/table.tsx';

/** They scroll: the card keeps its height. */
export function CardFiles({ files, number }: { files: readonly ItemFile[]; number: number }) {
  const t = useTranslations('upload');
  const locale = useLocale();
  const isMedia = ({ kind }: ItemFile) => kind === 'audio' || kind === 'ebook';
  const lists = [
    { name: t('itemFiles'), rows: files.filter(isMedia) },
    { name: t('otherFiles'), rows: files.filter((file) => !isMedia(file)) },
  ];
  return (
    <section
      aria-label={`${t('item', { number })}: ${t('file')}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
      tabIndex={0}
      className="min-w-0 flex-1 self-stretch overflow-y-auto overscroll-contain"
    >
      {lists
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => (
          <Table
            key={name}
            label={name}
            rows={rows}
            keyOf={(file) => file.name}
            columns={[
              {
                id: 'file',
                header: name,
                isRowHeader: true,
                cell: (file) => <bdi className="wrap-anywhere">{file.name}</bdi>,
              },
              { id: 'type', header: t('type'), wideOnly: true, cell: ({ kind }) => t(`kinds.${kind}`) },
              { id: 'size', header: t('size'), numeric: true, cell: ({ file }) => formatBytes(file.size, locale) },
            ]}
          />
        ))}
    </section>
  );
}
