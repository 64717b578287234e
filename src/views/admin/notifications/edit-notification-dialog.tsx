import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/notifications.json';
import { selectForm } from '../../../machines/kit/kit.selectors.ts';
import type { EditNotificationRef } from '../../../machines/admin/notifications/edit-notification.machine.ts';
import { previewOf, selectEdited } from '../../../machines/admin/notifications/notifications.selectors.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { InsertChips } from '../../ui/insert-chips.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEventName } from './event-name.ts';

export function Modal({ modal }: { modal: EditNotificationRef }) {
  return (
    <WithTexts texts={texts}>
      <EditDialog modal={modal} />
    </WithTexts>
  );
}

function EditDialog({ modal }: { modal: EditNotificationRef }) {
  const t = useTranslations('notifications.edited');
  const { before, form } = useSelector(modal, selectEdited);
  return (
    <FormDialog
      form={form}
      title={t(before ? 'editTitle' : 'addTitle')}
      saveLabel={t('save')}
      width={800}
      failedText={(reason) => t('notSaved', { reason })}
      onClose={() => modal.send({ type: 'editNotification.close' })}
    >
      <Fields modal={modal} />
    </FormDialog>
  );
}

function Fields({ modal }: { modal: EditNotificationRef }) {
  const t = useTranslations();
  const { form, events } = useSelector(modal, selectEdited);
  const { values, problems } = useSelector(form, selectForm);
  const eventName = useEventName();
  const variables = events.find(({ name }) => name === values.eventName)?.variables ?? [];
  return (
    <>
      <Select
        label={t('notifications.edited.event')}
        value={values.eventName}
        options={events.map(({ name, description }) => ({
          value: name,
          label: eventName(name),
          subtext: description,
        }))}
        onChange={(name) => modal.send({ type: 'editNotification.chooseEvent', name })}
      />
      <TextArea
        label={t('notifications.edited.urls')}
        help={t('notifications.edited.urlsHelp')}
        error={problems.urls && t(`notifications.edited.${problems.urls}`)}
        data-no-insert=""
        dir="ltr"
        rows={2}
        autoComplete="off"
        spellCheck={false}
        value={values.urls.join('\n')}
        onChange={(lines) => form.send({ type: 'form.change', field: 'urls', value: lines.split('\n') })}
      />
      <TextField
        label={t('notifications.edited.titleTemplate')}
        dir="auto"
        autoComplete="off"
        value={values.titleTemplate}
        onChange={(value) => form.send({ type: 'form.change', field: 'titleTemplate', value })}
      />
      <TextArea
        label={t('notifications.edited.bodyTemplate')}
        dir="auto"
        rows={4}
        value={values.bodyTemplate}
        onChange={(value) => form.send({ type: 'form.change', field: 'bodyTemplate', value })}
      />
      <div className="flex flex-col gap-1.5">
        <p aria-hidden="true" className="text-sm font-medium text-ink">
          {t('notifications.edited.variables')}
        </p>
        <InsertChips label={t('notifications.edited.variables')} values={variables.map((name) => `{{${name}}}`)} />
      </div>
      <Preview modal={modal} />
      <Switch
        label={t('notifications.edited.enabled')}
        checked={values.enabled}
        onChange={(value) => form.send({ type: 'form.change', field: 'enabled', value })}
      />
    </>
  );
}

function Preview({ modal }: { modal: EditNotificationRef }) {
  const t = useTranslations('notifications.edited');
  const edited = useSelector(modal, selectEdited);
  const { values } = useSelector(edited.form, selectForm);
  const { title, body } = previewOf(values, edited);
  return (
    <section aria-label={t('preview')} className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium text-ink">
        {t('preview')} <span className="font-normal text-ink-2">{t('previewHelp')}</span>
      </p>
      <div className="rounded-md border border-line px-3.5 py-3 text-sm">
        <p dir="auto" className="font-medium wrap-anywhere">
          {title}
        </p>
        <p dir="auto" className="whitespace-pre-wrap text-ink-2 wrap-anywhere">
          {body}
        </p>
      </div>
    </section>
  );
}
