import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/ereader-devices.json';
import { AVAILABILITY, type DeviceForm } from '../../../machines/admin/ereader-devices/ereader-devices.logic.ts';
import type { EditDeviceRef } from '../../../machines/admin/ereader-devices/edit-device.machine.ts';
import {
  selectDeviceForm,
  selectEditedDevice,
} from '../../../machines/admin/ereader-devices/ereader-devices.selectors.ts';
import { selectForm } from '../../../machines/kit/kit.selectors.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function Modal({ modal }: { modal: EditDeviceRef }) {
  const form = useSelector(modal, selectDeviceForm);
  return <WithTexts texts={texts}>{form && <DeviceDialog modal={modal} form={form} />}</WithTexts>;
}

function DeviceDialog({ modal, form }: { modal: EditDeviceRef; form: DeviceForm }) {
  const t = useTranslations('devices');
  const { before } = useSelector(modal, selectEditedDevice);
  return (
    <FormDialog
      form={form}
      title={t(before ? 'editTitle' : 'addTitle')}
      saveLabel={t('save')}
      failedText={(reason) => t('notSaved', { reason })}
      onClose={() => modal.send({ type: 'editDevice.close' })}
    >
      <Fields modal={modal} form={form} />
    </FormDialog>
  );
}

function Fields({ modal, form }: { modal: EditDeviceRef; form: DeviceForm }) {
  const t = useTranslations();
  const { people, scope } = useSelector(modal, selectEditedDevice);
  const { values, problems } = useSelector(form, selectForm);
  const problem = (field: keyof typeof problems) => {
    const name = problems[field];
    return name && t(`devices.problem.${name}`);
  };
  return (
    <>
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
    </>
  );
}
