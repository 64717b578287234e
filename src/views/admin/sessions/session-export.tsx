import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ExportTexts } from '../../../machines/admin/sessions/session-export.logic.ts';
import type { SessionExportRef } from '../../../machines/admin/sessions/session-export.machine.ts';
import {
  selectExistingCount,
  selectExportError,
  selectExportTotal,
  selectIsExporting,
  selectLoadedCount,
  selectReadCount,
  selectSavedExport,
} from '../../../machines/admin/sessions/session-export.selectors.ts';
import type { SessionsRef } from '../../../machines/admin/sessions/sessions.machine.ts';
import { selectExportRef, selectList } from '../../../machines/admin/sessions/sessions.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { handFocusOn } from '../../ui/focus.tsx';

/** Saves all sessions of the list as a file: how far it is, whether it failed, and how many were saved. */
export function SessionExport() {
  const page = usePageRef<SessionsRef>();
  const sessionExport = useSelector(page, selectExportRef);
  const total = useSelector(page, selectList)?.listed.total ?? 0;
  return sessionExport ? <Export sessionExport={sessionExport} isEmpty={total === 0} /> : null;
}

function Export({ sessionExport, isEmpty }: { sessionExport: SessionExportRef; isEmpty: boolean }) {
  const t = useTranslations();
  const page = usePageRef<SessionsRef>();
  const texts = useExportTexts();
  const isExporting = useSelector(sessionExport, selectIsExporting);
  const error = useSelector(sessionExport, selectExportError);
  const isUnderWay = isExporting || error !== null;
  if (isEmpty && !isUnderWay) return null;
  return (
    <div className="flex flex-col gap-2">
      {error && <FormMessage tone="danger">{t('sessionExport.failed', { reason: errorText(t, error) })}</FormMessage>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          icon={error ? undefined : <Download size={16} />}
          busy={isExporting}
          onClick={() => {
            if (error) sessionExport.send({ type: 'sessionExport.retry' });
            else page.send({ type: 'sessions.export', texts });
          }}
        >
          {t(error ? 'common.retry' : 'sessionExport.start')}
        </Button>
        {isUnderWay && (
          <span ref={handFocusOn}>
            <Button variant="ghost" onClick={() => sessionExport.send({ type: 'sessionExport.cancel' })}>
              {t('common.cancel')}
            </Button>
          </span>
        )}
        {isExporting && <Progress sessionExport={sessionExport} />}
        <Saved sessionExport={sessionExport} />
      </div>
    </div>
  );
}

function Progress({ sessionExport }: { sessionExport: SessionExportRef }) {
  const t = useTranslations('sessionExport');
  const count = useSelector(sessionExport, selectReadCount);
  const total = useSelector(sessionExport, selectExportTotal);
  const text = total === null ? t('loading') : t('loaded', { count, total });
  return (
    <div className="flex w-60 max-w-full flex-col gap-1.5 text-sm text-ink-2 tabular-nums">
      {text}
      <ProgressLine value={total === null ? null : count / Math.max(1, total)} label={t('progress')} valueText={text} />
    </div>
  );
}

/** How many are in the file, which the browser saves. */
function Saved({ sessionExport }: { sessionExport: SessionExportRef }) {
  const t = useTranslations('sessionExport');
  const saved = useSelector(sessionExport, selectSavedExport);
  const count = useSelector(sessionExport, selectLoadedCount);
  const total = useSelector(sessionExport, selectExistingCount);
  return (
    <p role="status" className="text-sm text-ink-2">
      {saved && t(saved, { count, total })}
    </p>
  );
}

function useExportTexts(): ExportTexts {
  const t = useTranslations();
  const seconds = (name: string) => t('sessionExport.seconds', { name });
  return {
    name: t('sessionExport.fileName'),
    columns: {
      title: t('sessions.item'),
      author: t('sessionExport.author'),
      user: t('sessionDetails.user'),
      started: t('sessionDetails.started'),
      updated: t('sessionDetails.updated'),
      listened: seconds(t('sessionDetails.listened')),
      from: seconds(t('sessionDetails.from')),
      to: seconds(t('sessionDetails.to')),
      duration: seconds(t('sessionDetails.duration')),
      method: t('sessionDetails.method'),
      player: t('sessionDetails.player'),
      device: t('sessionDetails.device'),
      address: t('sessionDetails.address'),
      mediaType: t('sessionDetails.mediaType'),
      id: t('sessionDetails.id'),
      itemId: t('sessionDetails.itemId'),
      episodeId: t('sessionDetails.episodeId'),
    },
    methods: {
      directPlay: t('sessions.methods.directPlay'),
      directStream: t('sessions.methods.directStream'),
      transcode: t('sessions.methods.transcode'),
      local: t('sessions.methods.local'),
    },
  };
}
