import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/backups-en-us.json';
import { BACKUP_GROUPS, scheduleOf, type BackupFormRef } from '../../machines/backups/backups.logic.ts';
import type { BackupsRef } from '../../machines/backups/backups.machine.ts';
import { selectBackupForm, selectIsRestoring, selectScheduleDraft } from '../../machines/backups/backups.selectors.ts';
import { scheduleProblem } from '../../machines/kit/schedule.logic.ts';
import { selectFormProblems, selectFormValues } from '../../machines/kit/kit.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { DataContent } from '../library/data-content.tsx';
import { SettingsForm } from '../library/settings-form.tsx';
import { SettingsFrame } from '../library/settings-frame.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { chunk } from '../ui/chunk.tsx';
import { BackupList } from './backup-list.tsx';
import { BackupPlace } from './backup-place.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

const scheduleBuilder = chunk(async () => (await import('../library/schedule-builder.tsx')).ScheduleBuilder);

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
    <SettingsFrame title={t('title')} intro={t('intro')}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        {form && (
          <PageInset className="flex max-w-4xl flex-col gap-8 pt-4 pb-8">
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
