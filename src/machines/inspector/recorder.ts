import type { AnyActorRef, AnyStateMachine, AnyTransitionDefinition, EventObject, InspectionEvent } from 'xstate';
import type { ActorFact, ChartFact, EventRecord, ReplayedStep } from '../../schemas/inspector-message.ts';
import type { Recording } from '../../schemas/recording.ts';
import type { Tape } from '../../schemas/tape.ts';
import { transitionKey } from '../kit/transitions.ts';
import { actionName, chartOf } from './chart.logic.ts';
import {
  canTake,
  contextOf,
  eventsTakenBy,
  factOf,
  listActors,
  machineOf,
  machinesOf,
  nameOf,
} from './actors.logic.ts';
import { createRedactor } from './redact.logic.ts';
import { MOST_CHARACTERS, recordingOf } from './recording.logic.ts';
import { replayAll } from './replay.logic.ts';
import { tap, type Told } from './tap.ts';

/** What is new since the last time. */
export interface Recorded {
  readonly actors: readonly ActorFact[];
  /** Ids of actors that ended. */
  readonly gone: readonly string[];
  readonly charts: readonly ChartFact[];
  readonly records: readonly EventRecord[];
}

/**
 * Records what happens in one actor system. Nobody listens to the system before `start` and after `stop`. While it
 * records, each inspection event is only kept; what it means is worked out when it is told. Nothing that it tells holds
 * a secret.
 */
export interface Recorder {
  start(): void;
  stop(): void;
  /** What came since the last call; with `isWhole` all that is kept. */
  take(isWhole?: boolean): Recorded;
  describeActor(id: string): { readonly value: unknown; readonly takes: readonly string[] } | null;
  describeRecord(number: number): (Pick<Kept, 'before' | 'after'> & { readonly event: unknown }) | null;
  /** All that is kept, without secrets. At most so many characters of JSON: the oldest steps are left out. */
  recording(title: string, most?: number): Recording;
  /** What the machines that this page has loaded do with a recording. */
  replay(recording: Recording): { readonly steps: readonly ReplayedStep[]; readonly missing: readonly string[] };
  /** Sends an event to an actor that can take it now. Returns whether it could. */
  send(id: string, event: EventObject): boolean;
}

export interface RecorderOptions {
  /** Root of the system. */
  readonly root: AnyActorRef;
  /** In ms since the page began. */
  readonly elapsed: () => number;
  /** What went between the client and its ports, where that was written down. */
  readonly tape?: (() => Tape) | undefined;
  /** Most events that are kept. Default 5000. */
  readonly size?: number;
  /** Most inspection events between two calls of `take`; the oldest are dropped. A power of two. Default 32,768. */
  readonly inbox?: number;
}

/** An event while it is kept: what it means, and the things themselves, for who wants to see more of it. */
export interface Kept {
  line: EventRecord;
  readonly event: EventObject;
  readonly actor: AnyActorRef;
  /** Snapshots of its actor. */
  readonly before: unknown;
  after: unknown;
}

interface TransitionNames {
  /** Empty for one that is not taken by an event. */
  readonly keys: readonly string[];
  readonly actions: readonly string[];
}

