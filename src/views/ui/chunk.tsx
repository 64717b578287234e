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
  const Lazy: ComponentType<Props> = lazy(preload) as never;
  // Chosen at the first drawing and kept: a component of another type in the same place would be mounted anew.
  let drawn: ComponentType<Props> | undefined;
  return {
    preload,
    View: function View(props) {
      drawn ??= loaded ?? Lazy;
      const Drawn = drawn;
      return <Drawn {...props} />;
    },
  };
}
