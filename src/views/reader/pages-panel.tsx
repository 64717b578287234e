import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { typedPage } from '../../machines/reader/pages.logic.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectPageCount, selectQuery } from '../../machines/reader/reader.selectors.ts';
import { FindField } from '../ui/find-field.tsx';
import { goFromPanel } from './go-from-panel.ts';
import { PageGrid } from './page-grid.tsx';
import { SidePanel } from './side-panel.tsx';

/** From here a page can be found by its number, too. */
const MANY = 100;

export function PagesPanel({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const count = useSelector(reader, selectPageCount);
  const query = useSelector(reader, selectQuery);
  const wanted = typedPage(query, count);
  const type = (text: string) => reader.send({ type: 'reader.search', query: text });
  return (
    <SidePanel
      label={t('pages')}
      closeLabel={t('closePages')}
      onClose={() => reader.send({ type: 'reader.toggleContents' })}
      header={
        count > MANY ? (
          <FindField
            label={t('pagePicker')}
            inputMode="numeric"
            value={query}
            onChange={type}
            onKeyDown={({ key, currentTarget }) => {
              if (key !== 'Enter' || wanted === null) return;
              type('');
              goFromPanel(reader, String(wanted), currentTarget);
            }}
          />
        ) : (
          <h3 className="font-semibold">{t('pages')}</h3>
        )
      }
    >
      <PageGrid reader={reader} wanted={wanted} />
    </SidePanel>
  );
}
