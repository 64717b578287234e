import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectIsReachable } from '../../machines/account/connectivity/connectivity.selectors.ts';
import { failedStatus } from '../../machines/kit/failure.logic.ts';
import texts from '../../locales/en-us/start.json';
import { RootTexts } from '../texts/root-texts.tsx';
import { Button } from '../ui/button.tsx';
import { useActorRefOf } from './actors-context.tsx';

/** The error page of a crashed client. Uses no machines: they may be missing. */
export function Crash({ cause }: { readonly cause: unknown }) {
  return (
    <RootTexts texts={texts}>
      <Crashed cause={cause} />
    </RootTexts>
  );
}

function Crashed({ cause }: { readonly cause: unknown }) {
  const t = useTranslations();
  const message = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : '';
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-3 px-5 py-10 text-ink">
      <h1 className="text-xl font-semibold">{t('app.stopped')}</h1>
      <p>{t('app.stoppedDetail')}</p>
      <p>
        <a href={document.baseURI} className="text-accent-text underline">
          {t('common.goHome')}
        </a>
      </p>
      <p className="text-sm text-ink-2 tabular-nums">{t('app.errorCode', { code: failedStatus({ cause }) ?? 500 })}</p>
      <pre className="overflow-x-auto text-xs text-ink-2">{message.trim() || t('errors.unknown')}</pre>
    </main>
  );
}

/** Loads again by itself when the server answers; a reload helps when that version is no longer on the server. */
export function ChunkFailed() {
  const t = useTranslations('app');
  const router = useActorRefOf('router');
  const isReachable = useSelector(useActorRefOf('connectivity'), selectIsReachable);
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-20 z-70 mx-auto flex max-w-md flex-wrap items-center gap-3 rounded-lg border border-line bg-surface-1 p-4 text-sm text-ink shadow-overlay"
    >
      <p className="min-w-0 flex-1">{t(isReachable ? 'chunkFailed' : 'chunkWaits')}</p>
      {isReachable && (
        <Button variant="primary" onClick={() => router.send({ type: 'router.reload' })}>
          {t('reload')}
        </Button>
      )}
    </div>
  );
}
