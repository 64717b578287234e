import { useSelector } from '@xstate/react';
import { LibraryBig, SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectQuery, selectShelfError, selectShelfState } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCardWidth } from '../library/card-size.ts';
import { FailedPage } from '../library/failed-page.tsx';
import { LibraryHeading } from '../library/library-heading.tsx';
import { useCoverAspect } from '../library/use-library.ts';
import { PageInset } from '../ui/app-frame.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { ShelfGrid } from './shelf-grid.tsx';
import { ShelfNotes } from './shelf-notes.tsx';
import { useFilterText } from './use-filter-text.ts';

export { BookshelfToolbar as Toolbar } from './bookshelf-toolbar.tsx';

/** All items of a library, or those that a filter leaves. */
export function Page() {
  const t = useTranslations('bookshelf');
  const shown = useFilterText() ?? t('allItems');
  return (
    <>
      <LibraryHeading title={t('title')} heading={(library) => t('heading', { library, shown })} />
      <Content />
    </>
  );
}

function Content() {
  const t = useTranslations('bookshelf');
  const page = usePageRef<BookshelfRef>();
  const state = useSelector(page, selectShelfState);
  const error = useSelector(page, selectShelfError);
  switch (state) {
    case 'loading':
      return <LoadingGrid label={t('loading')} />;
    case 'failed':
      return <FailedPage message={t('failed')} error={error} onRetry={() => page.send({ type: 'bookshelf.retry' })} />;
    case 'empty':
      return <EmptyShelf />;
    case 'filled':
      return <PageInset className="pt-1 pb-6"><ShelfNotes /><ShelfGrid /></PageInset>;
  }
}

function EmptyShelf() {
  const t = useTranslations('bookshelf');
  const page = usePageRef<BookshelfRef>();
  const { filter } = useSelector(page, selectQuery);
  if (filter === null) return <EmptyState icon={<LibraryBig size={26} />} message={t('empty')} detail={t('emptyDetail')} />;
  return (
    <EmptyState
      icon={<SearchX size={26} />}
      message={filter === 'issues' ? t('noIssues') : t('nothingFound')}
      action={<Button variant="primary" onClick={() => page.send({ type: 'bookshelf.filter', filter: null })}>{t('clearFilter')}</Button>}
    />
  );
}

/** The shape of the shelf; more cards than fit are cut off. */
function LoadingGrid({ label }: { label: string }) {
  const aspect = useCoverAspect();
  const width = useCardWidth(aspect, 'grid');
  return (
    <PageInset className="pt-1">
      <div role="status" aria-busy="true" aria-label={label} className="grid gap-4" style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${width}px, 1fr))` }}>
        {Array.from({ length: 24 }, (_, index) => <CardSkeleton key={index} aspect={aspect} />)}
      </div>
    </PageInset>
  );
}
