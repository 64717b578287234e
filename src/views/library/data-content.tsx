import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectDataError, selectDataState, type DataPageRef } from '../../machines/kit/kit.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { FailedPage } from './failed-page.tsx';

interface DataContentProps {
  loading: string;
  failed?: string;
  children: ReactNode;
}

export function DataContent({ loading, failed, children }: DataContentProps) {
  const page = usePageRef<DataPageRef>();
  const state = useSelector(page, selectDataState);
  const error = useSelector(page, selectDataError);
  switch (state) {
    case 'loading':
      return (
        <PageInset className="max-w-3xl pt-4">
          <Waiting label={loading}>
            <RowsSkeleton rows={10} />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return <FailedPage message={failed} error={error} onRetry={() => page.send({ type: 'page.retry' })} />;
    case 'shown':
      return children;
  }
}
