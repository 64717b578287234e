import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { BackupsRef } from '../../machines/backups/backups.machine.ts';
import {
  selectBackupWork,
  selectIsConfirmed,
  selectRefusedRestore,
  selectSubject,
  selectTypedWord,
} from '../../machines/backups/backups.selectors.ts';
import { selectMomentFormats } from '../../machines/session/session.selectors.ts';
import { formatMoment } from '../../machines/session/moment.logic.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { TextField } from '../ui/text-field.tsx';

const RESTORE_FORM = 'restore-backup';

export function RestoreDialog() {
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
