import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectTotal } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { Toolbar } from '../ui/app-bar.tsx';
import { ActiveFilter } from './active-filter.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { SortMenu } from './sort-menu.tsx';
import { ViewMenu } from './view-menu.tsx';

/** How many, which, in which order, and how they are shown. */
export function BookshelfToolbar() {
  const t = useTranslations('bookshelf');
  const library = useCurrentLibrary();
  const total = useSelector(usePageRef<BookshelfRef>(), selectTotal);
  const count = total === null ? '' : t(library?.mediaType === 'podcast' ? 'podcastCount' : 'bookCount', { count: total });
  return (
    <Toolbar
      label={t('toolbar')}
      start={
        <>
          <p role="status" className="shrink-0 text-sm text-ink-2 tabular-nums">{count}</p>
          <ActiveFilter />
        </>
      }
      end={library && <><FilterMenu library={library} /><SortMenu mediaType={library.mediaType} /><ViewMenu mediaType={library.mediaType} /></>}
    />
  );
}
