import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/api-keys.json';
import { LIFETIME_NAMES, type KeyForm } from '../../../machines/admin/api-keys/api-keys.logic.ts';
import {
  selectCopyState,
  selectEditedKey,
  selectIsOver,
  selectKeyForm,
  selectKeyPeople,
  selectNewKey,
} from '../../../machines/admin/api-keys/api-keys.selectors.ts';
import type { EditKeyRef } from '../../../machines/admin/api-keys/edit-key.machine.ts';
import { selectForm } from '../../../machines/kit/kit.selectors.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function Modal({ modal }: { modal: EditKeyRef }) {
  const form = useSelector(modal, selectKeyForm);
  const isNew = useSelector(modal, (snapshot) => selectNewKey(snapshot) !== null);
  return (
    <WithTexts texts={texts}>
      {isNew ? <NewKey modal={modal} /> : form && <KeyDialog modal={modal} form={form} />}
    </WithTexts>
  );
}

function KeyDialog({ modal, form }: { modal: EditKeyRef; form: KeyForm }) {
  const t = useTranslations('apiKeys');
  const before = useSelector(modal, selectEditedKey);
  return (
    <FormDialog
      form={form}
      title={before ? t('editTitle', { name: before.name }) : t('addTitle')}
      saveLabel={t(before ? 'save' : 'create')}
      width={600}
      failedText={(reason) => t('notSaved', { reason })}
      onClose={() => modal.send({ type: 'editKey.close' })}
    >
      <Fields modal={modal} form={form} />
    </FormDialog>
  );
}

function Fields({ modal, form }: { modal: EditKeyRef; form: KeyForm }) {
  const t = useTranslations();
  const people = useSelector(modal, selectKeyPeople);
  const before = useSelector(modal, selectEditedKey);
  const { values, problems } = useSelector(form, selectForm);
  return (
    <>
      {before === null && (
        <TextField
          label={t('apiKeys.name')}
          dir="auto"
          autoComplete="off"
          required
          help={t('apiKeys.nameHelp')}
          value={values.name}
          error={problems.name && t(`apiKeys.problem.${problems.name}`)}
          onChange={(value) => form.send({ type: 'form.change', field: 'name', value })}
        />
      )}
      <Select
        label={t('apiKeys.user')}
        help={t('apiKeys.userHelp')}
        placeholder={t('apiKeys.chooseUser')}
        value={values.userId === '' ? null : values.userId}
        error={problems.userId && t(`apiKeys.problem.${problems.userId}`)}
        options={people.map(({ id, username, type }) => ({
          value: id,
          label: username,
          subtext: t(`apiKeys.types.${type}`),
        }))}
        onChange={(value) => form.send({ type: 'form.change', field: 'userId', value })}
      />
      {before === null && (
        <Select
          label={t('apiKeys.lifetime')}
          value={values.lifetime}
          options={LIFETIME_NAMES.map((value) => ({
            value,
            label: t(`apiKeys.lifetimes.${value}`),
          }))}
          onChange={(value) => form.send({ type: 'form.change', field: 'lifetime', value })}
        />
      )}
      <Activity modal={modal} form={form} />
    </>
  );
}

function Activity({ modal, form }: { modal: EditKeyRef; form: KeyForm }) {
  const t = useTranslations('apiKeys');
  const { isActive } = useSelector(form, selectForm).values;
  const isOver = useSelector(modal, selectIsOver);
  return (
    <Switch
      label={t('active')}
      help={t(isOver ? 'expiredHelp' : 'activeHelp')}
      checked={isActive}
      disabled={isOver}
      onChange={(value) => form.send({ type: 'form.change', field: 'isActive', value })}
    />
  );
}

/** Only its buttons close it: a key lost to Escape can't be shown again. */
function NewKey({ modal }: { modal: EditKeyRef }) {
  const t = useTranslations('apiKeys');
  const tCommon = useTranslations('common');
  const key = useSelector(modal, selectNewKey);
  const copy = useSelector(modal, selectCopyState);
  const name = useSelector(useSelector(modal, selectKeyForm), (form) => form?.context.values.name ?? '');
  const close = () => modal.send({ type: 'editKey.close' });
  return (
    <Dialog
      open
      title={t('newTitle')}
      closeLabel={tCommon('close')}
      width={600}
      persistent
      onDismiss={(reason) => {
        if (reason === 'closeButton') close();
      }}
      footer={
        <Button variant="primary" onClick={close}>
          {t('done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <FormMessage tone="info">{t('once')}</FormMessage>
        <CopyField
          label={t('key', { name })}
          value={key ?? ''}
          copyLabel={t('copy')}
          copiedLabel={t('copied')}
          copied={copy === 'copied'}
          error={copy === 'failed' ? t('notCopied') : null}
          onCopy={() => modal.send({ type: 'editKey.copy' })}
        />
      </div>
    </Dialog>
  );
}
