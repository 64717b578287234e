import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectBytes, selectFile, selectReaderPlace } from '../../machines/reader/reader.selectors.ts';
import { formatBytes } from '../format/bytes.ts';
import { Button } from '../ui/button.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { Spinner } from '../ui/spinner.tsx';

export function ReaderLoading({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const tCommon = useTranslations('common');
  const locale = useLocale();
  const place = useSelector(reader, selectReaderPlace);
  const bytes = useSelector(reader, selectBytes);
  const size = useSelector(reader, selectFile)?.size ?? 0;
  if (place !== 'loading' || bytes === null)
    return (
      <div role="status">
        <Spinner label={t('opening')} />
      </div>
    );
  const total = bytes.total ?? size;
  return (
    <div className="flex w-72 max-w-full flex-col items-center gap-4 px-4 text-sm text-ink-2">
      <ProgressLine value={total > 0 ? bytes.loaded / total : null} label={t('loadingFile')} className="w-full" />
      <p className="tabular-nums">
        {t('loadedBytes', { loaded: formatBytes(bytes.loaded, locale), total: formatBytes(total, locale) })}
      </p>
      <Button onClick={() => reader.send({ type: 'reader.dismiss' })}>{tCommon('cancel')}</Button>
    </div>
  );
}
