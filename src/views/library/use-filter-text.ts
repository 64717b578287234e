import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { filterOf } from '../../machines/bookshelf/query.logic.ts';
import { choiceOf } from '../../machines/bookshelf/filters.logic.ts';
import { selectLibraryFilterData } from '../../machines/libraries/libraries.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useFilterNames } from './filter-names.ts';

/** A filter of the server as text: 'Author: Aesop'; null without a filter. */
export function useFilterText(text: string | null): string | null {
  const t = useTranslations('bookshelf');
  const filter = filterOf({ filter: text });
  const filterData = useSelector(useActorRefOf('libraries'), selectLibraryFilterData);
  const { groupName, choiceName } = useFilterNames();
  if (!filter) return null;
  const { group, value } = filter;
  if (value === null) return groupName(group);
  const choice = choiceOf(group, value, filterData?.values ?? null);
  return t('filterIs', { group: groupName(group), value: choiceName(group, choice) });
}
