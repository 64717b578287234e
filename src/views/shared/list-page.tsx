import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ListItem } from '../../machines/kit/windowed-list/window.logic.ts';
import {
  selectListError,
  selectListState,
  selectHasChanges,
  selectHasFailedPages,
  selectUnreadable,
} from '../../machines/kit/windowed-list/windowed-list.selectors.ts';
import { PageInset } from '../ui/app-frame.tsx';
import { cx } from '../ui/cx.ts';
import type { LettersRef } from '../../machines/kit/windowed-list/letters.machine.ts';
import { selectLetterOrder } from '../../machines/kit/windowed-list/letters.selectors.ts';
import type { ListRef } from '../../machines/kit/windowed-list/windowed-list.protocol.ts';
import { chunk } from '../ui/chunk.tsx';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/focus.tsx';
import { FailedPage } from './message-page.tsx';
import { LibraryPage } from './library-page.tsx';
import { ListGrid, LoadingGrid, type ListGridProps } from './list-grid.tsx';

interface ListPageProps<Item extends ListItem> extends ListGridProps<Item> {
  title: string;
  heading: (library: string) => string;
  loadingLabel: string;
  failedMessage?: string | undefined;
  empty: ReactNode;
  hasToolbar?: boolean | undefined;
}

export function ListPage<Item extends ListItem>({ title, heading, ...content }: ListPageProps<Item>) {
  const error = useSelector(content.list, selectListError);
  return (
    <LibraryPage title={title} heading={heading} error={error}>
      <ListContent {...content} />
    </LibraryPage>
  );
}

export function ListContent<Item extends ListItem>({
  loadingLabel,
  failedMessage,
  empty,
  hasToolbar = false,
  ...grid
}: Omit<ListPageProps<Item>, 'title' | 'heading'>) {
  const { list, letters, minWidth, ratio, lineRem } = grid;
  const state = useSelector(list, selectListState);
  const error = useSelector(list, selectListError);
  const top = hasToolbar ? 'pt-1' : 'pt-4';
  switch (state) {
    case 'loading':
      return (
        <PageInset className={top}>
          <LoadingGrid label={loadingLabel} minWidth={minWidth} ratio={ratio} lineRem={lineRem} />
        </PageInset>
      );
    case 'failed':
      return <FailedPage message={failedMessage} error={error} onRetry={() => list.send({ type: 'list.retry' })} />;
    case 'empty':
      return empty;
    case 'filled':
      return (
        <PageInset className={cx(top, 'pb-6')}>
          <ListNotes list={list} />
          {letters ? (
            <WithLetters list={list} letters={letters}>
              <ListGrid {...grid} />
            </WithLetters>
          ) : (
            <ListGrid {...grid} />
          )}
        </PageInset>
      );
  }
}

const letterBar = chunk(async () => (await import('./letter-bar.tsx')).LetterBar, null);

/**
 * A list with letters at its end, where it is long and sorted by name. Fingers need more room than beside the content,
 * and scrollbars that lie over the page some.
 */
function WithLetters({ list, letters, children }: { list: ListRef; letters: LettersRef; children: ReactNode }) {
  const order = useSelector(list, selectLetterOrder);
  return (
    <>
      {order && <letterBar.View list={list} letters={letters} isDescending={order === 'descending'} />}
      <div
        className={
          order
            ? '[@container(height>=26rem)]:pe-2 [@container(height>=26rem)]:phone:pe-[calc(2.75rem-var(--page-inset))] [@container(height>=26rem)]:touch:pe-[calc(2.75rem-var(--page-inset))]'
            : undefined
        }
      >
        {children}
      </div>
    </>
  );
}

function ListNotes({ list }: { list: ListRef }) {
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
