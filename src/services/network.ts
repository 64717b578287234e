import type { NetworkRule } from '../schemas/network-rule.ts';

export type Fetch = typeof globalThis.fetch;

export interface NetworkRules {
  /** Replacement for fetch; null: unchanged. */
  fetchFor(endpoint: string, fetch: Fetch): Fetch | null;
  /** Forwards a server event: delayed, never, or with garbled arguments. */
  hear(name: string, args: readonly unknown[], handOn: (args: readonly unknown[]) => void): void;
}

/** Holder of the network rules; null costs nothing. */
export interface Network {
  rules: NetworkRules | null;
}

export const createNetwork = (): Network => ({ rules: null });

/** Sets network rules and drops prefetched answers. */
export interface NetworkHand {
  set(rules: readonly NetworkRule[]): void;
}
