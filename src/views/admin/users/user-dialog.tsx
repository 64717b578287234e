import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/users.json';
import { selectIsDirty, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import type { EditUserRef } from '../../../machines/admin/users/edit-user.machine.ts';
import {
  selectEditedAccount,
  selectEditUserError,
  selectEditUserState,
  selectIsLinked,
  selectIsUnlinking,
  selectUserForm,
} from '../../../machines/admin/users/users.selectors.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { UserFields, USER_FORM } from './user-fields.tsx';

export function Modal({ modal }: { modal: EditUserRef }) {
  return (
    <WithTexts texts={texts}>
      <UserDialog modal={modal} />
    </WithTexts>
  );
}

function UserDialog({ modal }: { modal: EditUserRef }) {
  const t = useTranslations('editUser');
  const tCommon = useTranslations('common');
  const state = useSelector(modal, selectEditUserState);
  const account = useSelector(modal, selectEditedAccount);
  const error = useSelector(modal, selectEditUserError);
  const form = useSelector(modal, selectUserForm);
  const isSaving = useSelector(form, (snapshot) => (snapshot ? selectIsSaving(snapshot) : false));
  const isDirty = useSelector(form, (snapshot) => (snapshot ? selectIsDirty(snapshot) : false));
  const close = () => modal.send({ type: 'editUser.close' });
  return (
    <Dialog
      open
      title={account ? t('editTitle', { name: account.username }) : t('addTitle')}
      closeLabel={tCommon('close')}
      width={800}
      persistent={isSaving || isDirty}
      onDismiss={close}
      footer={
        state === 'ready' && (
          <>
            <Unlink modal={modal} />
            <CancelAndSave form={USER_FORM} busy={isSaving} onCancel={close}>
              {t(account ? 'save' : 'create')}
            </CancelAndSave>
          </>
        )
      }
    >
      {state === 'loading' && (
        <Waiting label={t('loading')}>
          <RowsSkeleton rows={6} />
        </Waiting>
      )}
      {state === 'failed' && (
        <FailedPage message={t('failed')} error={error} onRetry={() => modal.send({ type: 'editUser.retry' })} />
      )}
      {state === 'ready' && form && <UserFields modal={modal} form={form} />}
    </Dialog>
  );
}

function Unlink({ modal }: { modal: EditUserRef }) {
  const t = useTranslations('editUser');
  const isLinked = useSelector(modal, selectIsLinked);
  const isBusy = useSelector(modal, selectIsUnlinking);
  if (!isLinked) return null;
  return (
    <Button
      variant="ghost"
      className="me-auto"
      busy={isBusy}
      data-tip={t('unlinkHelp')}
      onClick={() => modal.send({ type: 'editUser.removeLink' })}
    >
      {t('unlink')}
    </Button>
  );
}
