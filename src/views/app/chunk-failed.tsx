import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { useActorRefOf } from './actors-context.tsx';

/** Most browsers do not request a failed module again: only a reload helps. */
export function ChunkFailed() {
  const t = useTranslations('app');
  const router = useActorRefOf('router');
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-20 z-70 mx-auto flex max-w-md flex-wrap items-center gap-3 rounded-lg border border-line bg-surface-1 p-4 text-sm text-ink shadow-overlay"
    >
      <p className="min-w-0 flex-1">{t('chunkFailed')}</p>
      <Button variant="primary" onClick={() => router.send({ type: 'router.reload' })}>
        {t('reload')}
      </Button>
    </div>
  );
}
