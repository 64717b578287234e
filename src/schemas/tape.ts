import { z } from './zod.ts';

const value = z.optional(z.unknown());

/** What came of a call: a value, an error, or a promise, whose answer is an entry of its own. */
const outcome = { result: value, error: value };

/** The state of each machine that changed, by its name; null: it is gone. */
const states = z.record(z.string(), z.nullable(z.string()));

/** Something that reached the client from outside. */
const incoming = {
  /** In ms since the page began. */
  at: z.number(),
  after: states,
  /** It came before the client was done with the one before it: both are one step. */
  isJoined: z.optional(z.boolean()),
};

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), ...incoming }),
  /** The client called a port. `path` is `api.call`, or `#7.close` of a thing that a port gave out. */
  z.object({
    kind: z.literal('call'),
    path: z.string(),
    args: z.array(z.unknown()),
    ...outcome,
    isLater: z.optional(z.boolean()),
  }),
  /** The client looked at something of a port; of `random` it took numbers. */
  z.object({ kind: z.literal('read'), path: z.string(), result: value }),
  /** The promise of the call with this index is kept, or broken. */
  z.object({ kind: z.literal('answer'), call: z.number(), ...outcome, ...incoming }),
  /** A port called a function back. `listener` is the index of the call that gave it and where it stood: `12.1`. */
  z.object({
    kind: z.literal('tell'),
    listener: z.string(),
    args: z.array(z.unknown()),
    /** Index of the call that it came from, before that returned; such a one is no step. */
    within: z.optional(z.number()),
    ...incoming,
  }),
  /**
   * A view, or the token source, sent an event. With `from` an actor did so by itself, when code had loaded or what it
   * waited for was done: what it sent is not on the tape.
   */
  z.object({
    kind: z.literal('send'),
    from: z.optional(z.string()),
    to: z.string(),
    event: z.looseObject({ type: z.string() }),
    ...incoming,
  }),
]);

/** All that went between the client and its ports since it began, in order. No value in it is secret. */
export const tape = z.object({
  baseUrl: z.string(),
  /** In ms since 1970. */
  startedAt: z.number(),
  entries: z.array(entry),
});

export type TapeEntry = z.infer<typeof entry>;
export type Tape = z.infer<typeof tape>;
