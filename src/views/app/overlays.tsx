import { useSelector } from '@xstate/react';
import { chunk } from '../ui/chunk.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useActorRefOf } from './actors-context.tsx';
import { Incomplete } from './incomplete.tsx';

const ambient = chunk(async () => (await import('./ambient.tsx')).Ambient);
const modals = chunk(async () => (await import('../modals/modals.tsx')).Modals);

/** Loads what every screen has above it, so that drawing it does not have to wait. */
export const loadOverlays = ambient.preload;

/** What lies above every screen: modals, notices, tooltips. The code of modals comes with the first one. */
export function Overlays() {
  const hasModal = useSelector(useActorRefOf('modals'), ({ context }) => context.stack.length > 0);
  return (
    <>
      <ErrorBoundary fallback={() => hasModal && <Incomplete />}>{hasModal && <modals.View />}</ErrorBoundary>
      <ErrorBoundary fallback={() => <Incomplete />}><ambient.View /></ErrorBoundary>
    </>
  );
}
