import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  /** Drawn in place of what failed. `reset` draws the children again. */
  readonly fallback: (cause: unknown, reset: () => void) => ReactNode;
  /** Told once for each failure. */
  readonly onCatch?: () => void;
  readonly children: ReactNode;
}

/** Keeps a view that throws from taking the rest of the window with it. React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { cause: unknown } | null }> {
  override state: { failure: { cause: unknown } | null } = { failure: null };

  static getDerivedStateFromError(cause: unknown) {
    return { failure: { cause } };
  }

  readonly #reset = () => this.setState({ failure: null });

  override componentDidCatch() {
    this.props.onCatch?.();
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.cause, this.#reset) : this.props.children;
  }
}
