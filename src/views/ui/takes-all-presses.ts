import { useCoarsePointer } from './coarse-pointer.ts';
import { useIsPhone } from './phone.ts';

/** Whether presses beside an open popup only close it: for sheets, and for all popups under a finger. */
export function useTakesAllPresses(isSheet: boolean): boolean {
  const isPhone = useIsPhone();
  const isFinger = useCoarsePointer();
  return isFinger || (isPhone && isSheet);
}
