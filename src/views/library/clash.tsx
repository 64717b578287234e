import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { DetailName, Details } from '../../machines/item-edit/details.logic.ts';
import { Button } from '../ui/button.tsx';
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
  const text = typeof value === 'boolean' ? t(value ? 'yes' : 'no') : textOf(value);
  return (
    <div role="status" className="mt-2 flex flex-wrap gap-2 rounded-md border border-line px-3 py-2.5 text-sm">
      <p className="line-clamp-3 min-w-0 basis-full text-ink-2">
        {t('changedElsewhere', { value: text === '' ? t('emptyValue') : text })}
      </p>
      {(['takeTheirs', 'keepMine'] as const).map((action) => (
        <Button
          key={action}
          size="sm"
          aria-label={t('forField', { action: t(action), field: label })}
          onClick={action === 'takeTheirs' ? onTakeTheirs : onKeepMine}
        >
          {t(action)}
        </Button>
      ))}
    </div>
  );
}

/** A detail in one line. */
export function textOf(value: Exclude<Details[DetailName], boolean>): string {
  if (typeof value === 'string') return value;
  return value.map((one) => (typeof one === 'string' ? one : [one.name, one.sequence].join(' ').trim())).join(', ');
}
