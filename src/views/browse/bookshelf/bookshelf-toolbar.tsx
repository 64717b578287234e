import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../../machines/browse/bookshelf/bookshelf.machine.ts';
import { sortsOf, isOfSeries } from '../../../machines/browse/bookshelf/query.logic.ts';
import { usePageRef, useActorRefOf } from '../../app/actors-context.tsx';
import { ListToolbar } from '../../shared/list-toolbar.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { ActiveFilter, FilterMenu } from '../../shared/filter-menu.tsx';
import { SortMenu } from '../../shared/sort-menu.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { selectIsListLayout } from '../../../machines/account/preferences/preferences.selectors.ts';
import type { MediaType } from '../../../schemas/api/common.ts';
import { useViewChecks } from '../../shared/use-view-checks.ts';
import { ViewMenuButton } from '../../shared/view-menu-button.tsx';
import type { MenuEntry } from '../../ui/menu-button.tsx';

const podcastsMenu = chunk(async () => (await import('./podcasts-menu.tsx')).PodcastsMenu);
const removeIssues = chunk(async () => (await import('./remove-issues.tsx')).RemoveIssues);

export function BookshelfToolbar() {
  const t = useTranslations();
  const library = useCurrentLibrary();
  const page = usePageRef<BookshelfRef>();
  const { collapseSeries, filter, sort, desc } = useSelector(page, ({ context }) => context.query);
  const filterMenu = useSelector(page, ({ context }) => context.filterMenu);
  const choose = (chosen: string | null) => page.send({ type: 'bookshelf.filter', filter: chosen });
  const counted =
    library?.mediaType === 'podcast'
      ? 'bookshelf.podcastCount'
      : collapseSeries
        ? 'bookshelf.collapsedCount'
        : 'library.books';
  return (
    <ListToolbar
      list={useSelector(page, ({ context }) => context.list)}
      counted={(count) => t(counted, { count })}
      chosen={
        filter !== null && (
          <div className="flex min-w-0 items-center gap-2">
            <ActiveFilter filter={filter} onClear={() => choose(null)} />
            {filter === 'issues' && <removeIssues.View />}
          </div>
        )
      }
    >
      {library && (
        <>
          <FilterMenu
            id="bookshelf-filter"
            subject={library.mediaType}
            panel={filterMenu}
            filter={filter}
            onChoose={choose}
          />
          <SortMenu
            id="bookshelf-sort"
            sorts={sortsOf(library.mediaType, filter)}
            sort={sort}
            desc={desc}
            onChoose={(key) => page.send({ type: 'bookshelf.sort', key })}
          />
          <ViewMenu mediaType={library.mediaType} filter={filter} />
          {library.mediaType === 'podcast' && <podcastsMenu.View name={library.name} />}
        </>
      )}
    </ListToolbar>
  );
}

function ViewMenu({ mediaType, filter }: { mediaType: MediaType; filter: string | null }) {
  const t = useTranslations('bookshelf');
  const preferences = useActorRefOf('preferences');
  const isList = useSelector(preferences, selectIsListLayout);
  const checks = useViewChecks(isOfSeries(filter));
  const layout: readonly MenuEntry[] = [
    {
      kind: 'choice',
      id: 'layout',
      label: t('layout'),
      value: isList ? 'list' : 'covers',
      options: [
        { value: 'covers', label: t('asCovers') },
        { value: 'list', label: t('asList') },
      ],
      onChoose: (value) =>
        preferences.send({
          type: 'preferences.set',
          change: { bookshelfLayout: value === 'list' ? 'list' : 'covers' },
        }),
    },
    { kind: 'separator', id: 'layout-line' },
  ];
  return <ViewMenuButton id="bookshelf-view" entries={mediaType === 'book' ? [...layout, ...checks] : layout} />;
}
