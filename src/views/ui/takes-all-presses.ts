import { useCoarsePointer } from './coarse-pointer.ts';
import { useIsPhone } from './phone.ts';

/**
 * Whether an open popup takes the presses beside it, too: they close it and do nothing else. A sheet does, and every
 * popup under a finger, which has no room to miss what else is there.
 */
export function useTakesAllPresses(isSheet: boolean): boolean {
  const isPhone = useIsPhone();
  const isFinger = useCoarsePointer();
  return isFinger || (isPhone && isSheet);
}
