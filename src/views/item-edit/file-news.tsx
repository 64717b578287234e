import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { FilesRef } from '../../machines/item-edit/files.machine.ts';
import { selectDownload, selectFileFailure, selectFiles } from '../../machines/item-edit/files.logic.ts';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';

export function FileNews({ tab }: { tab: FilesRef }) {
  const t = useTranslations('editFiles');
  const tAll = useTranslations();
  const failure = useSelector(tab, selectFileFailure);
  return (
    <>
      {failure && (
        <FormMessage tone="danger">
          {t('failed', { name: failure.name })} {errorText(tAll, failure.error)}
        </FormMessage>
      )}
      <Delivery tab={tab} />
    </>
  );
}

function Delivery({ tab }: { tab: FilesRef }) {
  const t = useTranslations('editFiles');
  const download = useSelector(tab, selectDownload);
  const name = useSelector(tab, selectFiles).find(({ ino }) => ino === download?.ino)?.metadata.filename ?? '';
  if (!download) return null;
  return (
    <div role="status" className="flex items-center gap-3 rounded-md bg-surface-2 px-3.5 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 truncate">{t('downloading', { name })}</p>
        <ProgressLine value={download.share} />
      </div>
      <Button size="sm" onClick={() => tab.send({ type: 'files.cancel' })}>
        {t('cancel')}
      </Button>
    </div>
  );
}
