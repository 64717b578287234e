import { tape } from './tape.ts';
import { z } from './zod.ts';
import { actorFact, chartFact, eventRecord } from './inspector-message.ts';

/** What a machine was, as far as a file can say it: actors and functions of its context are names only. */
const recordedState = z.object({
  /** Ids of the active states, of the chart. */
  active: z.array(z.string()),
  /** As XState says it: `'ready'`, `{ engine: 'idle' }`. */
  value: z.unknown(),
  context: z.unknown(),
});

const recordedActor = z.object({
  ...actorFact.shape,
  /** Before its first step of the recording; null for what is no machine. */
  start: z.nullable(recordedState),
  /** It came with the step of this number; null: it was there before. */
  cameWith: z.nullable(z.number()),
});

const recordedStep = z.object({
  ...eventRecord.shape,
  /** What it received; answers of ports and moments of the clock are such events, too. */
  payload: z.looseObject({ type: z.string() }),
  /** Active states after it; null while the receiver was not done with it. */
  active: z.nullable(z.array(z.string())),
});

/** A session of one page, in a file. No value in it is secret. */
export const recording = z.object({
  format: z.literal('earmark.recording'),
  version: z.literal(1),
  title: z.string(),
  charts: z.array(chartFact),
  actors: z.array(recordedActor),
  steps: z.array(recordedStep),
  /** With it the whole client can be played again; only of a page that was recorded from its start. */
  tape: z.optional(tape),
});

export type RecordedActor = z.infer<typeof recordedActor>;
export type RecordedStep = z.infer<typeof recordedStep>;
export type Recording = z.infer<typeof recording>;
