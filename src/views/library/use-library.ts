import { useSelector } from '@xstate/react';
import { selectCurrentLibrary } from '../../machines/libraries/libraries.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { CoverAspect } from '../ui/cover.tsx';

/** The current library; null until the list has loaded. */
export function useCurrentLibrary() {
  return useSelector(useActorRefOf('libraries'), selectCurrentLibrary);
}

/** Setting 0 is 1.6 to 1, all others are square. */
export function useCoverAspect(): CoverAspect {
  return useCurrentLibrary()?.settings.coverAspectRatio === 0 ? 'book' : 'square';
}
