import { useSelector, shallowEqual } from '@xstate/react';
import { useTranslations, useLocale } from 'use-intl';
import texts from '../../../locales/en-us/backups.json';
import { BACKUP_GROUPS, scheduleOf, type BackupFormRef } from '../../../machines/admin/backups/backups.logic.ts';
import type { BackupsRef } from '../../../machines/admin/backups/backups.machine.ts';
import {
  selectBackupForm,
  selectIsRestoring,
  selectScheduleDraft,
  selectImportReport,
  selectSubject,
  selectBackupWork,
  selectIsConfirmed,
  selectRefusedRestore,
  selectTypedWord,
} from '../../../machines/admin/backups/backups.selectors.ts';
import { scheduleProblem } from '../../../machines/kit/schedule.logic.ts';
import { usePageRef, useActorRefOf } from '../../app/actors-context.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsForm } from '../../shared/settings-form.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { selectMomentFormats } from '../../../machines/app/session/session.selectors.ts';
import { formatMoment } from '../../../machines/kit/moment.logic.ts';
import { errorText } from '../../texts/error-text.ts';
import { FormMessage } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BackupActions, BackupList } from './backup-list.tsx';
import { BackupPlace } from './backup-place.tsx';
import { selectFormProblems, selectFormValues } from '../../../machines/kit/settings-form.logic.ts';

const scheduleBuilder = chunk(async () => (await import('../../shared/schedule-builder.tsx')).ScheduleBuilder);

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Backups />
    </WithTexts>
  );
}

function Backups() {
  const t = useTranslations('backupsPage');
  const page = usePageRef<BackupsRef>();
  const form = useSelector(page, selectBackupForm);
  const isRestoring = useSelector(page, selectIsRestoring);
  return (
    <SettingsFrame title={t('title')} intro={t('intro')} actions={<BackupActions />}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        {form && (
          <PageInset className="flex max-w-3xl flex-col gap-8 pt-4 pb-8">
            <BackupList />
            <BackupPlace />
            <SettingsForm
              form={form}
              label={t('form')}
              texts="backupsPage"
              groups={BACKUP_GROUPS}
              below={{ automatic: <Schedule form={form} /> }}
            />
            <ImportDialog />
            {isRestoring && <RestoreDialog />}
          </PageInset>
        )}
      </DataContent>
    </SettingsFrame>
  );
}

function Schedule({ form }: { form: BackupFormRef }) {
  const page = usePageRef<BackupsRef>();
  const { automatic, schedule } = useSelector(form, selectFormValues);
  const hasProblem = useSelector(form, selectFormProblems)['schedule'] !== undefined;
  const kept = useSelector(page, selectScheduleDraft);
  if (!automatic) return null;
  const draft = scheduleOf(schedule, kept);
  return (
    <scheduleBuilder.View
      draft={draft}
      problem={hasProblem ? (scheduleProblem(draft) ?? undefined) : undefined}
      onChange={(next) => page.send({ type: 'backups.changeSchedule', draft: next })}
    />
  );
}

function ImportDialog() {
  const t = useTranslations();
  const page = usePageRef<BackupsRef>();
  const report = useSelector(page, selectImportReport);
  const backup = useSelector(page, selectSubject);
  if (report === null || backup === null) return null;
  const close = () => page.send({ type: 'backups.closeReport' });
  return (
    <Dialog
      open
      persistent
      textOnly
      title={t('backupsPage.importing.title')}
      closeLabel={t('common.close')}
      onDismiss={close}
      footer={
        <>
          <Button onClick={close}>{t('backupsPage.importing.later')}</Button>
          <Button variant="primary" onClick={() => page.send({ type: 'backups.openRestore', backup })}>
            {t('backupsPage.restore')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p>{t('backupsPage.importing.made')}</p>
        <ul className="flex list-disc flex-col gap-1.5 ps-5 wrap-anywhere text-ink-2">
          {report.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{t('backupsPage.importing.next')}</p>
      </div>
    </Dialog>
  );
}

const RESTORE_FORM = 'restore-backup';

function RestoreDialog() {
  const t = useTranslations();
  const locale = useLocale();
  const page = usePageRef<BackupsRef>();
  const backup = useSelector(page, selectSubject);
  const word = useSelector(page, selectTypedWord);
  const isConfirmed = useSelector(page, selectIsConfirmed);
  const isApplying = useSelector(page, selectBackupWork) === 'applying';
  const refusal = useSelector(page, selectRefusedRestore);
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  if (backup === null) return null;
  const close = () => page.send({ type: 'backups.closeRestore' });
  return (
    <Dialog
      open
      persistent
      title={t('backupsPage.restoring.title')}
      closeLabel={t('common.close')}
      onDismiss={close}
      footer={
        <>
          <Button disabled={isApplying} onClick={close}>
            {t('backupsPage.restoring.cancel')}
          </Button>
          <Button
            type="submit"
            form={RESTORE_FORM}
            variant="danger"
            busy={isApplying}
            disabledReason={isConfirmed ? null : t('backupsPage.restoring.typeFirst')}
          >
            {t('backupsPage.restore')}
          </Button>
        </>
      }
    >
      <form
        id={RESTORE_FORM}
        noValidate
        className="flex flex-col gap-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          page.send({ type: 'backups.restore' });
        }}
      >
        {refusal && (
          <FormMessage tone="danger">
            {t('backupsPage.restoring.failed', { reason: errorText(t, refusal) })}
          </FormMessage>
        )}
        <p>{t('backupsPage.restoring.overwrites', { moment: formatMoment(backup.createdAt, formats, locale) })}</p>
        <p>{t('backupsPage.restoring.keeps')}</p>
        <p>{t('backupsPage.restoring.reloads')}</p>
        <TextField
          label={t('backupsPage.restoring.confirm', { name: backup.id })}
          value={word}
          disabled={isApplying}
          autoComplete="off"
          spellCheck={false}
          onChange={(text) => page.send({ type: 'backups.typeWord', text })}
        />
      </form>
    </Dialog>
  );
}
