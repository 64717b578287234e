import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { DetailName, Details } from '../../machines/item-edit/details.logic.ts';
import { ClashBox } from '../ui/clash-box.tsx';
import { htmlToText } from '../ui/html-text.ts';
import type { DetailsSource } from './detail.tsx';

interface ClashProps {
  form: DetailsSource;
  field: DetailName;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** A detail was changed elsewhere while it was edited here: whose value shall it be? */
export function Clash({ form, field, onTakeTheirs, onKeepMine }: ClashProps) {
  const t = useTranslations('editItem');
  const isClash = useSelector(form, ({ context }) => context.values.clashes.includes(field));
  const value = useSelector(form, ({ context }) => context.values.base[field]);
  if (!isClash) return null;
  const label = t(`field.${field}`);
  const plain = typeof value === 'boolean' ? t(value ? 'yes' : 'no') : textOf(value);
  const text = field === 'description' ? htmlToText(plain) : plain;
  return (
    <ClashBox
      message={t('changedElsewhere', { value: text === '' ? t('emptyValue') : text })}
      choices={(['takeTheirs', 'keepMine'] as const).map((action) => ({
        text: t(action),
        label: t('forField', { action: t(action), field: label }),
        onChoose: action === 'takeTheirs' ? onTakeTheirs : onKeepMine,
      }))}
    />
  );
}

/** A detail in one line. */
export function textOf(value: Exclude<Details[DetailName], boolean>): string {
  if (typeof value === 'string') return value;
  return value.map((one) => (typeof one === 'string' ? one : [one.name, one.sequence].join(' ').trim())).join(', ');
}
