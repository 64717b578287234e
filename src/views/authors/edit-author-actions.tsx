import { useSelector } from '@xstate/react';
import { Sparkles, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { EditAuthorRef } from '../../machines/authors/edit-author.machine.ts';
import { matchOf } from '../../machines/authors/edit-author.logic.ts';
import { selectFieldsForm, selectIsBusy, selectIsMatching } from '../../machines/authors/author.selectors.ts';
import { selectIsSaving } from '../../machines/kit/kit.selectors.ts';
import { selectMayDelete } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { Button } from '../ui/button.tsx';
import { FIELDS_FORM } from './edit-author-fields.tsx';

export function EditAuthorActions({ modal }: { modal: EditAuthorRef }) {
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
      <Button type="submit" form={FIELDS_FORM} variant="primary" busy={isSaving} disabled={isBusy}>
        {t('save')}
      </Button>
    </>
  );
}
