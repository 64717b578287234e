import { useTranslations } from 'use-intl';
import type { Refusal } from '../../../machines/edit/batch-edit/update-sender.actor.ts';
import { errorText, type Translate } from '../../texts/error-text.ts';
import { cellText } from '../../../machines/edit/batch-table/cells.logic.ts';
import type { Details, DetailName } from '../../../machines/edit/item-edit/details.logic.ts';

export function refusalText(t: Translate, refusal: Refusal): string {
  return refusal.kind === 'gone' || refusal.kind === 'ignored' ? t(`batch.${refusal.kind}`) : errorText(t, refusal);
}

export function useValueText(): (value: Details[DetailName]) => string {
  const t = useTranslations('editItem');
  return (value) => {
    const text = typeof value === 'boolean' ? t(value ? 'yes' : 'no') : cellText(value);
    return text === '' ? t('emptyValue') : text;
  };
}
