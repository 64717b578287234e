import { capabilities } from './capabilities.ts';
import { z } from './zod.ts';

const value = z.optional(z.unknown());

/** A promise has its answer in an entry of its own. */
const outcome = { result: value, error: value };

/** Of each changed machine, by its name; null: it stopped. */
const states = z.record(z.string(), z.nullable(z.string()));

const incoming = {
  /** In ms since the page began. */
  at: z.number(),
  after: states,
  /** It arrived before the previous one was handled: both are one step. */
  isJoined: z.optional(z.boolean()),
};

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), ...incoming }),
  /** A call of a port. `path` is `api.call`, or `#7.close` of an object from a port. */
  z.object({
    kind: z.literal('call'),
    path: z.string(),
    args: z.array(z.unknown()),
    ...outcome,
    isLater: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('read'), path: z.string(), result: value }),
  /** The promise of the call with this index settled. */
  z.object({ kind: z.literal('answer'), call: z.number(), ...outcome, ...incoming }),
  /** A callback from a port. `listener`: index of the call that passed it, and its place: `12.1`. */
  z.object({
    kind: z.literal('tell'),
    listener: z.string(),
    args: z.array(z.unknown()),
    /** Index of the call that ran it before returning; such a one is no step. */
    within: z.optional(z.number()),
    ...incoming,
  }),
  /**
   * An event from a view or the token source. With `from` an actor continued by itself: its event is not on the tape.
   */
  z.object({
    kind: z.literal('send'),
    from: z.optional(z.string()),
    to: z.string(),
    event: z.looseObject({ type: z.string() }),
    ...incoming,
  }),
]);

/** All traffic between the client and its ports since the start, in order, without secrets. */
export const tape = z.object({
  baseUrl: z.string(),
  /** Recordings before November 2026 have none. */
  capabilities: z._default(capabilities, {
    setsVolume: true,
    sharesPictures: false,
    choosesFolders: true,
    speaks: false,
    keepsData: true,
  }),
  /** In ms since 1970. */
  startedAt: z.number(),
  entries: z.array(entry),
});

export type TapeEntry = z.infer<typeof entry>;
export type Tape = z.infer<typeof tape>;
