import { useSelector } from '@xstate/react';
import { selectScreen } from '../../machines/app/app.selectors.ts';
import { selectHasModal } from '../../machines/app/modals/modals.selectors.ts';
import { ChunkFailure, chunk, ErrorBoundary } from '../ui/chunk.tsx';
import { useActorRefOf, useApp } from './actors-context.tsx';
import { ChunkFailed } from './crash.tsx';

const globalLayer = chunk(async () => (await import('./global-layer.tsx')).GlobalLayer);
const modals = chunk(async () => (await import('./modals/modals.tsx')).Modals);

export const loadOverlays = globalLayer.preload;
/** Preloads modals: React would hold back the first one for 300 ms. */
export const loadModals = modals.preload;

/** Modals, toasts and tooltips, above every screen. Without its code, a frame reports the failure; sign-in works. */
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
