import { useSelector } from '@xstate/react';
import { Library, SearchX } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { SeriesListRef } from '../../../machines/browse/series/series-list.machine.ts';
import type { SeriesWithBooks } from '../../../schemas/api/series.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { useFilterText } from '../../shared/filter-text.ts';
import { LEAST_COVERS, useCardWidth } from '../../shared/card-size.ts';
import { SeriesCard } from '../../shared/entity-cards.tsx';
import { ListPage } from '../../shared/list-page.tsx';
import { useCoverAspect } from '../../shared/use-library.ts';
import { Button } from '../../ui/button.tsx';
import { COVER_RATIO } from '../../ui/cover-shape.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';

export { SeriesListToolbar as Toolbar } from './series-list-toolbar.tsx';

export function Page() {
  const t = useTranslations('series');
  const page = usePageRef<SeriesListRef>();
  const list = useSelector(page, ({ context }) => context.list);
  const { filter } = useSelector(page, ({ context }) => context.query);
  const shown = useFilterText(filter);
  const aspect = useCoverAspect();
  const renderItem = useCallback(
    (series: SeriesWithBooks, { width, tabIndex }: CellPlace) => (
      <SeriesCard series={series} aspect={aspect} width={width} tabIndex={tabIndex} />
    ),
    [aspect],
  );
  return (
    <ListPage
      list={list}
      letters={useSelector(page, ({ context }) => context.letters)}
      title={t('title')}
      heading={(library) => (shown === null ? t('heading', { library }) : t('headingFiltered', { library, shown }))}
      label={t('title')}
      loadingLabel={t('loadingList')}
      failedMessage={t('listFailed')}
      empty={<EmptyList isFiltered={filter !== null} />}
      hasToolbar
      minWidth={Math.round(LEAST_COVERS * useCardWidth(aspect, 'shelf'))}
      ratio={COVER_RATIO[aspect] / 2}
      renderItem={renderItem}
    />
  );
}

function EmptyList({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('series');
  const tShelf = useTranslations('bookshelf');
  const page = usePageRef<SeriesListRef>();
  if (!isFiltered) return <EmptyState icon={<Library size={26} />} message={t('empty')} detail={t('emptyDetail')} />;
  return (
    <EmptyState
      icon={<SearchX size={26} />}
      message={t('nothingFound')}
      action={
        <Button variant="primary" onClick={() => page.send({ type: 'seriesList.filter', filter: null })}>
          {tShelf('clearFilter')}
        </Button>
      }
    />
  );
}
