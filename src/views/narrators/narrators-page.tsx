import { useSelector } from '@xstate/react';
import { MicVocal } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { selectDataError } from '../../machines/kit/kit.selectors.ts';
import type { NarratorsRef } from '../../machines/narrators/narrators.machine.ts';
import {
  selectHasNoNarrators,
  selectNarratorOrder,
  selectNarratorText,
  selectShownNarrators,
  selectUnreadableNarrators,
} from '../../machines/narrators/narrators.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { DataContent } from '../library/data-content.tsx';
import { LibraryPage } from '../library/library-page.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { downToGrid } from '../ui/down-to-grid.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FindField } from '../ui/find-field.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { NarratorRow } from './narrator-row.tsx';

/** Rem: 48 px. */
const ROW_REM = 3;

export { NarratorsToolbar as Toolbar } from './narrators-toolbar.tsx';

export function Page() {
  const t = useTranslations('narrators');
  const error = useSelector(usePageRef<NarratorsRef>(), selectDataError);
  return (
    <LibraryPage title={t('title')} heading={(library) => t('heading', { library })} error={error}>
      <DataContent loading={t('loading')}>
        <Content />
      </DataContent>
    </LibraryPage>
  );
}

function Content() {
  const t = useTranslations('narrators');
  const isEmpty = useSelector(usePageRef<NarratorsRef>(), selectHasNoNarrators);
  if (!isEmpty) return <Filled />;
  return <EmptyState icon={<MicVocal size={26} />} message={t('empty')} detail={t('emptyDetail')} />;
}

function Filled() {
  const t = useTranslations();
  const page = usePageRef<NarratorsRef>();
  const unreadable = useSelector(page, selectUnreadableNarrators);
  const order = useSelector(page, selectNarratorOrder);
  const text = useSelector(page, selectNarratorText);
  const shown = useSelector(page, selectShownNarrators);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const narrator = shown[index];
      return narrator ? <NarratorRow narrator={narrator} tabIndex={tabIndex} /> : null;
    },
    [shown],
  );
  return (
    <div data-search="">
      <PageInset className="flex max-w-3xl flex-col gap-2 pt-1 pb-6">
        <FindField
          label={t('narrators.find')}
          value={text}
          onChange={(value) => page.send({ type: 'narrators.filter', text: value })}
          onKeyDown={downToGrid}
        />
        {unreadable > 0 && <p className="text-sm text-ink-2">{t('list.unreadable', { count: unreadable })}</p>}
        {shown.length > 0 && (
          <VirtualList
            key={`${order.sort}/${order.isDescending}/${text}`}
            label={t('narrators.title')}
            count={shown.length}
            rowRem={ROW_REM}
            ids={ids}
            renderRow={renderRow}
          />
        )}
      </PageInset>
    </div>
  );
}
