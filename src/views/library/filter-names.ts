import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { FilterChoice } from '../../machines/bookshelf/filters.logic.ts';

export function useFilterNames() {
  const t = useTranslations('bookshelf');
  return useMemo(() => {
    const word = (key: string, otherwise: string) =>
      t.has(key as 'groups.tags') ? t(key as 'groups.tags') : otherwise;
    return {
      groupName: (group: string) => word(`groups.${group}`, group),
      choiceName: (group: string, { value, name }: FilterChoice) => {
        if (group === 'publishedDecades') return t('decade', { year: value });
        return name ?? word(`values.${group}.${value}`, value);
      },
    };
  }, [t]);
}
