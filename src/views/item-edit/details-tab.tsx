import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { DetailChange, DetailsFormRef } from '../../machines/item-edit/details-form.logic.ts';
import type { DetailName } from '../../machines/item-edit/details.logic.ts';
import type { ItemEditRef } from '../../machines/item-edit/item-edit.machine.ts';
import { selectDetailsForm, selectIsSavingDetails } from '../../machines/item-edit/item-edit.selectors.ts';
import type { MediaType } from '../../machines/router/routes.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { cx } from '../ui/cx.ts';
import { useFocusInvalid } from '../ui/focus-invalid.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Clash } from './clash.tsx';
import { SeriesField } from './series-field.tsx';
import { TokensField, type ListName } from './tokens-field.tsx';

/** Name the form, so that the button at the foot of the dialog submits it. */
export const DETAILS_FORM = 'item-details';

/** Details in their order; two in a line where there is room, but those that need a whole one. */
const ORDER: { readonly [Kind in MediaType]: readonly DetailName[] } = {
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

/** The details of a book or a podcast (EDT-033). */
export function DetailsTab({ modal, item }: { modal: ItemEditRef; item: LibraryItemExpanded }) {
  const form = useSelector(modal, selectDetailsForm);
  return form && <DetailsFields modal={modal} form={form} item={item} />;
}

function DetailsFields({ modal, form, item }: { modal: ItemEditRef; form: DetailsFormRef; item: LibraryItemExpanded }) {
  const element = useFocusInvalid<HTMLFormElement>(useSelector(form, ({ context }) => context.problems));
  return (
    <form
      ref={element}
      id={DETAILS_FORM}
      noValidate
      className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        modal.send({ type: 'itemEdit.save' });
      }}
    >
      {ORDER[item.mediaType].map((field) => (
        <div
          key={field}
          className={cx(
            'min-w-0',
            WHOLE_LINE.includes(field) && 'sm:col-span-2',
            field === 'explicit' && 'sm:col-start-1',
          )}
        >
          <Detail modal={modal} form={form} field={field} />
          <Clash modal={modal} form={form} field={field} />
        </div>
      ))}
    </form>
  );
}

interface DetailProps {
  modal: ItemEditRef;
  form: DetailsFormRef;
  field: DetailName;
}

/** The control of a detail. Rerenders with its own value only: others may have thousands of suggestions. */
function Detail({ modal, form, field }: DetailProps) {
  const t = useTranslations('editItem');
  const isSaving = useSelector(modal, selectIsSavingDetails);
  const value = useSelector(form, ({ context }) => context.values[field]);
  const problem = useSelector(form, ({ context }) => context.problems[field]);
  const label = t(`field.${field}`);
  const error = problem ? t(problem) : null;
  const change = (next: string | boolean) => form.send({ type: 'form.change', field, value: next } as DetailChange);
  if (typeof value === 'boolean') return <Checkbox label={label} checked={value} onChange={change} />;
  if (typeof value !== 'string') {
    return field === 'series' ? (
      <SeriesField form={form} label={label} error={error} />
    ) : (
      <TokensField form={form} field={field as ListName} label={label} />
    );
  }
  if (field === 'type') {
    return (
      <Select
        label={label}
        value={value === '' ? null : value}
        placeholder={t('chooseType')}
        options={(['episodic', 'serial'] as const).map((type) => ({ value: type, label: t(`type.${type}`) }))}
        onChange={change}
      />
    );
  }
  const shared = { label, value, dir: 'auto', readOnly: isSaving, onChange: change } as const;
  return field === 'description' ? (
    <TextArea {...shared} help={t('descriptionHelp')} rows={5} />
  ) : (
    <TextField {...shared} autoComplete="off" required={field === 'title'} error={error} />
  );
}
