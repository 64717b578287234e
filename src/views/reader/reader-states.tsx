import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { Download, LockKeyhole } from 'lucide-react';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import {
  selectBytes,
  selectFile,
  selectReaderPlace,
  selectError,
  selectFault,
  selectPassword,
} from '../../machines/reader/reader.selectors.ts';
import { formatBytes } from '../format/amounts.ts';
import { Button } from '../ui/button.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { Spinner } from '../ui/waiting.tsx';
import { selectMayDownload } from '../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FocusOnMount } from '../ui/focus.tsx';
import { TextField } from '../ui/text-field.tsx';

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

export function ReaderFailed({ reader }: { reader: ReaderRef }) {
  const t = useTranslations();
  const error = useSelector(reader, selectError);
  const fault = useSelector(reader, selectFault);
  const file = useSelector(reader, selectFile);
  const mayDownload = useSelector(useActorRefOf('session'), selectMayDownload);
  if (fault === 'locked' || fault === 'wrongPassword') return <ReaderLocked reader={reader} fault={fault} />;
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

function ReaderLocked({ reader, fault }: { reader: ReaderRef; fault: 'locked' | 'wrongPassword' }) {
  const t = useTranslations('reader');
  const password = useSelector(reader, selectPassword);
  return (
    <EmptyState
      icon={<LockKeyhole size={26} />}
      message={t('lock.title')}
      action={
        <form
          aria-label={t('lock.title')}
          className="flex w-72 max-w-full flex-col gap-4 text-start"
          onSubmit={(event) => {
            event.preventDefault();
            reader.send({ type: 'reader.submitPassword' });
          }}
        >
          <FocusOnMount>
            <TextField
              label={t('lock.password')}
              type="password"
              autoComplete="off"
              value={password}
              error={fault === 'wrongPassword' ? t('lock.wrong') : null}
              onChange={(typed) => reader.send({ type: 'reader.typePassword', password: typed })}
            />
          </FocusOnMount>
          <Button type="submit" variant="primary">
            {t('lock.open')}
          </Button>
        </form>
      }
    />
  );
}
