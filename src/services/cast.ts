import type { CastSender } from './cast-sender.ts';

export interface Cast {
  /** Needs https or localhost. */
  readonly isSecure: boolean;
  /** Loads the sender framework once. Null: this browser cannot cast. Rejects when the code failed to load. */
  load(): Promise<CastSender | null>;
  /** Result of {@link load}; null before. */
  sender(): CastSender | null;
}

/** Loads nothing before {@link Cast.load}. */
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
