import { z } from './zod.ts';

export const RULE_STATUSES = [401, 404, 429, 500] as const;

/** Milliseconds. */
const MOST_DELAY_MS = 120_000;

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

const name = z.string();

export const actorFact = z.object({
  id: name,
  parent: z.nullable(name),
  name,
  chart: z.nullable(name),
  active: z.array(name),
  status: z.enum(['active', 'done', 'error', 'stopped']),
});

const chartState = z.object({
  id: name,
  parent: z.nullable(name),
  key: name,
  /** Keys below the root, joined by dots; of the root its key. */
  path: name,
  kind: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']),
  isInitial: z.boolean(),
  invokes: z.array(name),
  tags: z.array(name),
});

const chartTransition = z.object({
  key: name,
  source: name,
  targets: z.array(name),
  event: name,
  guard: z.string(),
  actions: z.array(name),
});

export const chartFact = z.object({
  id: name,
  title: z.string(),
  states: z.array(chartState),
  transitions: z.array(chartTransition),
});

export const eventRecord = z.object({
  /** From 1, per page. */
  number: z.number(),
  /** In ms since the page began. */
  at: z.number(),
  /** null: from outside of the system. */
  from: z.nullable(z.object({ id: name, name })),
  to: z.object({ id: name, name }),
  event: name,
  chart: z.nullable(name),
  /** Keys, in order, those without an event included. */
  transitions: z.array(name),
  actions: z.array(name),
  /** In ms, with synchronous sends of its actions; null while it waits. */
  tookMs: z.nullable(z.number()),
  /** False: the state of the machine ignores the event. */
  isTaken: z.boolean(),
  /** Guards that refused an ignored event; none where no state waits for it. */
  refusedBy: z._default(z.array(name), []),
});

const replayedStep = z.object({
  number: z.number(),
  active: z.array(name),
  isTaken: z.boolean(),
  problem: z.nullable(z.string()),
});

const page = z.object({
  id: name,
  title: z.string(),
  path: z.string(),
  isTaped: z.boolean(),
  /** A reload can start a tape: the browser has storage. */
  canTape: z.boolean(),
});

/** Where a replayed client differs from its tape. */
const stageDifference = z.object({
  step: z.number(),
  /** Machines with their states, and missing calls. */
  what: z.array(z.string()),
});

export const inspectorRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pages.requested') }),
  /** Recording stops unless this is repeated. `isFirst`: requests everything, not only news. */
  z.object({ type: z.literal('watch.requested'), page: name, watcher: name, isFirst: z.boolean() }),
  z.object({ type: z.literal('watch.ended'), page: name, watcher: name }),
  z.object({ type: z.literal('actor.requested'), page: name, actor: name }),
  z.object({ type: z.literal('record.requested'), page: name, record: z.number() }),
  /** `isAnonymous`: without personal data. */
  z.object({ type: z.literal('recording.requested'), page: name, isAnonymous: z.boolean() }),
  z.object({ type: z.literal('replay.requested'), page: name, recording: z.unknown() }),
  /** Requests a reload with a tape. `isPanel`: reopens the inspector in the page. */
  z.object({ type: z.literal('tape.requested'), page: name, isPanel: z.boolean() }),
  /** `step` from 0. */
  z.object({ type: z.literal('stage.show'), stage: name, tape: z.unknown(), step: z.number() }),
  z.object({ type: z.literal('stage.go'), stage: name, step: z.number() }),
  z.object({ type: z.literal('stage.close'), stage: name }),
  z.object({ type: z.literal('event.requested'), page: name, actor: name, event: z.looseObject({ type: name }) }),
  z.object({ type: z.literal('rules.requested'), page: name, rules: z.array(networkRule) }),
]);

/** Values are JSON without secrets. */
export const inspectorReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('page.found'), page }),
  z.object({ type: z.literal('page.left'), page: name }),
  z.object({
    type: z.literal('page.recorded'),
    page: name,
    isWhole: z.boolean(),
    actors: z.array(actorFact),
    gone: z.array(name),
    charts: z.array(chartFact),
    records: z.array(eventRecord),
  }),
  z.object({
    type: z.literal('actor.described'),
    page: name,
    actor: name,
    /** Context, output and error, where it has them. */
    value: z.unknown(),
    takes: z.array(name),
  }),
  z.object({
    type: z.literal('record.described'),
    page: name,
    record: z.number(),
    event: z.unknown(),
    before: z.unknown(),
    after: z.unknown(),
  }),
  z.object({ type: z.literal('recording.finished'), page: name, recording: z.unknown() }),
  z.object({
    type: z.literal('recording.replayed'),
    page: name,
    steps: z.array(replayedStep),
    missing: z.array(name),
  }),
  z.object({ type: z.literal('stage.opened'), stage: name }),
  z.object({ type: z.literal('stage.left'), stage: name }),
  z.object({
    type: z.literal('stage.reached'),
    stage: name,
    step: z.number(),
    differences: z.array(stageDifference),
  }),
  z.object({ type: z.literal('event.answered'), page: name, isTaken: z.boolean() }),
  z.object({ type: z.literal('rules.changed'), page: name, isAllowed: z.boolean(), rules: z.array(networkRule) }),
]);

export type ActorFact = z.infer<typeof actorFact>;
export type ChartState = z.infer<typeof chartState>;
export type ChartTransition = z.infer<typeof chartTransition>;
export type ChartFact = z.infer<typeof chartFact>;
export type EventRecord = z.infer<typeof eventRecord>;
export type StageDifference = z.infer<typeof stageDifference>;
export type ReplayedStep = z.infer<typeof replayedStep>;
export type PageFact = z.infer<typeof page>;
export type InspectorRequest = z.infer<typeof inspectorRequest>;
export type InspectorReport = z.infer<typeof inspectorReport>;
