import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/ereader-devices-en-us.json';
import { AVAILABILITY, type DeviceForm } from '../../machines/ereader-devices/ereader-devices.logic.ts';
import type { EditDeviceRef } from '../../machines/ereader-devices/edit-device.machine.ts';
import { selectDeviceForm, selectEditedDevice } from '../../machines/ereader-devices/ereader-devices.selectors.ts';
import { selectForm, selectIsDirty, selectIsSaving } from '../../machines/kit/form.selectors.ts';
import { errorText } from '../texts/error-text.ts';
import { WithTexts } from '../texts/with-texts.tsx';
import { Button } from '../ui/button.tsx';
import { ChoiceList } from '../ui/choice-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFocusInvalid } from '../ui/focus-invalid.ts';
import { FormMessage } from '../ui/form-message.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';

/** The dialog of an editDevice machine (areas 12.2, 12.3). A press outside loses nothing that was typed. */
export function Modal({ modal }: { modal: EditDeviceRef }) {
  const form = useSelector(modal, selectDeviceForm);
  return <WithTexts texts={texts}>{form && <DeviceDialog modal={modal} form={form} />}</WithTexts>;
}

const FORM = 'edit-device';

function DeviceDialog({ modal, form }: { modal: EditDeviceRef; form: DeviceForm }) {
  const t = useTranslations('devices');
  const tCommon = useTranslations('common');
  const { before } = useSelector(modal, selectEditedDevice);
  const isSaving = useSelector(form, selectIsSaving);
  const isDirty = useSelector(form, selectIsDirty);
  const close = () => modal.send({ type: 'editDevice.close' });
  return (
    <Dialog
      open
      title={t(before ? 'editTitle' : 'addTitle')}
      closeLabel={tCommon('close')}
      persistent={isSaving || isDirty}
      onDismiss={close}
      footer={
        <>
          <Button onClick={close}>{tCommon('cancel')}</Button>
          <Button type="submit" form={FORM} variant="primary" busy={isSaving}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Fields modal={modal} form={form} />
    </Dialog>
  );
}

function Fields({ modal, form }: { modal: EditDeviceRef; form: DeviceForm }) {
  const t = useTranslations();
  const { people, scope } = useSelector(modal, selectEditedDevice);
  const { values, problems, error } = useSelector(form, selectForm);
  const element = useFocusInvalid<HTMLFormElement>(problems);
  const problem = (field: keyof typeof problems) => {
    const name = problems[field];
    return name && t(`devices.problem.${name}`);
  };
  return (
    <form
      ref={element}
      id={FORM}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: 'form.submit' });
      }}
    >
      {error && !problems.name && (
        <FormMessage tone="danger">{t('devices.notSaved', { reason: errorText(t, error) })}</FormMessage>
      )}
      <TextField
        label={t('devices.name')}
        dir="auto"
        autoComplete="off"
        required
        value={values.name}
        error={problem('name')}
        onChange={(value) => form.send({ type: 'form.change', field: 'name', value })}
      />
      <TextField
        label={t('devices.email')}
        type="email"
        autoComplete="off"
        required
        help={t('devices.emailHelp')}
        value={values.email}
        error={problem('email')}
        onChange={(value) => form.send({ type: 'form.change', field: 'email', value })}
      />
      {scope === 'server' && (
        <Select
          label={t('devices.access')}
          value={values.availability}
          options={AVAILABILITY.map((value) => ({ value, label: t(`devices.availability.${value}`) }))}
          onChange={(value) => form.send({ type: 'form.change', field: 'availability', value })}
        />
      )}
      {scope === 'server' && values.availability === 'specificUsers' && (
        <ChoiceList
          label={t('devices.people')}
          emptyLabel={t('devices.noPeople')}
          choices={people.map(({ id, username }) => ({ value: id, label: username }))}
          values={values.users}
          error={problem('users')}
          onChange={(users) => form.send({ type: 'form.change', field: 'users', value: users })}
        />
      )}
    </form>
  );
}
