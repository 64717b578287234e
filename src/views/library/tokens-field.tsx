import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { TOKEN_FIELDS } from '../../machines/item-edit/details.logic.ts';
import { selectLibraryFilterData } from '../../machines/libraries/libraries.selectors.ts';
import type { FilterData } from '../../schemas/api/filter-data.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { TagsField } from '../ui/tags-field.tsx';
import type { DetailsSource } from './detail.tsx';

export type ListName = (typeof TOKEN_FIELDS)[number];

interface TokensFieldProps {
  form: DetailsSource;
  field: ListName;
  label: string;
  disabled?: boolean | undefined;
}

const NONE: readonly string[] = [];

/** Names that the library knows, for completion. */
export function useKnownNames(field: ListName | 'series'): readonly string[] {
  const data = useSelector(useActorRefOf('libraries'), selectLibraryFilterData);
  return data ? namesIn(data.values, field) : NONE;
}

const namesIn = (data: FilterData, field: ListName | 'series'): readonly string[] =>
  field === 'authors' || field === 'series' ? data[field].map(({ name }) => name) : data[field];

/** A detail that is a list of names, in order. */
export function TokensField({ form, field, label, disabled }: TokensFieldProps) {
  const values = useSelector(form, ({ context }) => context.values[field]);
  const typed = useSelector(form, ({ context }) => context.values.typed);
  const t = useTranslations('editItem');
  const known = useKnownNames(field);
  return (
    <TagsField
      label={label}
      values={values}
      text={typed[field] ?? ''}
      suggestions={known}
      onChange={(value) => form.send({ type: 'form.change', field, value })}
      onText={(text) => form.send({ type: 'form.change', field: 'typed', value: { ...typed, [field]: text } })}
      removeLabel={(name) => t('removeValue', { name })}
      createLabel={(name) => t('addValue', { name })}
      emptyLabel={t('noSuggestions')}
      disabled={disabled}
    />
  );
}
