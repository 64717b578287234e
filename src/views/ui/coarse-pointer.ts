import { useSyncExternalStore } from 'react';

let list: MediaQueryList | undefined;
const coarse = () => (list ??= matchMedia('(pointer: coarse)'));
const subscribe = (listener: () => void) => {
  coarse().addEventListener('change', listener);
  return () => coarse().removeEventListener('change', listener);
};

/** Whether the main pointer is a finger, which can't hover. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(subscribe, () => coarse().matches);
}
