import { useSelector } from '@xstate/react';
import type { BatchEditRef } from '../../../machines/batch-edit/batch-edit.machine.ts';
import { selectTable } from '../../../machines/batch-edit/batch-edit.selectors.ts';
import type { BatchTableRef } from '../../../machines/batch-table/batch-table.machine.ts';
import { usePageRef } from '../../app/actors-context.tsx';

/** undefined until it starts. */
export function useTable(): BatchTableRef | undefined {
  return useSelector(usePageRef<BatchEditRef>(), selectTable);
}
