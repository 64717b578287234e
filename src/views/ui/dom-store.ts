import { useRef, useSyncExternalStore } from 'react';

/** A value from the DOM (size, hover, focus, a broken picture) that React can read. */
export interface DomStore<T> {
  read: () => T;
  /** Listeners run only when the value changed (Object.is). */
  write: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createDomStore<T>(initial: T): DomStore<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    read: () => current,
    write: (value) => {
      if (Object.is(current, value)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A DomStore that lives as long as the component. `initial` counts at the first render only. */
export function useDomStore<T>(initial: T): [value: T, store: DomStore<T>] {
  const ref = useRef<DomStore<T> | null>(null);
  const store = (ref.current ??= createDomStore(initial));
  return [useSyncExternalStore(store.subscribe, store.read), store];
}
