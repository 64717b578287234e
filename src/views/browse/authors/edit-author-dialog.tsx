import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { Sparkles, Trash2 } from 'lucide-react';
import type { EditAuthorRef } from '../../../machines/browse/authors/edit-author.machine.ts';
import { hasChanges, matchOf } from '../../../machines/browse/authors/edit-author.logic.ts';
import type { AuthorFields } from '../../../machines/browse/authors/edit-author.logic.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { DescriptionField } from '../../shared/description-field.tsx';
import { errorText } from '../../texts/error-text.ts';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FormMessage } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { selectMayDelete, selectMayUpload } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { useCurrentLibrary, usePictures } from '../../shared/use-library.ts';
import { Button } from '../../ui/button.tsx';
import { AuthorImage } from '../../ui/author-image.tsx';
import {
  selectEditAuthorError,
  selectEditAuthorState,
  selectEditedName,
  selectFieldsForm,
  selectIsBusy,
  selectIsMatching,
  selectEditedAuthor,
  selectImageForm,
} from '../../../machines/browse/authors/author.selectors.ts';
import { selectIsSaving, selectForm } from '../../../machines/kit/kit.selectors.ts';

export function Modal({ modal }: { modal: EditAuthorRef }) {
  const t = useTranslations('authors');
  const tCommon = useTranslations('common');
  const state = useSelector(modal, selectEditAuthorState);
  const name = useSelector(modal, selectEditedName);
  const error = useSelector(modal, selectEditAuthorError);
  const fields = useSelector(modal, selectFieldsForm);
  const isBusy = useSelector(modal, selectIsBusy);
  const isChanged = useSelector(fields, (form) => (form ? hasChanges(form.context.values) : false));
  const isSaving = useSelector(fields, (form) => (form ? selectIsSaving(form) : false));
  return (
    <Dialog
      open
      title={t('editing', { name })}
      closeLabel={tCommon('close')}
      width={800}
      persistent={isChanged || isSaving || (isBusy && state === 'ready')}
      onDismiss={() => modal.send({ type: 'editAuthor.close' })}
      footer={state === 'ready' ? <EditAuthorActions modal={modal} /> : undefined}
    >
      {state === 'loading' && (
        <Waiting label={t('loading')}>
          <RowsSkeleton rows={5} />
        </Waiting>
      )}
      {state === 'failed' && (
        <FailedPage message={t('failed')} error={error} onRetry={() => modal.send({ type: 'editAuthor.retry' })} />
      )}
      {state === 'ready' && (
        <div className="flex gap-6 max-sm:flex-col">
          <EditAuthorFields modal={modal} />
          <EditAuthorImage modal={modal} />
        </div>
      )}
    </Dialog>
  );
}

/** Connects the submit button at the foot of the dialog. */
const FIELDS_FORM = 'edit-author';

const NONE = {};

function EditAuthorFields({ modal }: { modal: EditAuthorRef }) {
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

function EditAuthorActions({ modal }: { modal: EditAuthorRef }) {
  const t = useTranslations('authors');
  const form = useSelector(modal, selectFieldsForm);
  const isSaving = useSelector(form, (snapshot) => (snapshot ? selectIsSaving(snapshot) : false));
  const provider = useCurrentLibrary()?.provider ?? '';
  const canMatch = useSelector(form, (snapshot) => !snapshot || matchOf(snapshot.context.values, provider) !== null);
  const isMatching = useSelector(modal, selectIsMatching);
  const isBusy = useSelector(modal, selectIsBusy);
  const mayDelete = useSelector(useActorRefOf('session'), selectMayDelete);
  return (
    <>
      {mayDelete && (
        <Button
          variant="ghost"
          icon={<Trash2 size={16} />}
          className="me-auto"
          aria-label={t('remove')}
          disabled={isSaving || isBusy}
          onClick={() => modal.send({ type: 'editAuthor.remove', what: 'author' })}
        >
          {t('removeShort')}
        </Button>
      )}
      <Button
        icon={<Sparkles size={16} />}
        busy={isMatching}
        disabled={isSaving}
        disabledReason={canMatch ? null : t('quickMatchNeeds')}
        onClick={() => modal.send({ type: 'editAuthor.match', provider })}
      >
        {t('quickMatch')}
      </Button>
      <CancelAndSave
        form={FIELDS_FORM}
        busy={isSaving}
        disabled={isBusy}
        onCancel={() => modal.send({ type: 'editAuthor.close' })}
      >
        {t('save')}
      </CancelAndSave>
    </>
  );
}

/** CSS pixels. */
const PICTURE = 160;

function EditAuthorImage({ modal }: { modal: EditAuthorRef }) {
  const t = useTranslations('authors');
  const session = useActorRefOf('session');
  const author = useSelector(modal, selectEditedAuthor);
  const isBusy = useSelector(modal, selectIsBusy);
  const mayDelete = useSelector(session, selectMayDelete);
  const mayUpload = useSelector(session, selectMayUpload);
  const { portraitOf } = usePictures();
  if (!author) return null;
  return (
    <div className="flex w-52 shrink-0 flex-col gap-3 max-sm:w-full">
      <div className="w-40 max-sm:w-24">
        <AuthorImage {...portraitOf(author, PICTURE)} name={author.name} width={PICTURE} />
      </div>
      {mayDelete && author.imagePath !== null && (
        <Button
          size="sm"
          icon={<Trash2 size={15} />}
          className="self-start"
          busy={isBusy}
          onClick={() => modal.send({ type: 'editAuthor.remove', what: 'image' })}
        >
          {t('removeImage')}
        </Button>
      )}
      {mayUpload && <ImageAddress modal={modal} />}
    </div>
  );
}

function ImageAddress({ modal }: { modal: EditAuthorRef }) {
  const t = useTranslations();
  const form = useSelector(modal, selectImageForm);
  const shown = useSelector(form, (snapshot) => snapshot && selectForm(snapshot));
  const isSaving = useSelector(form, (snapshot) => (snapshot ? selectIsSaving(snapshot) : false));
  if (!form || !shown) return null;
  const { values, problems, error } = shown;
  const failure = error && t('authors.imageFailed', { reason: errorText(t, error) });
  return (
    <form
      noValidate
      aria-label={t('authors.setImage')}
      className="flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        modal.send({ type: 'editAuthor.setImage' });
      }}
    >
      <TextField
        label={t('authors.imageUrl')}
        type="url"
        autoComplete="off"
        className="w-full"
        value={values.url}
        error={problems.url ? t(`authors.${problems.url}`) : failure}
        onChange={(value) => form.send({ type: 'form.change', field: 'url', value })}
      />
      <Button type="submit" size="sm" busy={isSaving} disabled={values.url.trim() === ''}>
        {t('authors.setImage')}
      </Button>
    </form>
  );
}
