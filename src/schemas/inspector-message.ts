import { networkRule } from './network-rule.ts';
import { z } from './zod.ts';

const name = z.string();

/** One actor of the inspected page. */
export const actorFact = z.object({
  /** Names the actor in its system. */
  id: name,
  parent: z.nullable(name),
  /** Its system id, else the id that its parent gave it. */
  name,
  /** What its machine looks like; null for an actor that is no machine. */
  chart: z.nullable(name),
  /** Ids of the states that are active, of the chart. */
  active: z.array(name),
  status: z.enum(['active', 'done', 'error', 'stopped']),
});

/** One state of a chart; the root has no parent. */
const chartState = z.object({
  id: name,
  parent: z.nullable(name),
  key: name,
  /** Keys from below the root, joined by dots; of the root its key. */
  path: name,
  kind: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']),
  isInitial: z.boolean(),
  /** Ids of what runs while the state is active. */
  invokes: z.array(name),
  tags: z.array(name),
});

/** One transition of a chart. Without targets it only acts. */
const chartTransition = z.object({
  /** As `transitionKey` names it. */
  key: name,
  source: name,
  targets: z.array(name),
  /** `player.pause`, `done load`, `after retryTime`, `always`. */
  event: name,
  guard: z.string(),
  actions: z.array(name),
});

/** A machine, ready to be drawn. */
export const chartFact = z.object({
  id: name,
  title: z.string(),
  states: z.array(chartState),
  transitions: z.array(chartTransition),
});

/** One event that an actor received, and what it did with it. */
export const eventRecord = z.object({
  /** Counts up from 1 in its page. */
  number: z.number(),
  /** In ms since the page began. */
  at: z.number(),
  /** Who sent it; null: from outside of the system. */
  from: z.nullable(z.object({ id: name, name })),
  to: z.object({ id: name, name }),
  event: name,
  chart: z.nullable(name),
  /** Keys of the transitions that it took, in order, those without an event included. */
  transitions: z.array(name),
  actions: z.array(name),
  /** How long the receiver worked, in ms, with what its actions sent on at once; null while it waits. */
  tookMs: z.nullable(z.number()),
  /** False: a machine in a state where the event means nothing. */
  isTaken: z.boolean(),
});

/** What the same machine does with one step of a recording now. */
export const replayedStep = z.object({
  number: z.number(),
  active: z.array(name),
  /** False: the event means nothing to it there. */
  isTaken: z.boolean(),
  /** Why it could not be replayed; null: it could. */
  problem: z.nullable(z.string()),
});

const page = z.object({
  id: name,
  title: z.string(),
  path: z.string(),
  /** All since its start is on a tape. */
  isTaped: z.boolean(),
  /** It can be reloaded to be taped from its start: the browser keeps that it shall. */
  canTape: z.boolean(),
});

/** Where a client that plays a tape goes otherwise. */
const stageDifference = z.object({
  /** From 0, of the tape. */
  step: z.number(),
  /** Machines with their states, and calls that were not made. */
  what: z.array(z.string()),
});

/** What an inspector asks of the pages of this browser. */
export const inspectorRequest = z.discriminatedUnion('type', [
  /** Who is there? */
  z.object({ type: z.literal('pages.requested') }),
  /** Record for me: again and again, else the page stops. `isFirst`: tell me all that there is. */
  z.object({ type: z.literal('watch.requested'), page: name, watcher: name, isFirst: z.boolean() }),
  z.object({ type: z.literal('watch.ended'), page: name, watcher: name }),
  z.object({ type: z.literal('actor.requested'), page: name, actor: name }),
  z.object({ type: z.literal('record.requested'), page: name, record: z.number() }),
  /** All that is kept, as one recording. */
  z.object({ type: z.literal('recording.requested'), page: name }),
  /** What would your machines do with this recording? */
  z.object({ type: z.literal('replay.requested'), page: name, recording: z.unknown() }),
  /** Reload, and write down all from the start. `isPanel`: with the inspector in the page again. */
  z.object({ type: z.literal('tape.requested'), page: name, isPanel: z.boolean() }),
  /** Stage, play this tape up to this step, from 0. */
  z.object({ type: z.literal('stage.show'), stage: name, tape: z.unknown(), step: z.number() }),
  z.object({ type: z.literal('stage.go'), stage: name, step: z.number() }),
  z.object({ type: z.literal('stage.close'), stage: name }),
  /** Send this event to this actor. */
  z.object({ type: z.literal('event.requested'), page: name, actor: name, event: z.looseObject({ type: name }) }),
  /** Do this to your network from now on, and nothing else. */
  z.object({ type: z.literal('rules.requested'), page: name, rules: z.array(networkRule) }),
]);

/** What an inspected page tells. Values are JSON without secrets. */
export const inspectorReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('page.found'), page }),
  z.object({ type: z.literal('page.left'), page: name }),
  z.object({
    type: z.literal('page.recorded'),
    page: name,
    /** All that there is, not what is new. */
    isWhole: z.boolean(),
    actors: z.array(actorFact),
    /** Actors that ended. */
    gone: z.array(name),
    charts: z.array(chartFact),
    records: z.array(eventRecord),
  }),
  z.object({
    type: z.literal('actor.described'),
    page: name,
    actor: name,
    /** Context, output and error, as far as it has them. */
    value: z.unknown(),
    /** Events that it can take now. */
    takes: z.array(name),
  }),
  z.object({
    type: z.literal('record.described'),
    page: name,
    record: z.number(),
    event: z.unknown(),
    /** Context before and after; the same when nothing changed. */
    before: z.unknown(),
    after: z.unknown(),
  }),
  z.object({ type: z.literal('recording.finished'), page: name, recording: z.unknown() }),
  z.object({
    type: z.literal('recording.replayed'),
    page: name,
    steps: z.array(replayedStep),
    /** Machines that this page has not loaded. */
    missing: z.array(name),
  }),
  /** A window is there for the client of a tape. */
  z.object({ type: z.literal('stage.opened'), stage: name }),
  z.object({ type: z.literal('stage.left'), stage: name }),
  /** It stands after this step. */
  z.object({
    type: z.literal('stage.reached'),
    stage: name,
    step: z.number(),
    /** Of all steps so far. */
    differences: z.array(stageDifference),
  }),
  z.object({ type: z.literal('event.answered'), page: name, isTaken: z.boolean() }),
  /** What is done to its network. `isAllowed`: whether it lets one do something to it. */
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
