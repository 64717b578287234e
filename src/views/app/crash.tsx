import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectIsReachable } from '../../machines/account/connectivity/connectivity.selectors.ts';
import { failedStatus } from '../../machines/kit/failure.logic.ts';
import { Button } from '../ui/button.tsx';
import { useActorRefOf } from './actors-context.tsx';

/** The error page of a crashed client. Uses neither machines nor the catalogue: they may be missing. */
export function Crash({ cause }: { readonly cause: unknown }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-3 px-5 py-10 text-ink">
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <p>Earmark stopped working. Your progress is saved up to the last sync.</p>
      <p>
        <a href={document.baseURI} className="text-accent-text underline">
          Go to Home
        </a>
      </p>
      <p className="text-sm text-ink-2 tabular-nums">Error {failedStatus({ cause }) ?? 500}</p>
      <pre className="overflow-x-auto text-xs text-ink-2">{messageOf(cause)}</pre>
    </main>
  );
}

function messageOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : '';
  return message.trim() || 'Unknown error';
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
