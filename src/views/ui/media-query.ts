import { useSyncExternalStore } from 'react';

/** The same query as the `phone` variant of theme.css. */
const QUERY = '(width < 40rem), (height < 40rem)';

const SMALL_QUERY = '(width < 22.5rem)';

const WIDE_QUERY = '(width >= 90rem)';

function mediaStore(query: string) {
  let list: MediaQueryList | undefined;
  const media = () => (list ??= matchMedia(query));
  const subscribe = (listener: () => void) => {
    media().addEventListener('change', listener);
    return () => media().removeEventListener('change', listener);
  };
  return { subscribe, read: () => media().matches };
}

const phone = mediaStore(QUERY);
const coarse = mediaStore('(pointer: coarse)');
const smallPhone = mediaStore(SMALL_QUERY);
const wide = mediaStore(WIDE_QUERY);

export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.read);
}

/** Whether the main pointer is a finger, which can't hover. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(coarse.subscribe, coarse.read);
}

export function useIsSmallPhone(): boolean {
  return useSyncExternalStore(smallPhone.subscribe, smallPhone.read);
}

/** Whether the player bar has room for a volume slider. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.read);
}
