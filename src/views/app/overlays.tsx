import { useSelector } from '@xstate/react';
import { Suspense, lazy } from 'react';
import { useActorRefOf } from './actors-context.tsx';

const Toasts = lazy(() => import('../toasts/toasts.tsx').then((module) => ({ default: module.Toasts })));
const Modals = lazy(() => import('../modals/modals.tsx').then((module) => ({ default: module.Modals })));
const TooltipLayer = lazy(() => import('../ui/tooltip-layer.tsx').then((module) => ({ default: module.TooltipLayer })));

/** What lies above every screen: modals, notices, tooltips. The code of modals comes with the first one. */
export function Overlays() {
  const hasModal = useSelector(useActorRefOf('modals'), ({ context }) => context.stack.length > 0);
  return (
    <>
      <Suspense fallback={null}>{hasModal && <Modals />}</Suspense>
      <Suspense fallback={null}><Toasts /></Suspense>
      <Suspense fallback={null}><TooltipLayer /></Suspense>
    </>
  );
}
