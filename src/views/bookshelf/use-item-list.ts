import { useSelector } from '@xstate/react';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { selectList } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';

export function useItemList() {
  return useSelector(usePageRef<BookshelfRef>(), selectList);
}
