import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BackupsRef } from '../../machines/backups/backups.machine.ts';
import { selectImportReport, selectSubject } from '../../machines/backups/backups.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export function ImportDialog() {
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
