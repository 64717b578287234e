import { useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectHasChanges, selectHasFailedPages, selectUnreadable } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { Button } from '../ui/button.tsx';

/** What is to say about the shelf, one line each: changes that wait, entries left out, pages that could not be had. */
export function ShelfNotes() {
  const t = useTranslations('bookshelf');
  const tCommon = useTranslations('common');
  const page = usePageRef<BookshelfRef>();
  const hasChanges = useSelector(page, selectHasChanges);
  const hasFailures = useSelector(page, selectHasFailedPages);
  const unreadable = useSelector(page, selectUnreadable);
  return (
    <>
      {hasChanges && (
        <div role="status" className="pointer-events-none sticky top-2 z-10 flex h-0 justify-center">
          <Button size="sm" variant="primary" icon={<RefreshCw size={15} />} className="pointer-events-auto shadow-overlay" onClick={() => page.send({ type: 'bookshelf.showChanges' })}>
            {t('showChanges')}
          </Button>
        </div>
      )}
      {hasFailures && (
        <p role="alert" className="mb-3 flex items-center gap-3 text-sm text-danger">
          {t('pagesFailed')}
          <Button size="sm" onClick={() => page.send({ type: 'bookshelf.retryPages' })}>{tCommon('retry')}</Button>
        </p>
      )}
      {unreadable > 0 && <p role="status" className="mb-3 text-sm text-ink-2">{t('unreadable', { count: unreadable })}</p>}
    </>
  );
}
