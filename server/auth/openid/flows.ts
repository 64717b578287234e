import { randomBytes } from 'node:crypto';

/** A sign-in that somebody began and that the provider has not ended yet. */
export interface Flow {
  /** The browser that began it: the value of its session cookie. */
  readonly browser: string;
  /** Where the browser goes afterwards; null for an app, which gets its tokens as an answer. */
  readonly callback: string | null;
  /** What the provider was told to come back to. */
  readonly redirectUri: string;
  /** Where an app wants the code; null in a browser. */
  readonly appUri: string | null;
  /** Proves to the provider who began; null for an app, which has its own. */
  readonly verifier: string | null;
  readonly nonce: string | null;
  readonly startedAt: number;
}

/** How long a person may take at the provider, in ms. */
const LIFETIME_MS = 10 * 60_000;
/** The oldest ones give way beyond this. */
const MOST = 1000;

export type Flows = ReturnType<typeof createFlows>;

/** The begun sign-ins by their `state`; they end with the server. */
export function createFlows() {
  const flows = new Map<string, Flow>();
  return {
    begin: (state: string, flow: Omit<Flow, 'startedAt'>): void => {
      flows.set(state, { ...flow, startedAt: Date.now() });
      const [oldest] = flows.keys();
      if (flows.size > MOST && oldest !== undefined) flows.delete(oldest);
    },
    /** Without taking it: an app's code passes through its browser first. */
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
