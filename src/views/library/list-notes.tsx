import { useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ListRef } from '../../machines/windowed-list/windowed-list.protocol.ts';
import {
  selectHasChanges,
  selectHasFailedPages,
  selectUnreadable,
} from '../../machines/windowed-list/windowed-list.selectors.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';

export function ListNotes({ list }: { list: ListRef }) {
  const t = useTranslations('list');
  const tCommon = useTranslations('common');
  const hasChanges = useSelector(list, selectHasChanges);
  const hasFailures = useSelector(list, selectHasFailedPages);
  const unreadable = useSelector(list, selectUnreadable);
  return (
    <>
      {hasChanges && (
        <div ref={handFocusOn} role="status" className="pointer-events-none sticky top-2 z-10 flex h-0 justify-center">
          <Button
            size="sm"
            variant="primary"
            icon={<RefreshCw size={15} />}
            className="pointer-events-auto shadow-overlay"
            onClick={() => list.send({ type: 'list.showChanges' })}
          >
            {t('showChanges')}
          </Button>
        </div>
      )}
      {hasFailures && (
        <p ref={handFocusOn} role="alert" className="mb-3 flex items-center gap-3 text-sm text-danger">
          {t('pagesFailed')}
          <Button size="sm" onClick={() => list.send({ type: 'list.retryPages' })}>
            {tCommon('retry')}
          </Button>
        </p>
      )}
      {unreadable > 0 && (
        <p role="status" className="mb-3 text-sm text-ink-2">
          {t('unreadable', { count: unreadable })}
        </p>
      )}
    </>
  );
}