export function createRecorder({ root, elapsed, tape, size = 5000, inbox = 32_768 }: RecorderOptions): Recorder {
  const redactor = createRedactor();
  // Side by side, so that keeping an inspection event makes no object and holds none of XState's.
  const kinds: InspectionEvent['type'][] = Array.from({ length: inbox });
  const actors: (AnyActorRef | undefined)[] = Array.from({ length: inbox });
  const things: unknown[] = Array.from({ length: inbox });
  const others: unknown[] = Array.from({ length: inbox });
  const times = new Float64Array(inbox);
  const mask = inbox - 1;
  let written = 0;
  let read = 0;
  let release: (() => void) | null = null;

  const kept: Kept[] = [];
  let count = 0;
  /** Events that their actors have not finished with, oldest first. */
  const open = new Map<AnyActorRef, Kept[]>();
  /** Snapshots as they were told last of each actor: what an event finds. */
  const snapshots = new WeakMap<AnyActorRef, unknown>();
  const told = new Map<AnyActorRef, unknown>();
  const charts = new Map<AnyStateMachine['config'], ChartFact>();
  /** What transitions are called, each worked out once. */
  const names = new WeakMap<AnyTransitionDefinition, TransitionNames>();

  const keep = (inspected: Told) => {
    const { type } = inspected;
    if (type === '@xstate.action' || type === '@xstate.actor') return;
    const index = written & mask;
    if (type === '@xstate.microstep') {
      if (inspected._transitions.length === 0) return;
      things[index] = inspected._transitions;
    } else {
      things[index] = inspected.event;
      others[index] = type === '@xstate.event' ? inspected.sourceRef : inspected.snapshot;
      times[index] = elapsed();
    }
    kinds[index] = type;
    actors[index] = inspected.actorRef as AnyActorRef;
    written += 1;
  };
  const empty = () => {
    for (const column of [actors, things, others]) column.fill(undefined);
    read = written;
  };

  const chartIdOf = (ref: AnyActorRef): string | null => {
    const machine = machineOf(ref);
    if (!machine) return null;
    const found = charts.get(machine.config);
    if (found) return found.id;
    const chart = chartOf(machine, `${machine.id}#${charts.size + 1}`);
    charts.set(machine.config, chart);
    return chart.id;
  };

  const began = (
    ref: AnyActorRef,
    source: AnyActorRef | undefined,
    event: EventObject,
    at: number,
    fresh: Set<Kept>,
  ) => {
    count += 1;
    const before = snapshots.get(ref);
    const entry: Kept = {
      line: {
        number: count,
        at,
        from: source ? { id: source.sessionId, name: nameOf(source) } : null,
        to: { id: ref.sessionId, name: nameOf(ref) },
        event: event.type,
        chart: chartIdOf(ref),
        transitions: [],
        actions: [],
        tookMs: null,
        isTaken: machineOf(ref) === null || event.type === 'xstate.init',
      },
      event,
      actor: ref,
      before,
      after: before,
    };
    kept.push(entry);
    fresh.add(entry);
    const queue = open.get(ref);
    if (queue) queue.push(entry);
    else open.set(ref, [entry]);
  };

  const ended = (ref: AnyActorRef, event: EventObject, snapshot: unknown, at: number, fresh: Set<Kept>) => {
    const queue = open.get(ref);
    const index = queue?.findIndex((entry) => entry.event === event) ?? -1;
    snapshots.set(ref, snapshot);
    const entry = queue?.[index];
    if (!queue || !entry) return;
    queue.splice(0, index + 1);
    if (queue.length === 0) open.delete(ref);
    entry.after = snapshot;
    entry.line = { ...entry.line, tookMs: at - entry.line.at };
    fresh.add(entry);
  };

  const namesOf = (transition: AnyTransitionDefinition): TransitionNames => {
    const known = names.get(transition);
    if (known) return known;
    const { eventType, actions } = transition;
    const made = { keys: eventType === null ? [] : [transitionKey(transition)], actions: actions.map(actionName) };
    names.set(transition, made);
    return made;
  };

  const went = (ref: AnyActorRef, taken: readonly AnyTransitionDefinition[], fresh: Set<Kept>) => {
    const entry = open.get(ref)?.[0];
    if (!entry || taken.length === 0) return;
    const named = taken.map(namesOf);
    entry.line = {
      ...entry.line,
      isTaken: true,
      transitions: [...entry.line.transitions, ...named.flatMap(({ keys }) => keys)],
      actions: [...entry.line.actions, ...named.flatMap(({ actions }) => actions)],
    };
    fresh.add(entry);
  };

  /** Works out what came since the last time. Returns the entries that are new or have changed. */
  const digest = (): Set<Kept> => {
    const fresh = new Set<Kept>();
    for (read = Math.max(read, written - inbox); read < written; read += 1) {
      const index = read & mask;
      const ref = actors[index];
      const thing = things[index];
      const at = times[index] ?? 0;
      if (!ref) continue;
      if (kinds[index] === '@xstate.event')
        began(ref, others[index] as AnyActorRef | undefined, thing as EventObject, at, fresh);
      else if (kinds[index] === '@xstate.microstep') went(ref, thing as readonly AnyTransitionDefinition[], fresh);
      else ended(ref, thing as EventObject, others[index], at, fresh);
      actors[index] = things[index] = others[index] = undefined;
    }
    if (kept.length > size) kept.splice(0, kept.length - size);
    return fresh;
  };

  const all = () => listActors(root);
  const find = (id: string) => all().find(({ ref }) => ref.sessionId === id)?.ref;
  const learnAll = () => {
    for (const { ref } of all()) redactor.learn(contextOf(ref.getSnapshot()));
  };

  return {
    start() {
      if (release) return;
      for (const { ref } of all()) snapshots.set(ref, ref.getSnapshot());
      release = tap(root.system, keep);
    },
    stop() {
      release?.();
      release = null;
      empty();
      kept.length = 0;
      open.clear();
      told.clear();
    },
    take(isWhole = false) {
      const fresh = digest();
      const knownCharts = isWhole ? 0 : charts.size;
      if (isWhole) told.clear();
      const placed = all();
      const present = new Set(placed.map(({ ref }) => ref));
      const changed = placed.filter(({ ref }) => told.get(ref) !== ref.getSnapshot());
      const gone = [...told.keys()].filter((ref) => !present.has(ref));
      for (const ref of gone) told.delete(ref);
      for (const { ref } of changed) told.set(ref, ref.getSnapshot());
      const actors = changed.map((place) => factOf(place, chartIdOf(place.ref)));
      return {
        actors,
        gone: gone.map(({ sessionId }) => sessionId),
        charts: [...charts.values()].slice(knownCharts),
        records: (isWhole ? kept : [...fresh]).map(({ line }) => line).sort((a, b) => a.number - b.number),
      };
    },
    describeActor(id) {
      const ref = find(id);
      if (!ref) return null;
      learnAll();
      const snapshot: object = ref.getSnapshot();
      const { context, output, error } = snapshot as { context?: unknown; output?: unknown; error?: unknown };
      const value = { context, ...(output === undefined ? {} : { output }), ...(error === undefined ? {} : { error }) };
      redactor.learn(value);
      return { value: redactor.json(value), takes: eventsTakenBy(ref) };
    },
    describeRecord(number) {
      const entry = kept.find(({ line }) => line.number === number);
      if (!entry) return null;
      learnAll();
      for (const value of [entry.event, contextOf(entry.before), contextOf(entry.after)]) redactor.learn(value);
      return {
        event: redactor.json(entry.event),
        before: redactor.json(contextOf(entry.before)),
        after: redactor.json(contextOf(entry.after)),
      };
    },
    recording(title, most = MOST_CHARACTERS) {
      for (const { event, before, after } of kept) for (const value of [event, before, after]) redactor.learn(value);
      learnAll();
      return {
        ...recordingOf({ title, placed: all(), kept, charts: [...charts.values()], chartIdOf, redactor, most }),
        ...(tape && { tape: tape() }),
      };
    },
    replay: (recording) => replayAll(recording, machinesOf(all())),
    send(id, event) {
      const ref = find(id);
      if (!ref || !canTake(ref, event)) return false;
      ref.send(event);
      return true;
    },
  };
}
