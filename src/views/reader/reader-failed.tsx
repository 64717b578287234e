import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectError, selectFault, selectFile } from '../../machines/reader/reader.selectors.ts';
import { selectMayDownload } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function ReaderFailed({ reader }: { reader: ReaderRef }) {
  const t = useTranslations();
  const error = useSelector(reader, selectError);
  const fault = useSelector(reader, selectFault);
  const file = useSelector(reader, selectFile);
  const mayDownload = useSelector(useActorRefOf('session'), selectMayDownload);
  return (
    <div role="alert">
      <EmptyState
        message={t(fault === 'unknown' ? 'reader.noReader' : 'reader.failed', { format: file?.format ?? '' })}
        detail={fault ? t(`reader.faults.${fault}`) : error && errorText(t, error)}
        action={
          <>
            <Button variant="primary" onClick={() => reader.send({ type: 'reader.retry' })}>
              {t('common.retry')}
            </Button>
            {mayDownload && file && (
              <Button icon={<Download size={16} />} onClick={() => reader.send({ type: 'reader.download' })}>
                {t('reader.download')}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
