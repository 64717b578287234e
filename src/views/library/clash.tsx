import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { DetailName } from '../../machines/item-edit/details.logic.ts';
import { ClashBox } from '../ui/clash-box.tsx';
import { detailText } from './detail-text.ts';
import type { DetailsSource } from './detail.tsx';

interface ClashProps {
  form: DetailsSource;
  field: DetailName;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

export function Clash({ form, field, onTakeTheirs, onKeepMine }: ClashProps) {
  const t = useTranslations('editItem');
  const tAll = useTranslations();
  const isClash = useSelector(form, ({ context }) => context.values.clashes.includes(field));
  const value = useSelector(form, ({ context }) => context.values.base[field]);
  const isDue = useSelector(form, ({ context }) => context.problems[field] === 'undecided');
  if (!isClash) return null;
  const label = t(`field.${field}`);
  return (
    <ClashBox
      message={t('changedElsewhere', { value: detailText(tAll, field, value) })}
      due={isDue ? t('undecided') : null}
      choices={(['takeTheirs', 'keepMine'] as const).map((action) => ({
        text: t(action),
        label: t('forField', { action: t(action), field: label }),
        onChoose: action === 'takeTheirs' ? onTakeTheirs : onKeepMine,
      }))}
    />
  );
}
