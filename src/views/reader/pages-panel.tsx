import { useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { PageGrid } from './page-grid.tsx';
import { SidePanel } from './side-panel.tsx';

/** The pages of a book that has no chapters, by their numbers. */
export function PagesPanel({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  return (
    <SidePanel
      label={t('pages')}
      closeLabel={t('closePages')}
      onClose={() => reader.send({ type: 'reader.toggleContents' })}
      header={<h3 className="font-semibold">{t('pages')}</h3>}
    >
      <PageGrid reader={reader} />
    </SidePanel>
  );
}
