import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  /** Renders instead of the children after one threw. `reset` renders them again. */
  readonly fallback: (cause: unknown, reset: () => void) => ReactNode;
  readonly onCatch?: (cause: unknown) => void;
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

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.cause, this.#reset) : this.props.children;
  }
}
