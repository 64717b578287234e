import { type ComponentType, createContext, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** A component in a chunk of its own, which can be loaded before it renders. */
export interface Chunk<Props> {
  /** Renders the component: `fallback` until its code has loaded, {@link ChunkFailure} when that failed. */
  readonly View: ComponentType<Props>;
  /** Never rejects: a failed load is tried again when the component renders. */
  preload(): Promise<void>;
  /** The same once the browser has nothing better to do; only the first call counts. */
  preloadWhenFree(): Promise<void>;
}

/** What renders instead of a component whose code failed to load. */
export const ChunkFailure = createContext<ReactNode>(null);

/**
 * Like React.lazy, but a loaded chunk renders at once. React.lazy suspends even then, and React holds back what follows
 * a shown fallback for 300 ms.
 */
export function chunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined;
  const bring = async () => {
    try {
      loaded ??= await load();
    } catch (cause) {
      throw new MissingCode('A chunk failed to load', { cause });
    }
    return { default: loaded };
  };
  const preload = () =>
    bring().then(
      () => undefined,
      () => undefined,
    );
  let preloading: Promise<void> | undefined;
  // Chosen at the first render and kept: a component of another type would mount again.
  let drawn: ComponentType<Props> | undefined;
  // React.lazy keeps a failure for ever. The next mount loads again; this one must not, or it would never stop.
  const forgetFailure = () => {
    drawn = undefined;
  };
  return {
    preload,
    preloadWhenFree: () => (preloading ??= new Promise<void>(whenFree).then(preload)),
    View: function View(props) {
      drawn ??= loaded ?? (lazy(bring) as unknown as ComponentType<Props>);
      const Drawn = drawn;
      return (
        <ErrorBoundary fallback={inPlaceOf} onCatch={forgetFailure}>
          <Suspense fallback={fallback}>
            <Drawn {...props} />
          </Suspense>
        </ErrorBoundary>
      );
    },
  };
}

/** Safari does not tell when it is idle. */
const whenFree = (work: () => void) => void (globalThis.requestIdleCallback ?? setTimeout)(() => work());

class MissingCode extends Error {}

/** Handles missing code only; a component that throws is for the boundary around it. */
function inPlaceOf(cause: unknown): ReactNode {
  if (cause instanceof MissingCode) return <ChunkFailure.Consumer>{(failure) => failure}</ChunkFailure.Consumer>;
  throw cause;
}
