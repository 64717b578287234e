import { z } from './zod.ts';

export const RULE_STATUSES = [401, 404, 429, 500] as const;

/** Milliseconds. */
export const MOST_DELAY_MS = 120_000;

export const EVERY = '*';

/** A simulated fault for calls to one endpoint, or one server event. */
export const networkRule = z.object({
  id: z.string(),
  kind: z.enum(['call', 'event']),
  name: z.string().check(z.minLength(1)),
  delayMs: z.number().check(z.gte(0), z.lte(MOST_DELAY_MS)),
  /**
   * `drop`: as if the line were cut. `garble`: the answer is invalid. `fail`: answered with `status`; never of events.
   */
  effect: z.enum(['pass', 'drop', 'garble', 'fail']),
  status: z.union(RULE_STATUSES.map((status) => z.literal(status))),
});

export type NetworkRule = z.infer<typeof networkRule>;
export type RuleEffect = NetworkRule['effect'];
