import type { ReactNode } from 'react';
import texts from '../../locales/en-us/item-edit.json';
import { WithTexts } from '../texts/with-texts.tsx';
import type { DetailName, Details } from '../../machines/edit/item-edit/details.logic.ts';
import type { Translate } from '../texts/error-text.ts';
import { htmlToText } from '../ui/html-text.ts';

export function ItemEditTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}

/** One line without markup; empty values have a text. Needs the texts of the item editor. */
export function detailText(t: Translate, field: DetailName, value: Details[DetailName]): string {
  if (typeof value === 'boolean') return t(value ? 'editItem.yes' : 'editItem.no');
  const words = textOf(value);
  return (field === 'description' ? htmlToText(words) : words) || t('editItem.emptyValue');
}

function textOf(value: Exclude<Details[DetailName], boolean>): string {
  if (typeof value === 'string') return value;
  return value.map((one) => (typeof one === 'string' ? one : [one.name, one.sequence].join(' ').trim())).join(', ');
}
