import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { DetailsFormRef } from '../../machines/item-edit/details-form.logic.ts';
import type { DetailName, Details } from '../../machines/item-edit/details.logic.ts';
import type { ItemEditRef } from '../../machines/item-edit/item-edit.machine.ts';
import { Button } from '../ui/button.tsx';

interface ClashProps {
  modal: ItemEditRef;
  form: DetailsFormRef;
  field: DetailName;
}

/** A detail was changed elsewhere while it was edited here: whose value shall it be? */
export function Clash({ modal, form, field }: ClashProps) {
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
          onClick={() => modal.send({ type: `itemEdit.${action}`, field })}
        >
          {t(action)}
        </Button>
      ))}
    </div>
  );
}

function textOf(value: Exclude<Details[DetailName], boolean>): string {
  if (typeof value === 'string') return value;
  return value.map((one) => (typeof one === 'string' ? one : [one.name, one.sequence].join(' ').trim())).join(', ');
}
