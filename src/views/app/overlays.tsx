import { useSelector } from '@xstate/react';
import { Suspense, lazy } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { chunk } from '../ui/chunk.tsx';
import { useActorRefOf } from './actors-context.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const ambient = chunk(async () => (await import('./ambient.tsx')).Ambient);
const Modals = lazy(() => import('../modals/modals.tsx').then((module) => ({ default: module.Modals })));

/** Loads what every screen has above it, so that drawing it does not have to wait. */
export const loadOverlays = ambient.preload;

/** What lies above every screen: modals, notices, tooltips. The code of modals comes with the first one. */
export function Overlays() {
  const hasModal = useSelector(useActorRefOf('modals'), ({ context }) => context.stack.length > 0);
  return (
    <>
      <ErrorBoundary fallback={() => hasModal && <Incomplete />}><Suspense fallback={null}>{hasModal && <Modals />}</Suspense></ErrorBoundary>
      <ErrorBoundary fallback={() => <Incomplete />}><Suspense fallback={null}><ambient.View /></Suspense></ErrorBoundary>
    </>
  );
}

/** A part of the client could not be had. A browser does not ask for the same code twice, so only loading anew helps. */
function Incomplete() {
  const t = useTranslations();
  const router = useActorRefOf('router');
  return (
    <div role="alert" className="fixed inset-x-4 bottom-20 z-70 mx-auto flex max-w-md flex-wrap items-center gap-3 rounded-lg border border-line bg-surface-1 p-4 text-sm text-ink shadow-overlay">
      <p className="min-w-0 flex-1">{t('app.incomplete')}</p>
      <Button variant="primary" onClick={() => router.send({ type: 'router.reload' })}>{t('app.reload')}</Button>
    </div>
  );
}
