import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { TagsField } from '../ui/tags-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { DetailsSource } from './detail.tsx';
import { useKnownNames, useOrderTexts } from './tokens-field.tsx';

interface SeriesFieldProps {
  form: DetailsSource;
  label: string;
  error: string | null;
  disabled?: boolean | undefined;
}

export function SeriesField({ form, label, error, disabled }: SeriesFieldProps) {
  const t = useTranslations('editItem');
  const known = useKnownNames('series');
  const order = useOrderTexts();
  const series = useSelector(form, ({ context }) => context.values.series);
  const typed = useSelector(form, ({ context }) => context.values.typed);
  return (
    <div className="flex flex-col gap-3">
      <TagsField
        label={label}
        values={series.map(({ name }) => name)}
        text={typed.series ?? ''}
        suggestions={known}
        onChange={(names) => {
          const value = names.map((name) => series.find((one) => one.name === name) ?? { name, sequence: '' });
          form.send({ type: 'form.change', field: 'series', value });
        }}
        onText={(text) => form.send({ type: 'form.change', field: 'typed', value: { ...typed, series: text } })}
        removeLabel={(name) => t('removeValue', { name })}
        createLabel={(name) => t('addValue', { name })}
        emptyLabel={t('noSuggestions')}
        order={order}
        disabled={disabled}
      />
      {series.length > 0 && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {series.map(({ name, sequence }) => (
            <TextField
              key={name}
              label={t('numberIn', { name })}
              autoComplete="off"
              disabled={disabled}
              value={sequence}
              error={error !== null && /\s/.test(sequence) ? error : null}
              onChange={(text) =>
                form.send({
                  type: 'form.change',
                  field: 'series',
                  value: series.map((one) => (one.name === name ? { name, sequence: text } : one)),
                })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}
