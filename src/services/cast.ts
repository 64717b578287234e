import type { CastSender } from './cast-sender.ts';

/** Casting to other devices from this page. */
export interface Cast {
  /** Whether the browser lets this page cast at all: https, or this computer itself. */
  readonly isSecure: boolean;
  /** Loads the sender framework, once. Null: this browser cannot cast. Rejects when the code failed to load. */
  load(): Promise<CastSender | null>;
  /** What {@link load} gave; null before. */
  sender(): CastSender | null;
}

/** Nothing is loaded before it is wanted: not the framework, nor the code that knows it. */
export function createCast(isSecure: boolean = globalThis.isSecureContext): Cast {
  let sender: CastSender | null = null;
  let loading: Promise<CastSender | null> | null = null;
  const load = async () => {
    const { loadCastSender } = await import('./cast-sender.ts');
    sender = await loadCastSender();
    return sender;
  };
  return {
    isSecure,
    load: () => (loading ??= load()),
    sender: () => sender,
  };
}
