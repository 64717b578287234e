import { tape } from './tape.ts';
import { z } from './zod.ts';
import { actorFact, chartFact, eventRecord } from './inspector-message.ts';

/** Actors and functions in its context are names only. */
const recordedState = z.object({
  active: z.array(z.string()),
  value: z.unknown(),
  context: z.unknown(),
});

const recordedActor = z.object({
  ...actorFact.shape,
  /** Before the first recorded step; null without a machine. */
  start: z.nullable(recordedState),
  /** The machine that started it and the name of its logic there: `providers/provider`. Its title names many forms. */
  source: z.optional(z.string()),
  /** Number of the step that started it; null: it was running before. */
  cameWith: z.nullable(z.number()),
});

const recordedStep = z.object({
  ...eventRecord.shape,
  /** A received event; answers of ports and ticks of the clock are events, too. */
  payload: z.looseObject({ type: z.string() }),
  active: z.nullable(z.array(z.string())),
  /** Of the context, by the event. */
  changes: z.optional(z.object({ before: z.unknown(), after: z.unknown() })),
  /** The state after it, where the steps alone don't lead there: it read a clock, a port or another actor. */
  after: z.optional(recordedState),
});

/** A session of one page, without secrets. */
export const recording = z.object({
  format: z.literal('earmark.recording'),
  version: z.literal(1),
  title: z.string(),
  /** Personal data is left out. */
  isAnonymous: z._default(z.boolean(), false),
  charts: z.array(chartFact),
  actors: z.array(recordedActor),
  steps: z.array(recordedStep),
  tape: z.optional(tape),
});

export type RecordedState = z.infer<typeof recordedState>;
export type RecordedActor = z.infer<typeof recordedActor>;
export type RecordedStep = z.infer<typeof recordedStep>;
export type Recording = z.infer<typeof recording>;
