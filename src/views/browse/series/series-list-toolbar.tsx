import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { SeriesListRef } from '../../../machines/browse/series/series-list.machine.ts';
import { SERIES_SORTS } from '../../../machines/browse/series/series-query.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { ActiveFilter, FilterMenu } from '../../shared/filter-menu.tsx';
import { SortMenu } from '../../shared/sort-menu.tsx';
import { ListToolbar } from '../../shared/list-toolbar.tsx';
import { ViewMenuButton } from '../../shared/view-menu-button.tsx';

export function SeriesListToolbar() {
  const t = useTranslations('series');
  const page = usePageRef<SeriesListRef>();
  const { filter, sort, desc } = useSelector(page, ({ context }) => context.query);
  const panel = useSelector(page, ({ context }) => context.filterMenu);
  const choose = (chosen: string | null) => page.send({ type: 'seriesList.filter', filter: chosen });
  return (
    <ListToolbar
      list={useSelector(page, ({ context }) => context.list)}
      counted={(count) => t('count', { count })}
      chosen={<ActiveFilter filter={filter} onClear={() => choose(null)} />}
    >
      <FilterMenu id="series-filter" subject="series" panel={panel} filter={filter} onChoose={choose} />
      <SortMenu
        id="series-sort"
        sorts={SERIES_SORTS}
        sort={sort}
        desc={desc}
        onChoose={(key) => page.send({ type: 'seriesList.sort', key })}
      />
      <ViewMenuButton id="series-view" />
    </ListToolbar>
  );
}
