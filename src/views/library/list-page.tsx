import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ListItem } from '../../machines/windowed-list/window.logic.ts';
import { selectListError, selectListState } from '../../machines/windowed-list/windowed-list.selectors.ts';
import { PageInset } from '../ui/app-frame.tsx';
import { cx } from '../ui/cx.ts';
import { FailedPage } from './failed-page.tsx';
import { LibraryPage } from './library-page.tsx';
import { WithLetters } from './with-letters.tsx';
import { ListGrid, LoadingGrid, type ListGridProps } from './list-grid.tsx';
import { ListNotes } from './list-notes.tsx';

export interface ListPageProps<Item extends ListItem> extends ListGridProps<Item> {
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
