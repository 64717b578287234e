import { type ComponentType, createContext, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** A component in a chunk of its own, and a way to fetch the chunk before it is drawn. */
export interface Chunk<Props> {
  /** Draws the component; `fallback` until its code is there, and what {@link ChunkFailure} gives when it cannot be had. */
  readonly View: ComponentType<Props>;
  /** Never rejects: what fails here is tried again, and told, when the component is drawn. */
  preload(): Promise<void>;
}

/** What to draw in place of a component whose code cannot be had. */
export const ChunkFailure = createContext<ReactNode>(null);

/**
 * Like React.lazy, but a chunk that is there already is drawn at once. React.lazy suspends even then, and React holds
 * back whatever follows a shown fallback for 300 ms.
 */
export function chunk<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined;
  const bring = async () => {
    try {
      loaded ??= await load();
    } catch (cause) {
      throw new MissingCode('Code could not be had', { cause });
    }
    return { default: loaded };
  };
  // Chosen at the first drawing and kept: a component of another type in the same place would be mounted anew.
  let drawn: ComponentType<Props> | undefined;
  // React.lazy keeps a failure for ever. The next drawing asks again; not this one, which would go on asking.
  const forgetFailure = () => {
    drawn = undefined;
  };
  return {
    preload: () => bring().then(() => undefined, () => undefined),
    View: function View(props) {
      drawn ??= loaded ?? (lazy(bring) as unknown as ComponentType<Props>);
      const Drawn = drawn;
      return (
        <ErrorBoundary fallback={inPlaceOf} onCatch={forgetFailure}>
          <Suspense fallback={fallback}><Drawn {...props} /></Suspense>
        </ErrorBoundary>
      );
    },
  };
}

class MissingCode extends Error {}

/** Only missing code ends here; a component that throws is for the boundary around it. */
function inPlaceOf(cause: unknown): ReactNode {
  if (cause instanceof MissingCode) return <ChunkFailure.Consumer>{(failure) => failure}</ChunkFailure.Consumer>;
  throw cause;
}
