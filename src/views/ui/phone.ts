import { useSyncExternalStore } from 'react';

/** The same query as the `phone` variant of theme.css (CON-051). */
const QUERY = '(width < 640px), (height < 640px)';

/** Phones on which two covers of phone size do not fit side by side. */
const SMALL_QUERY = '(width < 22.5rem)';

/** Windows in which the player bar has room for the slider of the volume beside all its buttons. */
const WIDE_QUERY = '(width >= 90rem)';

/** A store of whether a media query matches. */
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
const smallPhone = mediaStore(SMALL_QUERY);
const wide = mediaStore(WIDE_QUERY);

/** Whether the layout is that of a phone, for sizes that must be numbers. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.read);
}

/** Whether it is a phone less than 360 px wide. */
export function useIsSmallPhone(): boolean {
  return useSyncExternalStore(smallPhone.subscribe, smallPhone.read);
}

/** Whether the player bar has room for a slider of the volume. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.read);
}
