import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { AnyActorRef } from 'xstate';
import { numberNote } from '../../machines/kit/book-numbers.logic.ts';
import type { DetailChange, DetailsProblem, DetailsValues } from '../../machines/item-edit/details-form.logic.ts';
import { PODCAST_TYPES, type DetailName } from '../../machines/item-edit/details.logic.ts';
import type { FormProblems } from '../../machines/kit/form.machine.ts';
import type { MediaType } from '../../machines/router/routes.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { Select } from '../ui/select.tsx';
import { SuggestField, type SuggestFieldProps } from '../ui/suggest-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DescriptionField } from './description-field.tsx';
import { SeriesField } from './series-field.tsx';
import { TokensField, useKnownNames, type ListName } from './tokens-field.tsx';

export interface DetailsSource {
  getSnapshot: () => {
    readonly context: {
      readonly values: DetailsValues;
      readonly problems: FormProblems<DetailsValues, DetailsProblem>;
    };
  };
  subscribe: AnyActorRef['subscribe'];
  send: (change: DetailChange) => void;
}

export const ORDER: { readonly [Kind in MediaType]: readonly DetailName[] } = {
  book: [
    'title',
    'subtitle',
    'authors',
    'narrators',
    'series',
    'description',
    'genres',
    'tags',
    'publishedYear',
    'publisher',
    'language',
    'isbn',
    'asin',
    'explicit',
    'abridged',
  ],
  podcast: [
    'title',
    'author',
    'feedUrl',
    'description',
    'genres',
    'tags',
    'releaseDate',
    'itunesId',
    'language',
    'type',
    'explicit',
  ],
};
const WHOLE_LINE: readonly DetailName[] = ['series', 'description', 'feedUrl'];

export const detailPlace = (field: DetailName): string =>
  cx('min-w-0', WHOLE_LINE.includes(field) && 'sm:col-span-2', field === 'explicit' && 'sm:col-start-1');

interface DetailProps {
  form: DetailsSource;
  field: DetailName;
  /** Text can't change while it is saved. */
  isLocked?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** Rerenders with its own value only: others may have thousands of suggestions. */
export function Detail({ form, field, isLocked = false, disabled }: DetailProps) {
  const t = useTranslations('editItem');
  const value = useSelector(form, ({ context }) => context.values[field]);
  const problem = useSelector(form, ({ context }) => context.problems[field]);
  const label = t(`field.${field}`);
  // An undecided clash shows at its choice.
  const error = problem && problem !== 'undecided' ? t(problem) : null;
  const change = (next: string | boolean) => form.send({ type: 'form.change', field, value: next } as DetailChange);
  if (typeof value === 'boolean')
    return <Checkbox label={label} checked={value} disabled={disabled} onChange={change} />;
  if (typeof value !== 'string') {
    return field === 'series' ? (
      <SeriesField form={form} label={label} error={error} disabled={disabled} />
    ) : (
      <TokensField form={form} field={field as ListName} label={label} disabled={disabled} />
    );
  }
  if (field === 'type') {
    return (
      <Select
        label={label}
        value={value === '' ? null : value}
        placeholder={t('chooseType')}
        options={PODCAST_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
        onChange={change}
      />
    );
  }
  const note = field === 'isbn' || field === 'asin' ? numberNote(field, value) : null;
  const shared = { label, value, readOnly: isLocked, disabled, onChange: change } as const;
  if (field === 'description') return <DescriptionField {...shared} />;
  if (field === 'publisher' || field === 'language') return <Completed {...shared} field={field} />;
  return (
    <TextField
      {...shared}
      dir="auto"
      autoComplete="off"
      required={field === 'title'}
      error={error}
      help={note ? t(note) : undefined}
    />
  );
}

function Completed({ field, ...texts }: { field: 'publisher' | 'language' } & Omit<SuggestFieldProps, 'suggestions'>) {
  return <SuggestField {...texts} suggestions={useKnownNames(field)} />;
}
