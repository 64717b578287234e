import { useSelector } from '@xstate/react';
import { BookX, Library } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { SeriesRef } from '../../../machines/browse/series/series.machine.ts';
import {
  selectBookList,
  selectSeries,
  selectSeriesError,
  selectSeriesState,
} from '../../../machines/browse/series/series.selectors.ts';
import type { ListRef } from '../../../machines/kit/windowed-list/windowed-list.protocol.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { SeriesDetail } from '../../../schemas/api/series.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { useCardWidth } from '../../shared/card-size.ts';
import { FailedPage, MessagePage } from '../../shared/message-page.tsx';
import { ItemCard } from '../../shared/item-card.tsx';
import { LoadingGrid } from '../../shared/list-grid.tsx';
import { ListContent } from '../../shared/list-page.tsx';
import { useCoverAspect, useCurrentLibrary } from '../../shared/use-library.ts';
import { useShownSubtitle } from '../../shared/use-view-checks.ts';
import { PageTitle } from '../../texts/page-title.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { COVER_RATIO } from '../../ui/cover-shape.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { SeriesHead } from './series-head.tsx';

export { SeriesToolbar as Toolbar } from './series-toolbar.tsx';

export function Page() {
  const t = useTranslations('series');
  const page = usePageRef<SeriesRef>();
  const state = useSelector(page, selectSeriesState);
  const series = useSelector(page, selectSeries);
  const error = useSelector(page, selectSeriesError);
  const list = useSelector(page, selectBookList);
  const aspect = useCoverAspect();
  const width = useCardWidth(aspect, 'grid');
  switch (state) {
    case 'loading':
      return (
        <PageInset className="pt-1">
          <LoadingGrid label={t('loading')} minWidth={width} ratio={COVER_RATIO[aspect]} />
        </PageInset>
      );
    case 'failed':
      return (
        <FailedPage isHeading message={t('failed')} error={error} onRetry={() => page.send({ type: 'series.retry' })} />
      );
    case 'missing':
      return (
        <MessagePage
          icon={<BookX size={26} />}
          message={t('notFound')}
          detail={t('notFoundDetail')}
          action={<AllSeries />}
        />
      );
    case 'removed':
      return (
        <MessagePage
          icon={<BookX size={26} />}
          message={t('removed', { title: series?.name ?? t('title') })}
          detail={t('removedDetail')}
          action={<AllSeries />}
        />
      );
    case 'ready':
      return series ? <SeriesView series={series} list={list} /> : null;
  }
}

function AllSeries() {
  const t = useTranslations('series');
  const linkTo = useLinkTo();
  const library = useCurrentLibrary();
  return (
    library && (
      <LinkButton variant="primary" {...linkTo({ name: 'librarySeries', libraryId: library.id })}>
        {t('backToList')}
      </LinkButton>
    )
  );
}

function SeriesView({ series, list }: { series: SeriesDetail; list: ListRef<LibraryItemMinified> }) {
  const t = useTranslations('series');
  const aspect = useCoverAspect();
  const subtitleOf = useShownSubtitle();
  const renderItem = useCallback(
    (item: LibraryItemMinified, { index, width, tabIndex }: CellPlace) => (
      <ItemCard
        item={item}
        index={index}
        aspect={aspect}
        width={width}
        tabIndex={tabIndex}
        place="series"
        subtitle={subtitleOf(item)}
      />
    ),
    [aspect, subtitleOf],
  );
  return (
    <div ref={handFocusOn} className="contents">
      <PageTitle title={series.name} />
      <PageInset className="pt-1">
        <SeriesHead series={series} list={list} />
      </PageInset>
      <ListContent
        list={list}
        label={t('books')}
        loadingLabel={t('loadingBooks')}
        failedMessage={t('booksFailed')}
        empty={<EmptyState icon={<Library size={26} />} message={t('emptyBooks')} />}
        minWidth={useCardWidth(aspect, 'grid')}
        ratio={COVER_RATIO[aspect]}
        renderItem={renderItem}
      />
    </div>
  );
}
