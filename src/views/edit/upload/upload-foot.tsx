import { useSelector } from '@xstate/react';
import { CloudUpload, RotateCcw, Square } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { UploadsRef } from '../../../machines/edit/upload/uploads.machine.ts';
import {
  selectCounts,
  selectTotals,
  selectUploadLibrary,
  selectWork,
} from '../../../machines/edit/upload/upload.selectors.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { handFocusOn } from '../../ui/focus.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { useFlowText } from './card-state.tsx';

export function UploadFoot() {
  const page = usePageRef<UploadsRef>();
  const work = useSelector(page, selectWork);
  return (
    <div
      ref={handFocusOn}
      data-foot=""
      data-takes-focus=""
      tabIndex={-1}
      className="outline-none sticky -bottom-6 z-2 mt-4 -mb-6 border-t border-line bg-surface-0 px-(--page-inset) py-3"
    >
      <div className={cx('flex items-center justify-between gap-x-4 gap-y-2', work === 'resting' && 'flex-wrap')}>
        <div className="min-w-0 flex-1">
          <Overall />
        </div>
        {work === 'resting' ? <Rest /> : <Busy />}
      </div>
    </div>
  );
}

function Overall() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const flowText = useFlowText();
  const work = useSelector(page, selectWork);
  const { items, sentItems, bytes, sentBytes, speed, secondsLeft } = useSelector(page, selectTotals);
  const { held } = useSelector(page, selectCounts);
  const isSending = work === 'sending';
  const text = `${t('sentOf', { sent: sentItems, count: items })} · ${flowText(sentBytes, bytes, isSending ? speed : null, isSending ? secondsLeft : null)}`;
  const report = useReport();
  return (
    <>
      {work !== 'resting' && (
        <div className="flex flex-col gap-1.5 [contain:layout_style]">
          <p className="text-sm tabular-nums">{text}</p>
          <ProgressLine value={bytes === 0 ? null : sentBytes / bytes} label={t('overall')} valueText={text} />
        </div>
      )}
      <p role="status" className="text-sm text-ink empty:hidden">
        {report}
      </p>
      {work === 'resting' && held > 0 && <p className="text-sm text-warning">{t('held', { count: held })}</p>}
    </>
  );
}

function useReport(): string {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const work = useSelector(page, selectWork);
  const { items, sentItems } = useSelector(page, selectTotals);
  if (work !== 'resting' || items === 0) return '';
  return sentItems === items ? t('finished', { count: items }) : t('finishedPartly', { sent: sentItems, count: items });
}

function Rest() {
  const t = useTranslations('upload');
  const linkTo = useLinkTo();
  const page = usePageRef<UploadsRef>();
  const library = useSelector(page, selectUploadLibrary);
  const { ready, failed, sent } = useSelector(page, selectCounts);
  const fresh = ready - failed;
  return (
    <div ref={handFocusOn} className="flex flex-wrap justify-end gap-2">
      {sent > 0 && library && (
        <LinkButton {...linkTo({ name: 'bookshelf', libraryId: library.id })} variant="ghost">
          {t('goToLibrary', { name: library.name })}
        </LinkButton>
      )}
      <Button variant="ghost" onClick={() => page.send({ type: 'upload.reset' })}>
        {t('reset')}
      </Button>
      {failed > 0 && (
        <Button icon={<RotateCcw size={16} />} onClick={() => page.send({ type: 'upload.retry', key: null })}>
          {t('retryFailed', { count: failed })}
        </Button>
      )}
      {(fresh > 0 || (failed === 0 && sent === 0)) && (
        <Button
          variant="primary"
          icon={<CloudUpload size={18} />}
          disabledReason={ready === 0 ? t('nothingToSend') : null}
          onClick={() => page.send({ type: 'upload.start' })}
        >
          {t('start', { count: fresh })}
        </Button>
      )}
    </div>
  );
}

function Busy() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const { ready, failed } = useSelector(page, selectCounts);
  return (
    <div ref={handFocusOn} className="flex flex-wrap gap-2">
      {ready - failed > 0 && (
        <Button icon={<CloudUpload size={18} />} onClick={() => page.send({ type: 'upload.start' })}>
          {t('start', { count: ready - failed })}
        </Button>
      )}
      <Button icon={<Square size={16} />} onClick={() => page.send({ type: 'upload.stop', key: null })}>
        {t('stopAll')}
      </Button>
    </div>
  );
}
