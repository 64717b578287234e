import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import { selectDataState, type DataPageRef } from '../../machines/kit/kit.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { Button } from '../ui/button.tsx';

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
