import { useSelector } from '@xstate/react';
import { selectScreen } from '../../machines/app/app.selectors.ts';
import { selectHasModal } from '../../machines/modals/modals.selectors.ts';
import { ChunkFailure, chunk } from '../ui/chunk.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useActorRefOf, useApp } from './actors-context.tsx';
import { ChunkFailed } from './chunk-failed.tsx';

const globalLayer = chunk(async () => (await import('./global-layer.tsx')).GlobalLayer);
const modals = chunk(async () => (await import('../modals/modals.tsx')).Modals);

/** Loads the global layer, so that it renders without waiting. */
export const loadOverlays = globalLayer.preload;
/** The same of what draws the open modals: React would hold back the first one for 300 ms. */
export const loadModals = modals.preload;

/**
 * Above every screen: modals, toasts, tooltips. The code of modals loads with the first one. When the global layer
 * failed to load, the frame of an account says so; the sign-in form works without it.
 */
export function Overlays() {
  const hasFrame = useSelector(useApp(), (state) => selectScreen(state) === 'frame');
  const hasModal = useSelector(useActorRefOf('modals'), selectHasModal);
  return (
    <>
      <ErrorBoundary fallback={() => hasModal && <ChunkFailed />}>{hasModal && <modals.View />}</ErrorBoundary>
      <ErrorBoundary fallback={() => <ChunkFailed />}>
        <ChunkFailure value={hasFrame && <ChunkFailed />}>
          <globalLayer.View />
        </ChunkFailure>
      </ErrorBoundary>
    </>
  );
}
