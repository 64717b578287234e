import { randomBytes } from 'node:crypto';

/** A sign-in in progress at the provider. */
export interface Flow {
  /** Session cookie of the browser that began it. */
  readonly browser: string;
  /** Where the browser goes afterwards; null for an app, which gets its tokens in the answer. */
  readonly callback: string | null;
  readonly redirectUri: string;
  /** Where an app wants the code; null in a browser. */
  readonly appUri: string | null;
  /** PKCE verifier; null for an app, which keeps its own. */
  readonly verifier: string | null;
  readonly nonce: string | null;
  readonly startedAt: number;
}

/** Time limit for the person at the provider, in ms. */
const LIFETIME_MS = 10 * 60_000;
/** Beyond this the oldest ones are dropped. */
const MOST = 1000;

export type Flows = ReturnType<typeof createFlows>;

/** Sign-ins in progress by their `state`, kept in memory only. */
export function createFlows() {
  const flows = new Map<string, Flow>();
  return {
    begin: (state: string, flow: Omit<Flow, 'startedAt'>): void => {
      flows.set(state, { ...flow, startedAt: Date.now() });
      const [oldest] = flows.keys();
      if (flows.size > MOST && oldest !== undefined) flows.delete(oldest);
    },
    /** Does not consume it: an app's code passes through its browser first. */
    peek: (state: string): Flow | undefined => flows.get(state),
    /** Each is good for one return, from the browser that began it. */
    take: (state: string, browser: string | undefined): Flow | 'expired' | 'mismatch' => {
      const flow = flows.get(state);
      if (!flow) return 'expired';
      if (flow.browser !== browser) return 'mismatch';
      flows.delete(state);
      return Date.now() - flow.startedAt > LIFETIME_MS ? 'expired' : flow;
    },
  };
}

export const newState = (): string => randomBytes(32).toString('base64url');
