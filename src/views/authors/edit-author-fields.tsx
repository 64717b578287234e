import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { EditAuthorRef } from '../../machines/authors/edit-author.machine.ts';
import type { AuthorFields } from '../../machines/authors/edit-author.logic.ts';
import { selectFieldsForm } from '../../machines/authors/author.selectors.ts';
import { selectForm } from '../../machines/kit/kit.selectors.ts';
import { DescriptionField } from '../library/description-field.tsx';
import { errorText } from '../texts/error-text.ts';
import { useFocusInvalid } from '../ui/focus-invalid.ts';
import { FormMessage } from '../ui/form-message.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Connects the submit button at the foot of the dialog. */
export const FIELDS_FORM = 'edit-author';

const NONE = {};

export function EditAuthorFields({ modal }: { modal: EditAuthorRef }) {
  const t = useTranslations();
  const form = useSelector(modal, selectFieldsForm);
  const shown = useSelector(form, (snapshot) => snapshot && selectForm(snapshot));
  const element = useFocusInvalid<HTMLFormElement>(shown?.problems ?? NONE);
  if (!form || !shown) return null;
  const { values, problems, error } = shown;
  const change = (field: keyof AuthorFields) => (value: string) => form.send({ type: 'form.change', field, value });
  return (
    <form
      ref={element}
      id={FIELDS_FORM}
      aria-label={t('authors.editAuthor')}
      noValidate
      className="flex min-w-0 flex-1 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: 'form.submit' });
      }}
    >
      {error && (
        <FormMessage tone="danger">{t('authors.updateFailedWhy', { reason: errorText(t, error) })}</FormMessage>
      )}
      <div className="flex gap-4 max-sm:flex-col">
        <TextField
          label={t('authors.name')}
          dir="auto"
          autoComplete="off"
          className="flex-1"
          value={values.name}
          error={problems.name ? t(`authors.${problems.name}`) : null}
          onChange={change('name')}
        />
        <TextField
          label={t('authors.asin')}
          hint={t('authors.optional')}
          autoComplete="off"
          className="sm:w-44"
          value={values.asin}
          onChange={change('asin')}
        />
      </div>
      <DescriptionField
        label={t('authors.description')}
        hint={t('authors.optional')}
        value={values.description}
        onChange={change('description')}
      />
    </form>
  );
}
