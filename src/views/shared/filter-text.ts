import { hasText } from '../texts/has-text.ts';
import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { useMemo } from 'react';
import { filterOf } from '../../machines/browse/bookshelf/query.logic.ts';
import { choiceOf } from '../../machines/browse/bookshelf/filters.logic.ts';
import type { FilterChoice } from '../../machines/browse/bookshelf/filters.logic.ts';
import { selectLibraryFilterData } from '../../machines/account/libraries/libraries.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

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

export function useFilterNames() {
  const t = useTranslations('bookshelf');
  return useMemo(() => {
    const word = (key: `groups.${string}` | `values.${string}`, otherwise: string) =>
      hasText(t, key) ? t(key) : otherwise;
    return {
      groupName: (group: string) => word(`groups.${group}`, group),
      choiceName: (group: string, { value, name }: FilterChoice) => {
        if (group === 'publishedDecades') return t('decade', { year: value });
        return name ?? word(`values.${group}.${value}`, value);
      },
    };
  }, [t]);
}
