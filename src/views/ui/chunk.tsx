import { type ComponentType, lazy } from 'react';

/** A component in a chunk of its own, and a way to fetch the chunk before it is drawn. */
export interface Chunk<Props> {
  readonly View: ComponentType<Props>;
  preload(): Promise<unknown>;
}

/**
 * Like React.lazy, but a chunk that is there already is drawn at once. React.lazy suspends even then, and React holds
 * back whatever follows a shown fallback for 300 ms.
 */
export function chunk<Props extends object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy = lazy(() => (loaded ? settled({ default: loaded }) : preload()));
  return { preload, View: Lazy as unknown as ComponentType<Props> };
}

/** A promise that calls back at once; React.lazy reads it without suspending. */
function settled<Value>(value: Value): Promise<Value> {
  const promise = Promise.resolve(value);
  const then = (onFulfilled?: (value: Value) => unknown) => Promise.resolve(onFulfilled?.(value));
  // oxlint-disable-next-line no-thenable -- to be read by React.lazy only
  return Object.assign(promise, { then }) as Promise<Value>;
}
