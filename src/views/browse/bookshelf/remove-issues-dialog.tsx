import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { RemoveIssuesRef } from '../../../machines/browse/bookshelf/remove-issues.machine.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/field.tsx';

export function Modal({ modal }: { modal: RemoveIssuesRef }) {
  const t = useTranslations();
  const { count, error } = useSelector(modal, ({ context }) => context);
  const isBusy = useSelector(modal, (snapshot) => snapshot.hasTag('busy'));
  const cancel = () => modal.send({ type: 'removeIssues.cancel' });
  return (
    <Dialog
      open
      title={t('bookshelf.removeIssuesTitle')}
      closeLabel={t('common.close')}
      persistent={isBusy}
      onDismiss={cancel}
      footerPlain
      footer={
        <>
          <Button onClick={cancel} disabled={isBusy}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => modal.send({ type: 'removeIssues.confirm' })}>
            {t('bookshelf.removeIssues', { count })}
          </Button>
        </>
      }
    >
      {error && !isBusy && (
        <FormMessage tone="danger">{t('bookshelf.issuesNotRemoved', { reason: errorText(t, error) })}</FormMessage>
      )}
      <p>{t('bookshelf.confirmRemoveIssues', { count })}</p>
    </Dialog>
  );
}
