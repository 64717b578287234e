import type { NetworkRule } from '../schemas/network-rule.ts';

export type Fetch = typeof globalThis.fetch;

/** What is done to calls and server events by hand. */
export interface NetworkRules {
  /** How to fetch for this endpoint instead; null: as ever. */
  fetchFor(endpoint: string, fetch: Fetch): Fetch | null;
  /** Hands a server event on: later, never, or with arguments that cannot be read. */
  hear(name: string, args: readonly unknown[], handOn: (args: readonly unknown[]) => void): void;
}

/** Where the rules are put in: asked at each call and server event. Without rules it is empty and costs nothing. */
export interface Network {
  rules: NetworkRules | null;
}

export const createNetwork = (): Network => ({ rules: null });

/** Puts rules between the client and its server. Throws away what was prefetched without them. */
export interface NetworkHand {
  /** In place of all rules before. */
  set(rules: readonly NetworkRule[]): void;
}
