import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { EditAuthorRef } from '../../machines/authors/edit-author.machine.ts';
import { selectEditedAuthor, selectImageForm, selectIsBusy } from '../../machines/authors/author.selectors.ts';
import { selectForm, selectIsSaving } from '../../machines/kit/kit.selectors.ts';
import { selectMayDelete, selectMayUpload } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { usePictures } from '../library/use-pictures.ts';
import { errorText } from '../texts/error-text.ts';
import { AuthorImage } from '../ui/author-image.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

/** CSS pixels. */
const PICTURE = 160;

export function EditAuthorImage({ modal }: { modal: EditAuthorRef }) {
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
