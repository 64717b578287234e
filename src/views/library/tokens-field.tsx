import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { TOKEN_FIELDS } from '../../machines/item-edit/details.logic.ts';
import { selectLibraryFilterData } from '../../machines/libraries/libraries.selectors.ts';
import type { FilterData } from '../../schemas/api/filter-data.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { TagsField, type OrderTexts } from '../ui/tags-field.tsx';
import type { DetailsSource } from './detail.tsx';

export type ListName = (typeof TOKEN_FIELDS)[number];

interface TokensFieldProps {
  form: DetailsSource;
  field: ListName;
  label: string;
  disabled?: boolean | undefined;
}

/** Lists and file names use the first author and narrator. */
const ORDERED: readonly ListName[] = ['authors', 'narrators'];
const NONE: readonly string[] = [];
type KnownField = ListName | 'series' | 'publisher' | 'language';
const SOURCES = { publisher: 'publishers', language: 'languages' } as const;
const names = new WeakMap<FilterData['authors'], readonly string[]>();

/** Values for completion; a stable array. */
export function useKnownNames(field: KnownField): readonly string[] {
  const data = useSelector(useActorRefOf('libraries'), selectLibraryFilterData);
  return data ? namesIn(data.values, field) : NONE;
}

function namesIn(data: FilterData, field: KnownField): readonly string[] {
  if (field === 'publisher' || field === 'language') return data[SOURCES[field]];
  if (field !== 'authors' && field !== 'series') return data[field];
  const known = names.get(data[field]) ?? data[field].map(({ name }) => name);
  names.set(data[field], known);
  return known;
}

export function useOrderTexts(): OrderTexts {
  const t = useTranslations('editItem');
  return { hint: t('orderHint'), moved: (name, place, count) => t('moved', { name, place, count }) };
}

export function TokensField({ form, field, label, disabled }: TokensFieldProps) {
  const values = useSelector(form, ({ context }) => context.values[field]);
  const typed = useSelector(form, ({ context }) => context.values.typed);
  const t = useTranslations('editItem');
  const known = useKnownNames(field);
  const order = useOrderTexts();
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
      order={ORDERED.includes(field) ? order : undefined}
      disabled={disabled}
    />
  );
}
