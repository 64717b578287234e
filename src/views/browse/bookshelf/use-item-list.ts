import { useSelector } from '@xstate/react';
import type { BookshelfRef } from '../../../machines/browse/bookshelf/bookshelf.machine.ts';
import { selectList } from '../../../machines/browse/bookshelf/bookshelf.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';

export function useItemList() {
  return useSelector(usePageRef<BookshelfRef>(), selectList);
}
