import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { EditAuthorRef } from '../../machines/authors/edit-author.machine.ts';
import { hasChanges } from '../../machines/authors/edit-author.logic.ts';
import {
  selectEditAuthorError,
  selectEditAuthorState,
  selectEditedName,
  selectFieldsForm,
  selectIsBusy,
} from '../../machines/authors/author.selectors.ts';
import { selectIsSaving } from '../../machines/kit/kit.selectors.ts';
import { FailedPage } from '../library/failed-page.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { EditAuthorActions } from './edit-author-actions.tsx';
import { EditAuthorFields } from './edit-author-fields.tsx';
import { EditAuthorImage } from './edit-author-image.tsx';

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
