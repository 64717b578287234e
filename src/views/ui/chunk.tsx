import {
  type ComponentType,
  createContext,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  Component,
  useContext,
} from 'react';

import { untilTexts } from '../../locales/catalogue.ts';

export interface Chunk<Props> {
  /** Renders `fallback` until the code has loaded, {@link ChunkFailure} when that failed. */
  readonly View: ComponentType<Props>;
  /** Never rejects: the component loads again when it renders. */
  preload(): Promise<void>;
  /** Preloads when the browser is idle; only the first call counts. */
  preloadWhenFree(): Promise<void>;
}

export const ChunkFailure = createContext<ReactNode>(null);

/** Chunks that failed load again when this changes. */
export const ChunkRetry = createContext<unknown>(null);

/** Like React.lazy, but a loaded chunk renders at once: React.lazy suspends even then, for 300 ms. */
export function chunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): Chunk<Props>;
export function chunk(load: () => Promise<ComponentType>, fallback: ReactNode = null): Chunk<object> {
  let loaded: ComponentType | undefined;
  const bring = async () => {
    try {
      loaded ??= await load();
      await untilTexts();
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
  // Chosen at the first render and kept: a component of another type would remount.
  let drawn: ComponentType | LazyExoticComponent<ComponentType> | undefined;
  // React.lazy keeps a failure for ever. The next mount loads again; this one must not, or it would loop.
  const forgetFailure = () => {
    drawn = undefined;
  };
  return {
    preload,
    preloadWhenFree: () => (preloading ??= new Promise<void>(whenFree).then(preload)),
    View: function View(props) {
      drawn ??= loaded ?? lazy(bring);
      const Drawn = drawn;
      return (
        <ErrorBoundary fallback={inPlaceOf} onCatch={forgetFailure} retryOn={useContext(ChunkRetry)}>
          <Suspense fallback={fallback}>
            <Drawn {...props} />
          </Suspense>
        </ErrorBoundary>
      );
    },
  };
}

/** Safari has no requestIdleCallback. */
const whenFree = (work: () => void) => void (globalThis.requestIdleCallback ?? setTimeout)(() => work());

class MissingCode extends Error {}

/** For `onCaughtError` of a root: missing code is shown in its place and loads again, so it is a warning. */
export function logCaught(cause: unknown): void {
  console[cause instanceof MissingCode ? 'warn' : 'error'](cause);
}

function inPlaceOf(cause: unknown): ReactNode {
  if (cause instanceof MissingCode) return <ChunkFailure.Consumer>{(failure) => failure}</ChunkFailure.Consumer>;
  throw cause;
}

interface ErrorBoundaryProps {
  /** Renders instead of the children after one threw. `reset` renders them again. */
  readonly fallback: (cause: unknown, reset: () => void) => ReactNode;
  readonly onCatch?: (cause: unknown) => void;
  /** After a failure, the children render again when this changes. */
  readonly retryOn?: unknown;
  readonly children: ReactNode;
}

/** A class: React has no error boundaries as functions. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { cause: unknown } | null }> {
  override state: { failure: { cause: unknown } | null } = { failure: null };

  static getDerivedStateFromError(cause: unknown) {
    return { failure: { cause } };
  }

  readonly #reset = () => this.setState({ failure: null });

  override componentDidCatch(cause: unknown) {
    this.props.onCatch?.(cause);
  }

  override componentDidUpdate({ retryOn }: ErrorBoundaryProps) {
    if (this.state.failure && retryOn !== this.props.retryOn) this.#reset();
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.cause, this.#reset) : this.props.children;
  }
}
