import { useSyncExternalStore } from 'react';

/** The same border as the `phone` variant of theme.css (CON-051). */
const QUERY = '(width < 640px), (height < 640px)';

let list: MediaQueryList | undefined;
const phone = () => (list ??= matchMedia(QUERY));
const subscribe = (listener: () => void) => {
  phone().addEventListener('change', listener);
  return () => phone().removeEventListener('change', listener);
};

/** Whether the layout is that of a phone, for sizes that have to be numbers. One query for all that ask. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone().matches);
}
