import { useSelector } from '@xstate/react';
import { selectCurrentLibrary } from '../../machines/libraries/libraries.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { CoverAspect } from '../ui/cover.tsx';

/** The chosen library; null until the list is there. */
export function useCurrentLibrary() {
  return useSelector(useActorRefOf('libraries'), selectCurrentLibrary);
}

/** The shape of covers in the chosen library (LIB-018): 0 is 1.6 to 1, everything else square. */
export function useCoverAspect(): CoverAspect {
  return useCurrentLibrary()?.settings.coverAspectRatio === 0 ? 'book' : 'square';
}
