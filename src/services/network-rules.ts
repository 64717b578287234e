import { EVERY, type NetworkRule } from '../schemas/inspector-message.ts';
import type { Fetch, Network, NetworkHand, NetworkRules } from './http.ts';

// Simulates a slow or failing network. Loads with the inspector; applies through `network.ts`.

const GARBLED = '{"garbled":';

/** `forget` drops answers prefetched before the rules. */
export const createNetworkHand = (network: Network, forget: () => void): NetworkHand => ({
  set(rules) {
    network.rules = rules.length === 0 ? null : createNetworkRules(rules);
    forget();
  },
});

/** All delays of matching rules add up; the first effect but `pass` wins. */
export function createNetworkRules(rules: readonly NetworkRule[]): NetworkRules {
  const rulesFor = (kind: NetworkRule['kind'], wanted: string) => {
    const found = rules.filter((rule) => rule.kind === kind && (rule.name === wanted || rule.name === EVERY));
    if (found.length === 0) return null;
    const { effect, status } = found.find((rule) => rule.effect !== 'pass') ?? { effect: 'pass' as const, status: 500 };
    return { delayMs: found.reduce((sum, { delayMs }) => sum + delayMs, 0), effect, status };
  };
  return {
    fetchFor(endpoint, fetch) {
      const rule = rulesFor('call', endpoint);
      if (!rule) return null;
      const changed: Fetch = async (input, init) => {
        await wait(rule.delayMs, init?.signal ?? (input instanceof Request ? input.signal : undefined));
        if (rule.effect === 'drop') throw new TypeError('Failed to fetch');
        if (rule.effect === 'fail') return new Response('By hand', { status: rule.status });
        if (rule.effect === 'garble') return new Response(GARBLED, { headers: { 'Content-Type': 'application/json' } });
        return fetch(input, init);
      };
      return changed;
    },
    receive(name, args, handOn) {
      const rule = rulesFor('event', name);
      if (rule?.effect === 'drop') return;
      const received = rule?.effect === 'garble' ? [GARBLED] : args;
      if (rule && rule.delayMs > 0) setTimeout(() => handOn(received), rule.delayMs);
      else handOn(received);
    },
  };
}

/** Rejects on abort, like fetch. */
function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
