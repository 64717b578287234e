import { useTranslations } from 'use-intl';
import { cellText } from '../../../machines/batch-table/cells.logic.ts';
import type { Details, DetailName } from '../../../machines/item-edit/details.logic.ts';

export function useValueText(): (value: Details[DetailName]) => string {
  const t = useTranslations('editItem');
  return (value) => {
    const text = typeof value === 'boolean' ? t(value ? 'yes' : 'no') : cellText(value);
    return text === '' ? t('emptyValue') : text;
  };
}
