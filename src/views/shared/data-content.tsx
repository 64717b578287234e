import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { usePageRef } from '../app/actors-context.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { RowsSkeleton, Waiting } from '../ui/waiting.tsx';
import { Button } from '../ui/button.tsx';
import { FailedPage } from './message-page.tsx';
import { selectDataError, selectDataState, type DataPageRef } from '../../machines/kit/kit.selectors.ts';

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

/** Shown once the list has loaded. */
export function AddAction({ label, onClick }: { label: string; onClick: () => void }) {
  const canAdd = useSelector(usePageRef<DataPageRef>(), selectDataState) === 'shown';
  return (
    <Button
      data-setting="add"
      data-opens="add"
      variant="primary"
      icon={<Plus size={18} />}
      disabled={!canAdd}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
