import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { AnyActorRef } from 'xstate';
import { numberNote } from '../../machines/kit/book-numbers.logic.ts';
import { typedNames } from '../../machines/kit/text.logic.ts';
import type { DetailChange, DetailsProblem, DetailsValues } from '../../machines/edit/item-edit/details-form.logic.ts';
import { PODCAST_TYPES, type DetailName } from '../../machines/edit/item-edit/details.logic.ts';
import type { TOKEN_FIELDS } from '../../machines/edit/item-edit/details.logic.ts';
import type { FormProblems } from '../../machines/kit/form.machine.ts';
import type { MediaType } from '../../machines/kit/router/routes.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { Select } from '../ui/select.tsx';
import { SuggestField, type SuggestFieldProps } from '../ui/suggest-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { selectLibraryFilterData } from '../../machines/account/libraries/libraries.selectors.ts';
import type { FilterData } from '../../schemas/api/filter-data.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { TagsField, type OrderTexts } from '../ui/tags-field.tsx';
import { ClashBox } from '../ui/form-notes.tsx';
import { DescriptionField } from './description-field.tsx';
import { detailText } from './item-edit-texts.tsx';

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
    'genres',
    'tags',
    'description',
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
    'genres',
    'tags',
    'description',
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

type ListName = (typeof TOKEN_FIELDS)[number];

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
function useKnownNames(field: KnownField): readonly string[] {
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

function useOrderTexts(): OrderTexts {
  const t = useTranslations('editItem');
  return { hint: t('orderHint'), moved: (name, place, count) => t('moved', { name, place, count }) };
}

function TokensField({ form, field, label, disabled }: TokensFieldProps) {
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
      partsOf={typedNames}
      emptyLabel={t('noSuggestions')}
      order={ORDERED.includes(field) ? order : undefined}
      disabled={disabled}
    />
  );
}

interface SeriesFieldProps {
  form: DetailsSource;
  label: string;
  error: string | null;
  disabled?: boolean | undefined;
}

function SeriesField({ form, label, error, disabled }: SeriesFieldProps) {
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
