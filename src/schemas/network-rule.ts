import { z } from './zod.ts';

/** Statuses that a rule may answer with. */
export const RULE_STATUSES = [401, 404, 429, 500] as const;

/** The longest delay of a rule, in ms. */
export const MOST_DELAY_MS = 120_000;

/** Stands for all calls, or all server events. */
export const EVERY = '*';

/** What becomes of calls to one endpoint, or of one server event, while somebody wants a bad network. */
export const networkRule = z.object({
  id: z.string(),
  kind: z.enum(['call', 'event']),
  /** An endpoint, or an event by its name on the wire; {@link EVERY} for all of that kind. */
  name: z.string().check(z.minLength(1)),
  /** Waited before anything else, in ms. */
  delayMs: z.number().check(z.gte(0), z.lte(MOST_DELAY_MS)),
  /**
   * `pass`: it goes on. `drop`: as if the line were cut; an event does not come. `garble`: the answer cannot be read.
   * `fail`: the call is answered with `status` and does not reach the server; never of events.
   */
  effect: z.enum(['pass', 'drop', 'garble', 'fail']),
  status: z.union(RULE_STATUSES.map((status) => z.literal(status))),
});

export type NetworkRule = z.infer<typeof networkRule>;
export type RuleEffect = NetworkRule['effect'];
