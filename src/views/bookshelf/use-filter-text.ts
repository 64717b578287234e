import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../machines/bookshelf/bookshelf.machine.ts';
import { choicesOf, filterOf, selectQuery } from '../../machines/bookshelf/bookshelf.selectors.ts';
import { selectLibraryFacts } from '../../machines/libraries/libraries.selectors.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { useFilterNames } from './filter-names.ts';

/** The filter that is on, in words: 'Author: Aesop'; null without one. */
export function useFilterText(): string | null {
  const t = useTranslations('bookshelf');
  const filter = filterOf(useSelector(usePageRef<BookshelfRef>(), selectQuery));
  const facts = useSelector(useActorRefOf('libraries'), selectLibraryFacts);
  const { groupName, choiceName } = useFilterNames();
  if (!filter) return null;
  const { group, value } = filter;
  if (value === null) return groupName(group);
  const choice = choicesOf(group, facts?.filterData ?? null).find((one) => one.value === value) ?? { value, name: null };
  return t('filterIs', { group: groupName(group), value: choiceName(group, choice) });
}
