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
  /** Title while the name of the library is not known. */
  title: string;
  /** Title and heading, made with the name of the library. */
  heading: (library: string) => string;
  loadingLabel: string;
  /** Says what failed to load; 'Failed to load data' when absent. */
  failedMessage?: string | undefined;
  /** Stands in for the grid when the list has no items. */
  empty: ReactNode;
  /** There is a toolbar above: less space is left before the grid. */
  hasToolbar?: boolean | undefined;
}

/** The page of a windowed list of a library: its shape while it loads, a failure, `empty`, or the grid. */
export function ListPage<Item extends ListItem>({ title, heading, ...content }: ListPageProps<Item>) {
  const error = useSelector(content.list, selectListError);
  return (
    <LibraryPage title={title} heading={heading} error={error}>
      <ListContent {...content} />
    </LibraryPage>
  );
}

/** The same below a heading of the page's own: in its place while it loads, fails or is empty. */
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
