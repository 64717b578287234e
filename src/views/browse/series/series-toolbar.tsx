import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { SeriesRef } from '../../../machines/browse/series/series.machine.ts';
import { selectSeries } from '../../../machines/browse/series/series.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { TrailToolbar } from '../../shared/trail-toolbar.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { useViewChecks } from '../../shared/use-view-checks.ts';
import { ViewMenuButton } from '../../shared/view-menu-button.tsx';

export function SeriesToolbar() {
  const t = useTranslations('series');
  const library = useCurrentLibrary();
  const series = useSelector(usePageRef<SeriesRef>(), selectSeries);
  return (
    <TrailToolbar
      back={library && { to: { name: 'librarySeries', libraryId: library.id }, text: t('title') }}
      name={series?.name ?? null}
      end={<ViewMenuButton id="series-books-view" entries={useViewChecks(true)} />}
    />
  );
}
